import { fileMaxBytes, type ResourceCategory, resourceCalls, type SiteResource } from '@patchkeep/contract/resources';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { call, drafts, exceptions, siteOfTab } from '../../lib/client.ts';
import { asFailure } from '../../lib/failure.ts';
import { createSender } from './send-file.ts';
import { uploadWords } from './upload-words.ts';

/** Of an upload that has not ended: enough to know its file again, and to go on with it. */
const begunUpload = z.object({
  id: z.string(),
  filename: z.string(),
  size: z.number(),
  modified: z.number(),
  done: z.number(),
});
export type BegunUpload = z.output<typeof begunUpload>;

/** Waits, but no longer than until the browser says that the network is back. */
const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end, { once: true });
    signal.addEventListener('abort', end, { once: true });
  });
const sendFile = createSender({ call, wait });

const isSame = (file: File, begun: BegunUpload): boolean =>
  file.name === begun.filename && file.size === begun.size && file.lastModified === begun.modified;

const giveUp = (category: ResourceCategory, id: string) =>
  call(resourceCalls[category].remove, { params: { id } }, { operation: { verb: 'remove', thing: 'files' } });

/** Removes a file that was uploaded; one that is in use stays, and who uses it decides. */
export const removeUploaded = (category: ResourceCategory, id: string): void =>
  void giveUp(category, id).catch(() => undefined);

export interface UploadProgress {
  filename: string;
  size: number;
  done: number;
  /** The network or the server is away; it goes on by itself. */
  isWaiting: boolean;
}

interface UploadOptions {
  category: ResourceCategory;
  /** What the file is for: names its upload in this tab, so that it is found again after a reload. */
  place: string;
  onReady: (resource: SiteResource) => void;
  onBusy: (isBusy: boolean) => void;
}

/** Uploads one file at a time, and remembers what it has begun. */
export const useUpload = ({ category, place, onReady, onBusy }: UploadOptions) => {
  const name = `upload.${category}.${place}`;
  const site = siteOfTab() ?? '';
  const [begun, setBegun] = useState(() => drafts.read(site, name, begunUpload));
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const keep = (next: BegunUpload | undefined) => {
    setBegun(next);
    drafts.keep(site, name, next);
  };
  const send = async (file: File, control: AbortController) => {
    const goesOn = begun !== undefined && isSame(file, begun);
    // Another file was chosen instead: what has come of the first is of no use.
    if (begun !== undefined && !goesOn) void giveUp(category, begun.id).catch(() => undefined);
    let own = goesOn ? begun : undefined;
    const onProgress = (done: number, isWaiting: boolean) => {
      if (control.signal.aborted) return;
      setProgress({ filename: file.name, size: file.size, done, isWaiting });
      if (own) keep({ ...own, done });
    };
    const onBegun = ({ siteResourceTag: id }: SiteResource) => {
      own = { id, filename: file.name, size: file.size, modified: file.lastModified, done: 0 };
      keep(own);
    };
    const upload = { begunId: own?.id, signal: control.signal, onBegun };
    const resource = await sendFile({ category, file, onProgress }, upload);
    keep(undefined);
    if (resource.state !== 'refused') return onReady(resource);
    // Nobody can use it: it is told here, and the site keeps nothing of it.
    setProblem(uploadWords(resource).text);
    removeUploaded(category, resource.siteResourceTag);
  };
  const start = async (file: File) => {
    setProblem(file.size > fileMaxBytes ? `${file.name} is larger than 2 GiB.` : null);
    if (file.size > fileMaxBytes) return;
    const control = new AbortController();
    running.current = control;
    setProgress({ filename: file.name, size: file.size, done: 0, isWaiting: false });
    onBusy(true);
    try {
      await send(file, control);
    } catch (thrown) {
      if (control.signal.aborted) return;
      const failure = asFailure(thrown);
      setProblem(failure.message);
      exceptions.reportInPlace(failure);
    } finally {
      if (running.current === control) {
        running.current = undefined;
        setProgress(null);
        onBusy(false);
      }
    }
  };
  /** Ends what runs, and has the server forget it. */
  const discard = () => {
    running.current?.abort();
    const left = begun ?? drafts.read(site, name, begunUpload);
    keep(undefined);
    setProblem(null);
    if (left) void giveUp(category, left.id).catch(() => undefined);
  };
  return { begun, progress, problem, start, discard };
};
