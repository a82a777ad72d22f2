import { nameOfDebTag } from '@patchkeep/orders/system-package';
import { versionKey } from '@patchkeep/versions/schemes';
import { BoundedMap } from '../../../platform/bounded-map.ts';
import type { Context } from '../../../platform/context.ts';
import type { Release } from '../../catalog/public.ts';
import { listOffered, type OfferedCopies } from '../../inventory/public.ts';
import { readCountRevision, selectInstalledPackages } from './subjects.queries.ts';

/** By customer. */
const remembered = new BoundedMap<string, { revision: number; offered: readonly OfferedCopies[] }>(50);

/** Reading what a hundred thousand hosts are offered takes longer than a page may: kept until the next count. */
export const loadOffered = async (context: Context): Promise<readonly OfferedCopies[]> => {
  const { customerId } = context.principal;
  const revision = await readCountRevision(context.tx, customerId);
  const known = remembered.get(customerId);
  if (known?.revision === revision) return known.offered;
  const offered = await listOffered(context.tx, customerId);
  remembered.set(customerId, { revision, offered });
  return offered;
};

/** The versions of one package that hosts have or are offered, newest first; each with the day it was first offered. */
const releasesAmong = (installed: readonly string[], offered: readonly OfferedCopies[]): Release[] => {
  const days = new Map<string, string | null>(installed.map((version) => [version, null]));
  for (const { offered: version, notedOn } of offered) {
    const known = days.get(version);
    if (known === undefined || known === null || notedOn < known) days.set(version, notedOn);
  }
  return [...days]
    .map(([version, releasedOn]) => ({ key: versionKey('dpkg', version) ?? '', version, releasedOn }))
    .toSorted((a, b) => (a.key < b.key ? 1 : -1))
    .map(({ version, releasedOn }) => ({ version, releasedOn, hasManifest: false }));
};

/** Of the packages of distributions among these channels: the versions that hosts of the customer have or are offered. */
export const offeredReleases = async (context: Context, tags: readonly string[]): Promise<Map<string, Release[]>> => {
  const named = tags.flatMap((tag) => {
    const name = nameOfDebTag(tag);
    return name === undefined ? [] : [{ tag, name }];
  });
  if (named.length === 0) return new Map();
  const byName = Map.groupBy(await loadOffered(context), ({ name }) => name);
  const rows = await selectInstalledPackages(
    context.tx,
    context.principal.customerId,
    named.map(({ tag }) => tag),
  );
  const byTag = Map.groupBy(rows, (row) => row.channel_tag);
  return new Map(
    named.map(({ tag, name }) => {
      const installed = (byTag.get(tag) ?? []).map(({ version }) => version);
      return [tag, releasesAmong(installed, byName.get(name) ?? [])];
    }),
  );
};
