import { type ResourceCategory, partBytes } from '@patchkeep/contract/resources';
import { expect, it } from 'vitest';
import { createCall } from '../../lib/call.ts';
import { testInstance } from '../../testkit/fake-fetch.ts';
import { sampleResource } from '../../testkit/sample-resource.ts';
import { createSender } from './send-file.ts';

const size = partBytes * 2 + 1_000;
const content = new Uint8Array(size);
// Parts in another order would be another file.
for (const at of [0, 1, 2]) content[at * partBytes] = at + 1;
const file = new File([content], 'Prüfung.exe');
const hashOf = async (blob: Blob) => new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
const { siteResourceTag: id } = sampleResource();
const metadataOf = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    (headers.get('upload-metadata') ?? '').split(',').map((part) => {
      const [name = '', value = ''] = part.split(' ');
      return [name, new TextDecoder().decode(Uint8Array.from(atob(value), (letter) => letter.codePointAt(0) ?? 0))];
    }),
  );

/** What lies behind the network: it takes parts, and fails as it is told to. 0: the answer is lost on its way. */
const server = (failures: (number | undefined)[] = []) => {
  let done = 0;
  const offsets: number[] = [];
  const begun: { path: string; length: string | null; metadata: Record<string, string> }[] = [];
  const bytes: Blob[] = [];
  const told = (category: string) =>
    Response.json({
      siteResource: sampleResource({
        category: category as ResourceCategory,
        size,
        bytesDone: done,
        state: done === size ? 'waiting' : 'receiving',
      }),
    });
  const fetch = async (address: string, init: RequestInit): Promise<Response> => {
    const { pathname } = new URL(address, 'https://console.example');
    const [, category = ''] = /\/resource\/([^/]+)/.exec(pathname) ?? [];
    const headers = new Headers(init.headers);
    if (init.method === 'POST')
      begun.push({ path: pathname, length: headers.get('upload-length'), metadata: metadataOf(headers) });
    if (init.method !== 'PATCH') return told(category);
    const failure = failures.shift();
    if (failure === 0) {
      // Half of the part came before it was cut off.
      done += 1_000;
      throw new TypeError('Failed to fetch');
    }
    if (failure !== undefined) return Response.json({ message: 'cut' }, { status: failure });
    offsets.push(Number(headers.get('upload-offset')));
    const part = init.body as Blob;
    bytes.push(part);
    done += part.size;
    return new Response(null, { status: 204 });
  };
  const call = createCall({
    fetch,
    wait: async () => undefined,
    instanceId: testInstance,
    csrf: () => 'the-csrf',
    takeActivity: () => false,
  });
  return { call, offsets, begun, bytes };
};

const send = async ({ call }: ReturnType<typeof server>, given: object = {}, begunId?: string) => {
  const told: [number, boolean][] = [];
  const state = await createSender({ call, wait: async () => undefined })(
    { category: 'installer', file, onProgress: (done, isWaiting) => told.push([done, isWaiting]), ...given },
    { begunId, signal: new AbortController().signal, onBegun: () => undefined },
  );
  return { state, told };
};

it('a new resource is made of a category, a content type, a file name, a file, and who is told how far it is [CUST-13]', async () => {
  const at = server();
  const progress: number[] = [];
  const { state } = await send(at, {
    category: 'custom-settings',
    contentType: 'application/x-msi',
    filename: 'As we call it.msi',
    file,
    onProgress: (done: number) => progress.push(done),
  });
  expect(at.begun).toEqual([
    {
      path: '/api/corporate/ui/resource/custom-settings',
      length: String(size),
      metadata: { filename: 'As we call it.msi', filetype: 'application/x-msi' },
    },
  ]);
  expect(await hashOf(new Blob(at.bytes))).toEqual(await hashOf(file));
  expect([...new Set(progress)]).toEqual([0, partBytes, 2 * partBytes]);
  expect(state).toMatchObject({ siteResourceTag: id, category: 'custom-settings', state: 'waiting', bytesDone: size });
});

it('a file goes in parts of 20 MiB, and says how far it is by them [CUST-16]', async () => {
  const at = server();
  const { state, told } = await send(at);
  expect(partBytes).toBe(20_971_520);
  expect(at.offsets).toEqual([0, partBytes, 2 * partBytes]);
  expect(new Set(told.map(([done]) => done))).toEqual(new Set([0, partBytes, 2 * partBytes]));
  expect(state.state).toBe('waiting');
});

it('its content type is that of the file, else application/octet-stream; its name the one given, else its own [CUST-11]', async () => {
  const announced = async (given: object) => {
    const at = server();
    await send(at, given);
    return at.begun[0]?.metadata;
  };
  const unknown = 'application/octet-stream';
  expect(await announced({})).toEqual({ filename: 'Prüfung.exe', filetype: unknown });
  expect(await announced({ filename: 'Müller.exe' })).toEqual({ filename: 'Müller.exe', filetype: unknown });
  const typed = new File([new Uint8Array(size)], 'a.ps1', { type: 'text/plain' });
  expect(await announced({ file: typed })).toEqual({ filename: 'a.ps1', filetype: 'text/plain' });
});

it('what was cut off goes on where the server has it, also when it was begun before', async () => {
  const at = server([undefined, 0, 423, 503]);
  const { told } = await send(at, {}, id);
  expect(at.begun).toEqual([]);
  expect(at.offsets).toEqual([0, partBytes + 1_000]);
  expect(told.filter(([, isWaiting]) => isWaiting)).toHaveLength(3);
});

it('a refusal ends it', async () => {
  await expect(send(server([413]))).rejects.toMatchObject({ type: 413, message: expect.stringContaining('cut') });
});
