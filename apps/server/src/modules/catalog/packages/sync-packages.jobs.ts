import type { PackageBuild, PackageBuilds, ProviderState } from '@patchkeep/contract/packager';
import { z } from 'zod';
import { globalQueries } from '../../../platform/db/global.ts';
import { LockHeld, withLock } from '../../../platform/db/lock.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { FilesUnavailable } from '../../../platform/files/files-unavailable.ts';
import { enqueue, job, type JobTools } from '../../../platform/jobs/jobs.ts';
import type { PackagerClient } from '../../../platform/packager-client.ts';
import type { SignerClient } from '../../../platform/signer-client.ts';
import {
  findContact,
  replaceBuilds,
  selectLifts,
  selectUntaken,
  selectWanted,
  upsertContact,
} from './package-builds.repository.ts';
import { withdrawStatements } from './packages.repository.ts';
import { takePackage } from './packages.service.ts';

const packagerLock = 7_204_814;
const request = {
  name: 'sync-packages',
  payload: z.object({}),
};
/** So soon it looks again while the packager is at work: hosts wait for the end, and a look costs next to nothing. */
const lookAgainMs = 5_000;

/** Asks for a look at the packager. However many ask before it comes, there is one; it comes each minute in any case. */
const requestSync = ({ pool }: Pick<JobTools, 'pool'>, runAt: Date): Promise<void> =>
  enqueue(globalQueries(pool), request, {}, { key: request.name, runAt, maxAttempts: 1 });

/** What the packager is told follows from verdicts: it hears of new ones now, not within a minute. */
export const syncPackagesNow = (tools: JobTools): Promise<void> => requestSync(tools, tools.clock());

interface Parts {
  packager: PackagerClient;
  files: FileStore;
  signer: SignerClient;
}
/** Told that packages were taken or withdrawn, once the catalogue says so. */
type PackagesTaken = (tools: JobTools) => Promise<void>;

const isUnderWay = ({ state }: PackageBuild): boolean =>
  state === 'waiting' || state === 'fetching' || state === 'checking';

/** Says once when nothing new comes of a provider any more, and when it does again. */
const logProviders = (now: readonly ProviderState[], before: readonly ProviderState[], log: JobTools['log']): void => {
  for (const { name, state, readAt, reason } of now) {
    const last = before.find((one) => one.name === name)?.state;
    if (state === 'stopped' && last !== 'stopped')
      log.error({ provider: name, readAt, reason }, 'nothing new comes of a provider of packages');
    if (state !== 'stopped' && last === 'stopped') log.info({ provider: name }, 'a provider of packages is read again');
  }
};

/** Tells the packager what is wanted, reads how far it is, and takes what has become ready. */
const sync = async ({ packager, files, signer }: Parts, tools: JobTools, onTaken: PackagesTaken): Promise<void> => {
  const { pool, clock, log } = tools;
  const db = globalQueries(pool);
  const wanted = await selectWanted(db);
  const before = await findContact(db);
  let told: PackageBuilds;
  try {
    await packager.want({ wanted, lifted: await selectLifts(db) });
    const known = new Set(wanted.map(({ channelTag }) => channelTag));
    told = await packager.builds();
    const builds = told.builds.filter(({ channelTag }) => known.has(channelTag));
    await replaceBuilds(db, builds);
    if (builds.some(isUnderWay)) await requestSync(tools, new Date(clock().getTime() + lookAgainMs));
  } catch (err) {
    // Told once, not every minute: versions that are ready stay so, and nothing is lost.
    if (!before?.silent_since) log.error({ err }, 'the packager does not answer');
    await upsertContact(db, clock());
    return;
  }
  if (before?.silent_since) log.info('the packager answers again');
  await upsertContact(db, clock(), told);
  logProviders(told.providers, before?.providers ?? [], log);
  const hasWithdrawn = await withdrawStatements(db, told.withdrawn, clock());
  if (hasWithdrawn) log.warn({ withdrawn: told.withdrawn }, 'packages were withdrawn');
  let hasTaken = hasWithdrawn;
  for (const { build_id: build } of await selectUntaken(db))
    try {
      const parts = { db, files, root: await signer.root() };
      const { channelTag, version } = await takePackage(parts, await packager.statement(build), () =>
        packager.file(build),
      );
      hasTaken = true;
      await packager.forgetFile(build);
      log.info({ channelTag, version, build }, 'package taken into the catalogue');
    } catch (err) {
      if (err instanceof FilesUnavailable) {
        log.warn({ cause: err.why }, 'files cannot be reached: packages that are ready wait for the next minute');
        break;
      }
      // One that cannot be taken does not keep the others from it.
      log.error({ err, build }, 'a ready package could not be taken');
    }
  if (hasTaken) await onTaken(tools);
};

/** Every minute, and sooner while something is under way; one worker at a time, who comes second leaves it to the first. */
export const syncPackages = (parts: Parts | undefined, onTaken: PackagesTaken) =>
  job({
    ...request,
    cron: '* * * * *',
    async run(_payload, tools) {
      if (!parts) return;
      await withLock(tools.pool, packagerLock, () => sync(parts, tools, onTaken), 0).catch((error: unknown) => {
        if (!(error instanceof LockHeld)) throw error;
      });
    },
  });
