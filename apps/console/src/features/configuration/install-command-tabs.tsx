import { useState } from 'react';
import { CommandText } from '../../ui/command-text.tsx';
import { Tabs } from '../../ui/tabs.tsx';
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
          <CommandText label={`Command for ${label}`} text={text} copyLabel="Copy command" lead={where}>
            <span className="muted">{care}</span>
          </CommandText>
        ),
      }))}
    />
  );
}
