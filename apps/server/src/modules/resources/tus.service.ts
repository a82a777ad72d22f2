import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { uiBase } from '@patchkeep/contract/endpoint';
import { fileMaxBytes, type ResourceCategory, resourceCalls } from '@patchkeep/contract/resources';
import { DataStore, Server, Upload } from '@tus/server';
import { found, Refusal } from '../../platform/errors.ts';
import type { Transfer, TransferAnswer } from '../../platform/http/transfer.ts';
import { takePart } from './parts.service.ts';
import type { Quarantine } from './quarantine.service.ts';
import { presentResource } from './resources.presenter.ts';
import { findResource } from './resources.repository.ts';
import type { SiteResourceRow } from './resources.tables.ts';
import { announce, keyOf } from './uploads.service.ts';

/** A call by the tus protocol about one file, or about one that begins. */
interface TusCall {
  quarantine: Quarantine;
  category: ResourceCategory;
  transfer: Transfer;
  id?: string;
}

/** Of the call, only what the protocol reads: no other header reaches its code. */
const given = [
  'tus-resumable',
  'upload-length',
  'upload-offset',
  'upload-defer-length',
  'upload-metadata',
  'content-type',
  'content-length',
];
/** Of the answer, only what the protocol says: who may read it is for us to say. */
const taken = ['tus-resumable', 'upload-offset', 'upload-length', 'location'];

/** What the protocol asks of a store, for one caller: it sees the files of one site and category, and no others. */
class PartStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload'];
  readonly #call: TusCall;
  row: SiteResourceRow | undefined;
  /** What we refused, with more than a status. */
  failure: unknown;

  constructor(call: TusCall) {
    super();
    this.#call = call;
  }

  async #tried<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }

  override create(upload: Upload): Promise<Upload> {
    const { transfer, category } = this.#call;
    return this.#tried(async () => {
      const { filename, filetype } = upload.metadata ?? {};
      const announced = { category, filename, contentType: filetype, size: upload.size ?? 0 };
      this.row = await transfer.inTenant((context) => announce(context, announced));
      // The protocol's code asks for an id before anything is checked; ours is the one that counts.
      upload.id = this.row.resource_id;
      return upload;
    });
  }

  override getUpload(id: string): Promise<Upload> {
    const { transfer, category } = this.#call;
    return this.#tried(async () => {
      const row = await transfer.inTenant(({ tx, ...context }) => findResource(tx, keyOf({ tx, ...context }, id)));
      this.row = found(row?.category === category ? row : undefined);
      const { offset, size } = { offset: presentResource(this.row).bytesDone, size: this.row.size };
      return new Upload({ id, size, offset });
    });
  }

  override write(content: AsyncIterable<Uint8Array>, _id: string, from: number): Promise<number> {
    const { quarantine, transfer } = this.#call;
    return this.#tried(() =>
      takePart({ quarantine, inTenant: transfer.inTenant, row: found(this.row), from, content }),
    );
  }
}

const requestOf = ({ method, headers, body }: Transfer): Request => {
  const named = given.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const content = method === 'HEAD' ? {} : { body: Readable.toWeb(Readable.from(body)), duplex: 'half' };
  return new Request('http://upload.invalid/', { method, headers: named, ...content } as RequestInit);
};

/** Refuses as the rest of the api does: by our own word, or by the protocol's. */
const refusal = async (answer: Response, failure: unknown): Promise<unknown> => {
  if (failure instanceof Refusal || (failure !== undefined && answer.status >= 500)) return failure;
  return new Refusal(answer.status, (await answer.text()).trim());
};

/** Answers a call by the tus protocol, behind the guards of the endpoint that it came to. */
export const answerTus = async (call: TusCall): Promise<TransferAnswer> => {
  const { category, transfer } = call;
  const store = new PartStore(call);
  const id = call.id ?? randomUUID();
  const server = new Server({
    path: '/',
    datastore: store,
    maxSize: fileMaxBytes,
    allowedOrigins: [],
    // A row says who writes, for all processes; within one call nobody competes.
    locker: { newLock: () => ({ lock: async () => undefined, unlock: async () => undefined }) },
    namingFunction: () => id,
    getFileIdFromRequest: () => id,
    generateUrl: () => `${uiBase}${resourceCalls[category].create.path}/${store.row?.resource_id ?? id}`,
  });
  const answer = await server.handleWeb(requestOf(transfer));
  if (answer.status >= 400) throw await refusal(answer, store.failure);
  const headers = Object.fromEntries(
    taken.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  const isNew = transfer.method === 'POST' && store.row !== undefined;
  return {
    status: answer.status,
    headers,
    ...(isNew && store.row && { body: { siteResource: presentResource(store.row) } }),
  };
};
