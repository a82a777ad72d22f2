import { execFileSync } from 'node:child_process';
import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface User {
  uid: number;
  gid: number;
}

export interface Users {
  /** Who runs `setup` and `start`. */
  administrator: User;
  server: User;
  signer: User;
  packager: User;
}

const idOf = (which: '-u' | '-g', name: string): number | undefined => {
  try {
    return Number(execFileSync('id', [which, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return undefined;
  }
};

/** A user of the system that no person signs in as; made where it is missing. */
const systemUser = (name: string): User => {
  if (idOf('-u', name) === undefined)
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]);
  return { uid: idOf('-u', name) ?? Number.NaN, gid: idOf('-g', name) ?? Number.NaN };
};

/**
 * A user for each program where root asks: whoever takes over the server then reads neither the signer's keys nor the
 * packager's. For anybody else all of them are that user.
 */
export const usersOfHome = (): Users => {
  const administrator = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (administrator.uid !== 0)
    return { administrator, server: administrator, signer: administrator, packager: administrator };
  return {
    administrator,
    server: systemUser('patchkeep'),
    signer: systemUser('patchkeep-signer'),
    packager: systemUser('patchkeep-packager'),
  };
};

/** Gives a folder and what lies in it to a user. */
export const giveTo = (folder: string, { uid, gid }: User): void => {
  chownSync(folder, uid, gid);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, name), uid, gid);
};
