import { customLimits } from '@patchkeep/contract/custom-software';
import { useId } from 'react';
import { FileState, UploadBox } from '../../../acts/uploads/upload-box.tsx';
import { removeUploaded } from '../../../acts/uploads/use-upload.ts';
import { Button } from '../../../ui/button.tsx';
import { Problem } from '../../../ui/form/problem.tsx';
import { formatBytes } from '../../../ui/format.ts';
import { type DraftFile, kindOf, mainOf, type SpecDraft, withFile } from './spec-draft.ts';
import l from '../../../ui/cell-lines.module.css';
import s from '../custom-software.module.css';

interface FilesFieldProps {
  draft: SpecDraft;
  /** Names the form, so that an upload that was cut off is found again. */
  place: string;
  onChange: (change: (draft: SpecDraft) => SpecDraft) => void;
  /** Whether a file was uploaded for this form alone. */
  isOwn: (tag: string) => boolean;
  onBusy: (isBusy: boolean) => void;
  problem: string | undefined;
}

/** The files of custom software: each is uploaded as soon as it is chosen, and one of them is run. */
export function FilesField({ draft, place, onChange, isOwn, onBusy, problem }: FilesFieldProps) {
  const name = useId();
  const main = mainOf(draft);
  const takeOut = ({ siteResourceTag: tag }: DraftFile) => {
    if (isOwn(tag)) removeUploaded('installer', tag);
    onChange((now) => ({ ...now, files: now.files.filter(({ siteResourceTag }) => siteResourceTag !== tag) }));
  };
  return (
    <fieldset className={s['group']}>
      <legend>Files</legend>
      <p className="muted">
        The installer, and what must lie beside it, such as a transform. The main file is the one that is run: exe, msi,
        msp, ps1, deb or sh.
      </p>
      {draft.files.length > 0 && (
        <ul className={s['chosenFiles']} aria-label="Chosen files">
          {draft.files.map((file) => (
            <li key={file.siteResourceTag}>
              <div className={l['pieces']}>
                <label className={s['main']}>
                  <input
                    type="radio"
                    name={name}
                    aria-label={`Main file: ${file.filename}`}
                    checked={file === main}
                    disabled={kindOf(file.filename) === undefined}
                    onChange={() => onChange((now) => ({ ...now, mainFile: file.siteResourceTag }))}
                  />
                  <span>
                    {file.filename} <span className="muted">{formatBytes(file.size)}</span>
                    {file === main && <span className="muted"> · main file</span>}
                  </span>
                </label>
                <Button size="small" aria-label={`Remove ${file.filename}`} onPress={() => takeOut(file)}>
                  Remove
                </Button>
              </div>
              <FileState category="installer" id={file.siteResourceTag} />
            </li>
          ))}
        </ul>
      )}
      {draft.files.length < customLimits.files && (
        <UploadBox
          category="installer"
          title="custom software"
          place={place}
          file={undefined}
          isMultiple
          whenNone={draft.files.length === 0 ? 'No file yet' : 'Another file may lie beside it'}
          onBusy={onBusy}
          onRemove={() => undefined}
          onReady={(resource) => onChange((now) => withFile(now, resource))}
        />
      )}
      {problem !== undefined && <Problem>{problem}</Problem>}
    </fieldset>
  );
}
