import { useState } from 'react';
import { Tabs } from '../../ui/tabs.tsx';
import s from './configuration.module.css';
import { CopyButton } from '../../ui/copy-button.tsx';
import { type InstallGiven, installCommands, type ShellId } from './install-commands.ts';

/** The line to paste, for each way of bringing a host in. */
export function InstallCommandTabs(given: InstallGiven) {
  const [shell, setShell] = useState<ShellId>('powershell');
  const commands = installCommands(given);
  return (
    <Tabs
      label="How the agent is installed"
      selected={shell}
      onSelect={setShell}
      tabs={commands.map(({ id, label, where, text, care }) => ({
        id,
        label,
        content: (
          <div className={s['command']}>
            <p>{where}</p>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls sideways, so keys must reach it */}
            <pre className={s['code']} tabIndex={0} aria-label={`Command for ${label}`}>
              <code>{text}</code>
            </pre>
            <div className={s['commandFoot']}>
              <CopyButton text={text} label="Copy command" />
              <span className={s['muted']}>{care}</span>
            </div>
          </div>
        ),
      }))}
    />
  );
}
