import { execFileSync } from 'node:child_process';

export type RunAs = { uid: number; gid: number };

/** The account a server runs under: nobody special when we are not root, else the named system account, never root. */
export function unprivileged(account: string): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, account], { encoding: 'utf8', stdio: 'pipe' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    throw new Error(`as root, the server runs under the account "${account}", which is missing: tools/os-packages.sh`);
  }
}
