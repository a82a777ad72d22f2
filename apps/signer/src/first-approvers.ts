import { createHash, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { sealApprovals, signInRole } from '@patchkeep/orders/custom/approval';
import { type Approvers, approvers, firstApproversWait } from '@patchkeep/orders/custom/approvers';
import { canonical } from '@patchkeep/orders/statements';
import { z } from 'zod';
import { appendLines } from './append-lines.ts';
import { signerFolder } from './keys.ts';

/** What the server asks for. When it is made and from when on it counts is the signer's to say. */
export const firstApproversRequest = z.strictObject({
  site: z.string(),
  threshold: z.int(),
  rpId: z.string().nullable(),
  origins: z.array(z.string()).max(5),
  keys: z.array(z.unknown()).max(16),
});
export type FirstApproversRequest = z.output<typeof firstApproversRequest>;

/** The site has approvers already, and only they or the root keys name others. */
export class NamedAlready extends Error {}
/** More sites than get their first approvers within a day. */
export class TooManyNamed extends Error {}
/** Not what a statement about approvers may say. */
export class NoApprovers extends Error {}

const dayMs = 86_400_000;

/** Every statement that was ever signed about the first approvers of a site. */
const readRecord = (folder: string): Approvers[] => {
  const path = signerFolder(folder).firstApprovers;
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => approvers.schema.parse(JSON.parse(line)));
};

/** Everything but the time. */
const wishOf = ({ site, threshold, rpId, origins, keys }: Approvers): string =>
  canonical({ site, threshold, rpId, origins, keys });

const about = (statement: Approvers) => ({
  site: statement.site,
  madeAt: statement.madeAt,
  starts: statement.starts,
  hash: createHash('sha256').update(canonical(statement)).digest('hex'),
});

/** For people who look whether somebody named approvers behind their back. */
export const listFirstApprovers = (folder: string) => readRecord(folder).map(about);

/**
 * Names the first approvers of a site, once. They count 72 hours later, so that people can object: whoever has stolen
 * the server can ask for this too. Asked again for the same, it signs the same once more, with the key of today.
 */
export const firstApprovers = (
  folder: string,
  { sitesKey, perDay, clock }: { sitesKey: KeyObject; perDay: number; clock: () => Date },
) => {
  const sealed = (statement: Approvers): string => {
    const text = canonical(statement);
    return sealApprovals(approvers.type, text, [signInRole(approvers.type, text, sitesKey)]);
  };
  return {
    name(wish: FirstApproversRequest) {
      const madeAt = clock().getTime();
      const times = { madeAt, starts: madeAt + firstApproversWait };
      const read = approvers.schema.safeParse({ ...wish, version: 1, former: null, ...times });
      if (!read.success) throw new NoApprovers('Not a statement about approvers');
      const record = readRecord(folder);
      const known = record.find(({ site }) => site === wish.site);
      if (known && wishOf(known) !== wishOf(read.data)) throw new NamedAlready('This site has first approvers');
      if (known) return { statement: sealed(known), ...about(known), isNew: false };
      if (record.filter((each) => madeAt - each.madeAt < dayMs).length >= perDay)
        throw new TooManyNamed('Too many sites got their first approvers within a day');
      const statement = sealed(read.data);
      // On the disk before it is given away: otherwise a restart would name others.
      appendLines(signerFolder(folder).firstApprovers, [canonical(read.data)]);
      return { statement, ...about(read.data), isNew: true };
    },
    list: () => listFirstApprovers(folder),
  };
};
