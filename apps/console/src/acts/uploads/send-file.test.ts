import { partBytes, type SiteResource } from '@patchkeep/contract/resources';
import { expect, it } from 'vitest';
import type { Caller } from '../../lib/call.ts';
import { CallFailure } from '../../lib/failure.ts';
import { createSender } from './send-file.ts';

const size = partBytes * 2 + 1_000;
const file = new File([new Uint8Array(size)], 'Prüfung.exe');

/** A server that takes parts, and fails as it is told to. */
const server = (failures: (number | undefined)[]) => {
  let done = 0;
  const offsets: number[] = [];
  const named: string[] = [];
  const resource = () =>
    ({ siteResourceTag: 'one', state: done === size ? 'waiting' : 'receiving', bytesDone: done }) as SiteResource;
  const call = (async (endpoint: { method: string }, _given: unknown, options: { file?: Blob; headers?: object }) => {
    const headers = new Headers(options.headers as Record<string, string>);
    if (endpoint.method === 'POST') named.push(headers.get('upload-metadata') ?? '');
    if (endpoint.method !== 'PATCH') return { siteResource: resource() };
    const failure = failures.shift();
    // Half of the part came before it was cut off.
    if (failure === 0) done += 1_000;
    if (failure !== undefined) throw new CallFailure({ type: failure, message: 'cut' });
    offsets.push(Number(headers.get('upload-offset')));
    done += options.file?.size ?? 0;
    return {};
  }) as unknown as Caller;
  return { call, offsets, named };
};

const send = async ({ call }: ReturnType<typeof server>, begunId?: string) => {
  const told: [number, boolean][] = [];
  const state = await createSender({ call, wait: async () => undefined })({
    category: 'installer',
    file,
    begunId,
    signal: new AbortController().signal,
    onProgress: (done, isWaiting) => told.push([done, isWaiting]),
    onBegun: () => undefined,
  });
  return { state, told };
};

it('a file goes in parts of 20 MiB, and says how far it is by them [CUST-16]', async () => {
  const at = server([]);
  const { state, told } = await send(at);
  expect(partBytes).toBe(20_971_520);
  expect(at.offsets).toEqual([0, partBytes, 2 * partBytes]);
  expect(new Set(told.map(([done]) => done))).toEqual(new Set([0, partBytes, 2 * partBytes]));
  expect(state.state).toBe('waiting');
});

it('its name goes along as UTF-8, and a file without a type as application/octet-stream [CUST-11]', async () => {
  const at = server([]);
  await send(at);
  const parts = Object.fromEntries((at.named[0] ?? '').split(',').map((part) => part.split(' ')));
  const decoded = (text: string) =>
    new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0));
  expect([decoded(parts['filename'] ?? ''), decoded(parts['filetype'] ?? '')]).toEqual([
    'Prüfung.exe',
    'application/octet-stream',
  ]);
});

it('what was cut off goes on where the server has it, also when it was begun before', async () => {
  const at = server([undefined, 0, 423, 503]);
  const { told } = await send(at, 'one');
  expect(at.named).toEqual([]);
  expect(at.offsets).toEqual([0, partBytes + 1_000]);
  expect(told.filter(([, isWaiting]) => isWaiting)).toHaveLength(3);
});

it('a refusal ends it', async () => {
  await expect(send(server([413]))).rejects.toThrow('cut');
});
