import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageBuild } from '@patchkeep/contract/packager';
import { z } from 'zod';

/** A build as it is kept: what the server is told, and what the next try needs to know. */
const keptBuild = packageBuild.extend({
  /** Of what the plan says: another file or other arguments make it a new build. */
  planHash: z.string(),
  /** How often the vendor did not answer in a row. */
  tries: z.number().int().min(0),
  /** When the signed statement ends, once there is one. */
  expires: z.number().nullable(),
});
export type KeptBuild = z.output<typeof keptBuild>;

export const hashOf = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** Of one version and variant always the same. */
export const buildIdOf = (channelTag: string, version: string, variant: string | null): string =>
  hashOf(channelTag, version, variant).slice(0, 32);

/** The builds of a folder: one file for the state of each, and one folder for what was prepared. */
export const openBuildStore = (home: string) => {
  const folder = join(home, 'builds');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stateOf = (build: string): string => join(folder, `${build}.json`);
  const proposalOf = (build: string): string => join(folder, build);
  const builds = new Map<string, KeptBuild>();
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
    const read = keptBuild.safeParse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    // Of another release of the packager: it is made anew.
    if (!read.success) rmSync(join(folder, name));
    else builds.set(read.data.build, read.data);
  }
  return {
    proposalOf,
    all: (): KeptBuild[] => [...builds.values()],
    get: (build: string): KeptBuild | undefined => builds.get(build),
    /** Whole on the disk before anybody is told. */
    put(build: KeptBuild): void {
      const path = stateOf(build.build);
      writeFileSync(`${path}.new`, JSON.stringify(build), { flush: true });
      renameSync(`${path}.new`, path);
      builds.set(build.build, build);
    },
    /** How far a download is, or when somebody is asked again; not worth a write. */
    report(build: string, change: Partial<Pick<KeptBuild, 'percent' | 'retryAt'>>): void {
      const known = builds.get(build);
      if (known) builds.set(build, { ...known, ...change });
    },
    remove(build: string): void {
      rmSync(stateOf(build), { force: true });
      // What a try left that was ended before its time; nobody would come back to it.
      for (const name of readdirSync(folder).filter((each) => each.startsWith(`.${build}-`)))
        rmSync(join(folder, name), { recursive: true, force: true });
      rmSync(proposalOf(build), { recursive: true, force: true });
      builds.delete(build);
    },
  };
};
export type BuildStore = ReturnType<typeof openBuildStore>;
