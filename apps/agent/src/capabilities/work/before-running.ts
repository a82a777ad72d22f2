import { statfs } from 'node:fs/promises';
import type { Order } from '@patchkeep/orders/statements';
import type { Os } from '../../os/os.ts';
import { type Outcome, waiting } from './outcome.ts';

/** An installer that takes longer is stuck: it waits for an answer nobody sees. */
export const longestRunMs = 60 * 60_000;
/** Installers unpack, keep a copy and roll back: a file needs several times its size. */
const roomPerByte = 4;
const roomAtLeast = 100 * 1_048_576;

export const notSupported: Outcome = {
  result: 'notSupported',
  pkgResult: null,
  exitCode: null,
  cause: 'This host has no use for this kind of work.',
  isDiskFull: false,
};

export const hasRoom = async (folder: string, bytes: number): Promise<boolean> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= Math.max(roomAtLeast, bytes * roomPerByte);
};

/** A user's copy is changed by that user, who must be there; nothing else of theirs is ours to use. */
export const findUser = async ({ options }: Order, os: Os, signal: AbortSignal): Promise<Outcome | undefined> => {
  const { user } = options;
  if (user === undefined || (await os.desktop.isSignedIn(user, signal))) return undefined;
  return waiting(`It is the copy of ${user}, who must sign in first.`, { awaits: 'login' });
};
