import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import { setWorkInProgress } from './channels.repository.ts';

/**
 * Marks a channel whose updates are not ready to be automated, or takes the mark off. Only whoever runs the server can,
 * on its command line: the channel is everybody's. Approvals warn before such a channel is automated.
 */
export const markWorkInProgress = async (
  db: Kysely<Tables>,
  channelTag: string,
  isMarked: boolean,
): Promise<string> => {
  const name = await setWorkInProgress(db, channelTag, isMarked);
  if (name === undefined) throw new Error(`There is no application ${channelTag}.`);
  return name;
};
