import { createHash } from 'node:crypto';
import { entriesOf } from '@patchkeep/records/entries';
import { documentsOf } from '@patchkeep/winget/documents';
import { parseManifest } from '@patchkeep/winget/manifest';
import { type ManifestGroup, manifestGroups } from '@patchkeep/winget/manifest-groups';
import { channelRegister } from '../../channels/channels.service.ts';
import type { Feed, Import } from '../feed.types.ts';
import { inBatches, writeOrReject } from '../in-batches.service.ts';
import { type ManifestRow, selectStoredManifests, upsertManifests } from './winget.repository.ts';

const maxBytes = 8 * 1024 ** 3;

/** Something of it was left out: it is read again the next time, so that it is listed again. */
const readAgain = (hash: Buffer): Buffer => createHash('sha256').update(hash).update('read again').digest();

const readGroup = ({ folder, files, hash }: ManifestGroup, work: Import) => {
  const parsed = parseManifest(documentsOf(files));
  const reasons = 'manifest' in parsed ? parsed.rejected : [parsed.rejected];
  for (const [reason, same] of Map.groupBy(reasons, (each) => each))
    work.reject(folder, same.length > 1 ? `${reason} (${same.length} times)` : reason);
  if (!('manifest' in parsed)) return undefined;
  return { manifest: parsed.manifest, hash: reasons.length > 0 ? readAgain(hash) : hash };
};

const readWinget = async (path: string, work: Import): Promise<void> => {
  const channels = await channelRegister(work.db);
  for await (const batch of inBatches(manifestGroups(entriesOf(path, maxBytes)), 200)) {
    work.count(batch.length);
    const stored = await selectStoredManifests(work.db, batch);
    const rows: ManifestRow[] = [];
    for (const group of batch.filter(({ hash }) => !stored.has(hash.toString('hex')))) {
      const read = readGroup(group, work);
      if (read) rows.push({ ...read, channelTag: channels.tagOf(read.manifest) });
    }
    if (rows.length === 0) continue;
    work.changed(await channels.flush());
    await writeOrReject(
      rows,
      async (part) => {
        const { channelTags, rows: written } = await upsertManifests(work.db, part);
        work.changed(written);
        for (const tag of channelTags) work.touched.channelTags.add(tag);
      },
      ({ manifest }, reason) => work.reject(`${manifest.packageId} ${manifest.version}`, reason),
    );
  }
};

export const wingetFeed: Feed = {
  name: 'winget',
  title: 'winget packages',
  addresses: () => ['https://github.com/microsoft/winget-pkgs/archive/refs/heads/master.tar.gz'],
  everyHours: 6,
  staleAfterHours: 48,
  maxBytes,
  read: readWinget,
};
