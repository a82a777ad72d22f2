import { useState } from 'react';
import { Tabs } from '../../../ui/tabs.tsx';
import s from '../configuration.module.css';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { exampleCalls } from './api-token-words.ts';

/** A first call with the token, to paste and see it work. */
export function ExampleCalls({ secret }: { secret: string }) {
  const calls = exampleCalls(location.origin, secret);
  const [shown, setShown] = useState<(typeof calls)[number]['id']>('sh');
  return (
    <Tabs
      label="A first call with the token"
      selected={shown}
      onSelect={setShown}
      tabs={calls.map(({ id, label, text }) => ({
        id,
        label,
        content: (
          <div className={s['command']}>
            <p>Lists the hosts of this site.</p>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls sideways, so keys must reach it */}
            <pre className={s['code']} tabIndex={0} aria-label={`Call with ${label}`}>
              <code>{text}</code>
            </pre>
            <div className={s['commandFoot']}>
              <CopyButton text={text} label="Copy call" />
            </div>
          </div>
        ),
      }))}
    />
  );
}
