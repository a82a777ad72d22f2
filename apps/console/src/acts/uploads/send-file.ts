import { partBytes, type ResourceCategory, resourceCalls, type SiteResource } from '@patchkeep/contract/resources';
import type { Caller } from '../../lib/call.ts';
import { asFailure } from '../../lib/failure.ts';

/** What a new file of the site is made of. */
interface NewResource {
  category: ResourceCategory;
  /** That of the file, where none is given. */
  contentType?: string;
  /** The file's own name, where none is given. */
  filename?: string;
  file: File;
  /** Told how many bytes the server has, and whether it is being waited for. */
  onProgress: (done: number, isWaiting: boolean) => void;
}

/** Where its upload began, if it did, and who ends it. */
interface Upload {
  /** The upload of this file that was begun before and has not ended. */
  begunId: string | undefined;
  signal: AbortSignal;
  onBegun: (resource: SiteResource) => void;
}

interface Around {
  call: Caller;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

const operation = { verb: 'upload', thing: 'files' } as const;
const version = { 'tus-resumable': '1.0.0' };
/** No answer, another part or another writer first, and servers that are busy or away: it goes on when that is over. */
const passing: readonly number[] = [0, 408, 409, 423, 502, 503, 504];
const longestWaitMs = 15_000;

/** UTF-8 as base64, as the protocol wants names. */
const base64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte)).join(''));

const announce = ({ file, filename, contentType }: NewResource): Record<string, string> => ({
  ...version,
  'upload-length': String(file.size),
  'upload-metadata': [
    `filename ${base64(filename || file.name)}`,
    `filetype ${base64(contentType || file.type || 'application/octet-stream')}`,
  ].join(','),
});

/** Sends files by the tus protocol, part by part. What was cut off goes on where it ended. */
export const createSender = ({ call, wait }: Around) => {
  /** Tries until it works or fails for good. Every try begins by asking how far the server is. */
  const patiently = async <T>(signal: AbortSignal, onWaiting: () => void, work: () => Promise<T>): Promise<T> => {
    for (let tries = 0; ; tries++) {
      try {
        return await work();
      } catch (thrown) {
        if (signal.aborted || !passing.includes(asFailure(thrown).type)) throw thrown;
        onWaiting();
        await wait(Math.min(1_000 * 2 ** tries, longestWaitMs), signal);
        if (signal.aborted) throw thrown;
      }
    }
  };

  return async (wanted: NewResource, { begunId, signal, onBegun }: Upload): Promise<SiteResource> => {
    const { category, file, onProgress } = wanted;
    const calls = resourceCalls[category];
    const options = { signal, operation, retries: 0 };
    let done = 0;
    const onWaiting = () => onProgress(done, true);
    const stateOf = async (id: string) => (await call(calls.state, { params: { id } }, options)).siteResource;
    const begin = async () => {
      const { siteResource } = await call(calls.create, { query: {} }, { ...options, headers: announce(wanted) });
      onBegun(siteResource);
      return siteResource;
    };
    const resume = (id: string) =>
      stateOf(id).catch((thrown: unknown) => {
        if (asFailure(thrown).type === 404) return begin();
        throw thrown;
      });
    let resource = await patiently(signal, onWaiting, () => (begunId === undefined ? begin() : resume(begunId)));
    const id = resource.siteResourceTag;
    while (resource.state === 'receiving') {
      done = resource.bytesDone;
      onProgress(done, false);
      resource = await patiently(signal, onWaiting, async () => {
        // Anew with every try: of a part that was cut off the server has kept what came.
        const { state, bytesDone } = await stateOf(id);
        done = bytesDone;
        if (state === 'receiving') {
          onProgress(done, false);
          await call(
            calls.part,
            { params: { id } },
            {
              ...options,
              file: file.slice(done, done + partBytes),
              headers: {
                ...version,
                'upload-offset': String(done),
                'content-type': 'application/offset+octet-stream',
              },
            },
          );
        }
        return stateOf(id);
      });
    }
    return resource;
  };
};
