import { useState } from 'react';
import { CommandText } from '../../../ui/command-text.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { exampleCalls } from './api-token-text.ts';

/** A first call with the token, to paste and see it work. */
export function ExampleCalls({ secret, siteId }: { secret: string; siteId: string | undefined }) {
  const calls = exampleCalls(location.origin, secret, siteId);
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
          <CommandText
            label={`Call with ${label}`}
            text={text}
            copyLabel="Copy call"
            lead="Lists the hosts of this site."
          />
        ),
      }))}
    />
  );
}
