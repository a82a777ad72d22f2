import { msiArgument } from '@patchkeep/rules/deployments/command-line';
import type { Installer, InstallerKind } from '../os.ts';
import { placeOf } from '../run-place.ts';
import { runProgram } from '../run-program.ts';
import { type Command, withReadableCopy, runAsUser } from './as-user/as-user.ts';
import { system32 } from './registry.ts';

const msiVerbs: Partial<Record<InstallerKind, Record<Installer['action'], string>>> = {
  msi: { install: '/i', remove: '/x' },
  msp: { install: '/p', remove: '/x' },
};

const powershell = ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-File'];

/** How the Windows Installer is told what to show. */
const shown = { progress: ['/passive'], everything: [], nothing: ['/qn'] };

const commandOf = (installer: Installer, file: string): Command | undefined => {
  const { kind, action, shows = 'nothing' } = installer;
  const { arguments: given } = placeOf(installer, file);
  const verb = msiVerbs[kind]?.[action];
  if (verb !== undefined) {
    const quiet = [...shown[shows], '/norestart'].filter((each) => !given.includes(each));
    const all = [verb, `"${file}"`, ...quiet, ...given.map(msiArgument)];
    return { program: system32('msiexec.exe'), arguments: all, isVerbatim: true };
  }
  if (kind === 'exe') return { program: file, arguments: given };
  const shell = system32('WindowsPowerShell\\v1.0\\powershell.exe');
  return kind === 'ps1' ? { program: shell, arguments: [...powershell, file, ...given] } : undefined;
};

export const runWindowsInstaller =
  (scratch: string) =>
  async (installer: Installer, signal: AbortSignal): Promise<number | undefined> => {
    const { user, file } = installer;
    if (user === undefined) {
      const command = commandOf(installer, file);
      return (
        command &&
        runProgram(command.program, command.arguments, signal, {
          ...placeOf(installer, file).options,
          isVerbatim: command.isVerbatim ?? false,
        })
      );
    }
    return withReadableCopy(scratch, user, [file, ...(installer.beside ?? [])], async (copy) => {
      const command = commandOf(installer, copy);
      return command && runAsUser({ scratch }, user, command, signal);
    });
  };
