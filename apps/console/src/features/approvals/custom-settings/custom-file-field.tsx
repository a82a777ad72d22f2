import type { Customization, UpgradeConfig } from '@patchkeep/contract/customization';
import { UploadBox } from '../../../acts/uploads/upload-box.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { fileFor, isOutdated } from './custom-draft.ts';
import l from '../../../ui/cell-lines.module.css';
import s from './custom.module.css';

type ChosenFile = Customization['files'][string];

export interface CustomFileFieldProps {
  /** The application: an upload that was cut off is found again by it. */
  channelTag: string;
  choice: UpgradeConfig['files'][number];
  file: ChosenFile | undefined;
  newestVersion: string | null;
  onChange: (file: ChosenFile | undefined) => void;
  onUploading: (isUploading: boolean) => void;
}

/** A file of the customer's own: it is uploaded as soon as it is chosen, and used once the form is saved. */
export function CustomFileField(props: CustomFileFieldProps) {
  const { channelTag, choice, file, newestVersion, onChange, onUploading } = props;
  const { title, help, isRequired } = choice;
  return (
    <fieldset className={s['file']} aria-label={title}>
      <div className={l['pieces']}>
        <strong>{title}</strong>
        {!isRequired && <span className="muted">(optional)</span>}
        {file && file.forVersion !== null && <span className="muted">for {file.forVersion}</span>}
      </div>
      <UploadBox
        category="custom-settings"
        title={title}
        place={`${channelTag}.${choice.name}`}
        file={file}
        onBusy={onUploading}
        onRemove={() => onChange(undefined)}
        onReady={({ siteResourceTag, filename }) =>
          onChange({ siteResourceTag, filename, forVersion: fileFor(choice, newestVersion) })
        }
      />
      {file && choice.type === 'replaceInstaller' && newestVersion === null && (
        <TextField
          label="Its version"
          description="No catalogue tells the versions of this application: write the one this installer brings."
          maxLength={100}
          value={file.forVersion ?? ''}
          onChange={(value) => onChange({ ...file, forVersion: value.trim() === '' ? null : value.trim() })}
        />
      )}
      {file && isOutdated(choice, file, newestVersion) && (
        <p className={s['old']}>
          This file is for another version. {newestVersion ?? 'The new one'} needs an installer of its own.
        </p>
      )}
      {help && <p className="muted">{help}</p>}
    </fieldset>
  );
}
