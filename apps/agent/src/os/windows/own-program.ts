import { execFile } from 'node:child_process';
import { win32 } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What our own small program beside the agent says: Node knows nothing of owners, access lists and kinds of drives. */
export const askOwnProgram = async (...given: string[]): Promise<string> => {
  const program = win32.join(win32.dirname(process.execPath), 'patchkeep-service.exe');
  const { stdout } = await run(program, given, { windowsHide: true, maxBuffer: 4 * 1_024 * 1_024 });
  return stdout;
};

/** The letters of the drives that are disks of this machine: none of a network, and none that can be pulled out. */
export const localDrives = async (): Promise<string> => (await askOwnProgram('local-drives')).replaceAll(/[^A-Z]/g, '');
