import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunForLines } from '../run-for-lines.ts';
import { system32 } from './registry.ts';

const flags = ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-File'];
/** Windows PowerShell takes a file without this mark for one in the system's own code page. */
const byteOrderMark = '\uFEFF';

/** What a script of ours said, line by line. It lies in our own folder only while it runs. */
export const runScript = async (
  { scratch, script, run }: { scratch: string; script: string; run: RunForLines },
  given: readonly string[],
  signal: AbortSignal,
): Promise<string[]> => {
  const file = join(scratch, `${randomUUID()}.ps1`);
  await writeFile(file, `${byteOrderMark}${script}`, { mode: 0o600 });
  try {
    const powershell = system32('WindowsPowerShell\\v1.0\\powershell.exe');
    return (await run(powershell, [...flags, file, ...given], signal)) ?? [];
  } finally {
    await rm(file, { force: true });
  }
};
