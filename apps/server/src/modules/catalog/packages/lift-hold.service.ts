import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import { findBuild, findContact, listBuilds, upsertLift } from './package-builds.repository.ts';

/**
 * Lifts what holds a package. Only whoever runs the server can, on its command line: the package is everybody's, so no
 * customer's administrator decides about it.
 */
export const liftHold = async (
  db: Kysely<Tables>,
  { build, hold, reason, now }: { build: string; hold: string; reason: string; now: Date },
): Promise<{ channelTag: string; version: string }> => {
  const found = await findBuild(db, build);
  if (!found) throw new Error(`There is no build ${build}; "patchkeep packages list" names them.`);
  const held = found.holds.find(({ name }) => name === hold);
  if (!held) throw new Error(`${found.channel_tag} ${found.version} is not held for ${hold}.`);
  if (held.isLiftedThere)
    throw new Error(
      `${hold} is lifted where the packager runs: bin/patchkeep packager release ${build} ${hold} --home DIR --reason TEXT`,
    );
  if (!held.isLiftable) throw new Error(`${hold} is a fact, and cannot be lifted. ${held.advice}`);
  if (reason.length > 1_000) throw new Error('The reason has more than 1,000 letters.');
  await upsertLift(db, { build, hold, reason, now });
  return { channelTag: found.channel_tag, version: found.version };
};

/** How far the packages are, for the operator's terminal. */
export const listBuildLines = async (db: Kysely<Tables>): Promise<string[]> => {
  const builds = await listBuilds(db);
  const providers = ((await findContact(db))?.providers ?? []).map(({ name, state, readAt, reason, says }) =>
    ['provider', name, state, `read ${readAt ?? 'never'}`, reason ?? '', says ?? ''].join('  ').trimEnd(),
  );
  const lines = builds.map(({ build_id: build, channel_tag: tag, version, variant, state, holds }) => {
    // What it waits for has the name of the state: the sentence says more.
    const reasons = holds.map(({ name, says }) => (name === state ? says : name));
    return [build, tag, version, state, variant ?? '-', reasons.join(',')].join('  ').trimEnd();
  });
  return [...providers, ...lines];
};
