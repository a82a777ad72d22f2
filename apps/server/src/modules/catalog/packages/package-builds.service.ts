import type { Returned } from '@patchkeep/contract/endpoint';
import { buildId } from '@patchkeep/contract/packager';
import type { packages as contract, PackageInfo } from '@patchkeep/contract/packages';
import { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { cutPage, type PageEnd, readCursor } from '../../../platform/http/cursor.ts';
import {
  type BuildFilter,
  countApplications,
  countBuilds,
  countByState,
  findListedBuild,
  type LastBuild,
  type ListedBuild,
  selectBuilds,
} from './package-builds.queries.ts';
import { findContact } from './package-builds.repository.ts';

const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

const presentBuild = (row: ListedBuild, now: Date): PackageInfo => ({
  build: row.build_id,
  channelTag: row.channel_tag,
  name: row.name,
  version: row.version,
  variant: row.variant,
  state: row.state,
  percent: row.percent,
  holds: row.holds,
  since: row.since.toISOString(),
  retryAt: iso(row.retry_at),
  isAvailable: row.expires_at !== null && row.expires_at > now,
});

/** Names and versions are of one line, so a line break parts the two. */
const cursorShape = { value: z.string().regex(/^[^\0\n]*\n[^\0\n]*$/), id: buildId };
const endOf = (row: ListedBuild): PageEnd => ({ value: `${row.sort_name}\n${row.version}`, id: row.build_id });
const lastOf = ({ value, id }: PageEnd): LastBuild => {
  const [name = '', version = ''] = value.split('\n');
  return { name, version, build: id };
};

export const listPackages = async (
  { tx, now }: Context,
  { cursor, limit, ...filter }: BuildFilter & { cursor?: string | undefined; limit: number },
): Promise<Returned<typeof contract.list>> => {
  const end = readCursor(cursor, cursorShape);
  const rows = await selectBuilds(tx, filter, end && lastOf(end), limit + 1);
  const { shown, nextCursor } = cutPage(rows, limit, endOf);
  return {
    packages: shown.map((row) => presentBuild(row, now)),
    total: await countBuilds(tx, filter),
    nextCursor,
  };
};

export const findPackage = async ({ tx, now }: Context, build: string): Promise<Returned<typeof contract.find>> => {
  const row = await findListedBuild(tx, build);
  if (!row) throw notFound();
  return { ...presentBuild(row, now), evidence: row.evidence, expires: iso(row.expires_at) };
};

/** How far the packages are on the whole, and whether the packager answers. */
export const summarizePackages = async ({ tx, now }: Context): Promise<Returned<typeof contract.summary>> => {
  const contact = await findContact(tx);
  const states = await countByState(tx);
  return {
    packager: {
      state: !contact ? 'never' : contact.silent_since ? 'silent' : 'up',
      answered: iso(contact?.answered_at),
      silentSince: iso(contact?.silent_since),
      mode: contact?.mode ?? null,
      providers: (contact?.providers ?? []).map(({ name, state, readAt, reason }) => ({ name, state, readAt, reason })),
    },
    ...(await countApplications(tx, now)),
    byState: Object.fromEntries(states.map(({ state, count }) => [state, Number(count)])),
  };
};
