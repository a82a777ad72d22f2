import { z } from 'zod';
import { globalQueries } from '../../../platform/db/global.ts';
import { LockHeld, withLock } from '../../../platform/db/lock.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { job, type JobTools } from '../../../platform/jobs/jobs.ts';
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
import { takePackage } from './packages.service.ts';

const packagerLock = 7_204_814;

interface Parts {
  packager: PackagerClient;
  files: FileStore;
  signer: SignerClient;
}

/** Tells the packager what is wanted, reads how far it is, and takes what has become ready. */
const sync = async ({ packager, files, signer }: Parts, { pool, clock, log }: JobTools): Promise<void> => {
  const db = globalQueries(pool);
  const wanted = await selectWanted(db);
  const before = await findContact(db);
  try {
    await packager.want({ wanted, lifted: await selectLifts(db) });
    const known = new Set(wanted.map(({ channelTag }) => channelTag));
    await replaceBuilds(
      db,
      (await packager.builds()).filter(({ channelTag }) => known.has(channelTag)),
    );
  } catch (err) {
    // Told once, not every minute: versions that are ready stay so, and nothing is lost.
    if (!before?.silent_since) log.error({ err }, 'the packager does not answer');
    await upsertContact(db, clock(), false);
    return;
  }
  if (before?.silent_since) log.info('the packager answers again');
  await upsertContact(db, clock(), true);
  for (const { build_id: build } of await selectUntaken(db))
    try {
      const parts = { db, files, root: await signer.root() };
      const { channelTag, version } = await takePackage(parts, await packager.statement(build), () =>
        packager.file(build),
      );
      await packager.forgetFile(build);
      log.info({ channelTag, version, build }, 'package taken into the catalogue');
    } catch (err) {
      // One that cannot be taken does not keep the others from it.
      log.error({ err, build }, 'a ready package could not be taken');
    }
};

/** Every minute; one worker at a time, who comes second leaves it to the first. */
export const syncPackages = (parts: Parts | undefined) =>
  job({
    name: 'sync-packages',
    payload: z.object({}),
    cron: '* * * * *',
    async run(_payload, tools) {
      if (!parts) return;
      await withLock(tools.pool, packagerLock, () => sync(parts, tools), 0).catch((error: unknown) => {
        if (!(error instanceof LockHeld)) throw error;
      });
    },
  });
