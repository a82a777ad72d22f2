import type { Installer, InstallerKind } from '../os.ts';
import { runProgram } from '../run-program.ts';
import { system32 } from './registry.ts';

/**
 * `NAME=some value` as the Windows Installer reads it: the quotes belong around the value, and one within is doubled.
 * Everything else is quoted by Node in the way programs take apart again.
 */
const msiArgument = (argument: string): string => {
  const property = /^([A-Z][A-Z0-9_.]*)=(.*)$/s.exec(argument);
  if (property) return `${property[1]}="${(property[2] ?? '').replaceAll('"', '""')}"`;
  return /[\s"]/.test(argument) ? `"${argument.replaceAll('"', '""')}"` : argument;
};

const msiVerbs: Partial<Record<InstallerKind, Record<Installer['action'], string>>> = {
  msi: { install: '/i', remove: '/x' },
  msp: { install: '/p', remove: '/x' },
};

const powershell = ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-File'];

export const runWindowsInstaller = (
  { kind, action, file, arguments: given }: Installer,
  signal: AbortSignal,
): Promise<number | undefined> => {
  const verb = msiVerbs[kind]?.[action];
  if (verb !== undefined) {
    const quiet = ['/qn', '/norestart'].filter((each) => !given.includes(each));
    const all = [verb, `"${file}"`, ...quiet, ...given.map(msiArgument)];
    return runProgram(system32('msiexec.exe'), all, signal, { isVerbatim: true });
  }
  if (kind === 'exe') return runProgram(file, given, signal);
  if (kind === 'ps1')
    return runProgram(system32('WindowsPowerShell\\v1.0\\powershell.exe'), [...powershell, file, ...given], signal);
  return Promise.resolve(undefined);
};
