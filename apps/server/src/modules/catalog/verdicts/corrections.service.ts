import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import { findChannel } from '../channels/channels.repository.ts';
import { unknownSoftware } from '../channels/identity.rules.ts';
import { applicationIds } from './applications.repository.ts';
import { judge, type Judgement } from './judge.service.ts';
import { dayOf } from './match.service.ts';

/** The verdicts these versions would have as versions of another channel: for who corrected what they are. */
export const judgeAs = async (
  db: Kysely<Tables>,
  channelTag: string,
  versions: readonly { versionId: number; version: string }[],
  now: Date,
): Promise<Map<number, Judgement>> => {
  const channel = await findChannel(db, channelTag);
  if (channel === undefined) return new Map();
  const toJudge = versions.map((each) => ({ ...each, release: undefined }));
  const rows = await judge(db, new Map([[channel, toJudge]]), dayOf(now));
  return new Map(rows.map((row) => [row.versionId, row]));
};

/** The application that software is when the catalogue is not to say what it is. */
export const unknownApplication = async (
  db: Kysely<Tables>,
  software: { name: string; publisher: string },
): Promise<number> => {
  const wanted = { ...unknownSoftware(software), channelTag: null };
  const id = (await applicationIds(db, new Map([[wanted.identityKey, wanted]]))).get(wanted.identityKey);
  if (id === undefined) throw new Error('An application was neither found nor added');
  return id;
};
