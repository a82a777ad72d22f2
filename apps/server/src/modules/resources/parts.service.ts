import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Tx } from '../../platform/db/tenant.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { Transfer } from '../../platform/http/transfer.ts';
import { requestExamination } from './examination.service.ts';
import { isOfItsKind } from './file-kinds.rules.ts';
import type { Quarantine } from './quarantine.service.ts';
import { endReceiving, endWriting, findResource, noteWritten, takeWriting } from './resources.repository.ts';
import type { ResourceKey, SiteResourceRow } from './resources.tables.ts';

/** One request that writes a part of a file. */
export interface Part {
  quarantine: Quarantine;
  inTenant: Transfer['inTenant'];
  row: SiteResourceRow;
  from: number;
  content: AsyncIterable<Uint8Array>;
}

/** How often it is noted how far a part came: so much of it comes twice when the process is killed. */
const noteEveryMs = 5_000;

const otherOffset = () => new Refusal(409, 'Another part comes next: ask for Upload-Offset');
const otherWriter = () => new Refusal(423, 'Another request writes this file');

const whyNot = async (tx: Tx, key: ResourceKey, from: number): Promise<Refusal> => {
  const row = await findResource(tx, key);
  if (!row) return notFound();
  return row.state !== 'receiving' || row.bytes_done !== from ? otherOffset() : otherWriter();
};

const writeAll = async (file: FileHandle, bytes: Uint8Array, at: number): Promise<void> => {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
};

/** Writes what comes, and says how far it came. A process that slept too long finds that it is the writer no more. */
const writeContent = async (
  { row, from, content }: Part,
  file: FileHandle,
  note: (at: number) => Promise<void>,
): Promise<number> => {
  let at = from;
  let noted = Date.now();
  const keep = async () => {
    await file.datasync();
    await note(at);
    noted = Date.now();
  };
  if ((await file.stat()).size < from) throw new Refusal(410, 'The beginning of this file is gone: upload it anew');
  await file.truncate(from);
  try {
    for await (const bytes of content) {
      if (at + bytes.length > row.size) throw new Refusal(413, 'More has come than was announced');
      if (Date.now() - noted > noteEveryMs) await keep();
      await writeAll(file, bytes, at);
      at += bytes.length;
    }
  } catch (error) {
    // What came before the cut counts.
    await keep().catch(() => undefined);
    throw error;
  }
  await keep();
  return at;
};

/** The whole file is there. It waits to be examined, unless its beginning shows that it is not what its name says. */
const finish = async ({ quarantine, inTenant, row }: Part, writer: string): Promise<void> => {
  const seen = await quarantine.look(row.resource_id);
  const isRight = seen?.size === row.size && isOfItsKind(row.filename, seen.start);
  await inTenant(async (context) => {
    const { tx, now } = context;
    const next = isRight
      ? ({ state: 'waiting', cause: null } as const)
      : ({ state: 'refused', cause: 'notItsKind' } as const);
    if (!(await endReceiving(tx, row, writer, next))) throw otherWriter();
    if (isRight) await requestExamination(tx, row, now);
    context.emit({ thing: 'resource', id: row.resource_id, siteAccountUuid: row.site_id });
  });
  if (!isRight) await quarantine.remove(row.resource_id);
};

/** Takes one part of a file, and says up to where the file has come. Only one request writes a file at a time. */
export const takePart = async (part: Part): Promise<number> => {
  const { quarantine, inTenant, row, from } = part;
  const writer = randomUUID();
  await inTenant(async ({ tx, now }) => {
    if (!(await takeWriting(tx, row, { writer, from, now }))) throw await whyNot(tx, row, from);
  });
  try {
    const file = await quarantine.open(row.resource_id);
    let at: number;
    try {
      at = await writeContent(part, file, (done) =>
        inTenant(async ({ tx }) => {
          if (!(await noteWritten(tx, row, writer, done))) throw otherWriter();
        }),
      );
    } finally {
      await file.close();
    }
    if (at === row.size) await finish(part, writer);
    return at;
  } finally {
    await inTenant(({ tx }) => endWriting(tx, row, writer));
  }
};
