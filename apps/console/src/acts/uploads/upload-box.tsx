import type { ResourceCategory, SiteResource } from '@patchkeep/contract/resources';
import { useQuery } from '@tanstack/react-query';
import Upload from 'lucide-react/icons/upload';
import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { formatBytes, formatPercent } from '../../ui/format.ts';
import { uploadWords } from './upload-words.ts';
import { resourceQuery } from './uploads.queries.ts';
import { removeUploaded, type UploadProgress, useUpload } from './use-upload.ts';
import l from '../../ui/cell-lines.module.css';
import s from './upload-box.module.css';

export interface UploadBoxProps {
  category: ResourceCategory;
  /** What the file is for, in words. */
  title: string;
  /** Names this place among those that upload, so that an upload is found again after a reload. */
  place: string;
  /** The file that is there. */
  file: { siteResourceTag: string; filename: string } | undefined;
  onReady: (resource: SiteResource) => void;
  onRemove: () => void;
  onBusy: (isBusy: boolean) => void;
  /** Said while there is no file. */
  whenNone?: string;
  /** Several may be chosen at once; they go one after the other. */
  isMultiple?: boolean;
}

/** Uploads a file as soon as it is chosen, says how far it is and what the scanner says, and lets it be removed. */
export function UploadBox({
  category,
  title,
  place,
  file,
  onReady,
  onRemove,
  onBusy,
  whenNone = 'No file yet',
  isMultiple = false,
}: UploadBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const { begun, progress, problem, start, discard } = useUpload({ category, place, onReady, onBusy });
  const startAll = async (files: readonly File[]) => {
    for (const each of files) await start(each);
  };
  const remove = () => {
    if (file) removeUploaded(category, file.siteResourceTag);
    onRemove();
  };
  return (
    <>
      <div className={l['pieces']}>
        <span className={s['what']}>
          {file && !progress ? file.filename : !progress && !begun && <span className="muted">{whenNone}</span>}
          {!progress && begun && (
            <span>
              {begun.filename} has come to {formatPercent(begun.done / begun.size)}. Choose the same file to go on.
            </span>
          )}
        </span>
        {progress || begun ? (
          <Button size="small" onPress={discard}>
            {progress ? 'Cancel upload' : 'Give up'}
          </Button>
        ) : (
          file && (
            <Button size="small" aria-label={`Remove ${file.filename}`} onPress={remove}>
              Remove
            </Button>
          )
        )}
        <Button size="small" icon={Upload} isPending={progress !== null} onPress={() => input.current?.click()}>
          {begun && !progress ? 'Go on...' : file ? 'Replace...' : isMultiple ? 'Choose files...' : 'Choose file...'}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          multiple={isMultiple}
          aria-label={`File for ${title}`}
          onChange={({ target }) => {
            const chosen = [...(target.files ?? [])];
            // The same file may be chosen again after it was refused.
            target.value = '';
            void startAll(chosen);
          }}
        />
      </div>
      {progress && <Progress title={title} progress={progress} />}
      {file && !progress && <FileState category={category} id={file.siteResourceTag} />}
      {problem !== null && (
        <p role="alert" className={s['danger']}>
          {problem}
        </p>
      )}
    </>
  );
}

function Progress({
  title,
  progress: { filename, size, done, isWaiting },
}: {
  title: string;
  progress: UploadProgress;
}) {
  return (
    <div className={s['progress']}>
      <progress aria-label={`Upload for ${title}`} max={size} value={done} />
      <output>
        {isWaiting
          ? `No connection at ${formatPercent(done / size)}. It goes on by itself.`
          : `Uploading ${filename}: ${formatPercent(done / size)} of ${formatBytes(size)}`}
      </output>
    </div>
  );
}

/** What became of a file that has come. */
export function FileState({ category, id }: { category: ResourceCategory; id: string }) {
  const { data, isError } = useQuery(resourceQuery(category, id));
  if (isError) return <p className="muted">How far it is cannot be read now.</p>;
  if (!data) return null;
  const { tone, text } = uploadWords(data);
  return tone === 'danger' ? (
    <p role="alert" className={s['danger']}>
      {text}
    </p>
  ) : (
    <output className={tone === 'warning' ? s['warning'] : 'muted'}>{text}</output>
  );
}
