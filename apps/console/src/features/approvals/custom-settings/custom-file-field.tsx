import type { Customization, UpgradeConfig } from '@patchkeep/contract/customization';
import { resourceCalls, uploadMaxBytes } from '@patchkeep/contract/resources';
import Upload from 'lucide-react/icons/upload';
import { useRef, useState } from 'react';
import { call, exceptions } from '../../../lib/client.ts';
import { asFailure } from '../../../lib/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { fileFor, isOutdated } from './custom-draft.ts';
import s from './custom.module.css';

type ChosenFile = Customization['files'][string];

export interface CustomFileFieldProps {
  choice: UpgradeConfig['files'][number];
  file: ChosenFile | undefined;
  newestVersion: string | null;
  onChange: (file: ChosenFile | undefined) => void;
  onUploading: (isUploading: boolean) => void;
}

const upload = async (file: File) => {
  const { siteResource } = await call(
    resourceCalls['custom-settings'].create,
    { query: { filename: file.name } },
    { file, operation: { verb: 'upload', thing: 'approvals' } },
  );
  return siteResource;
};

/** A file of the customer's own: it is uploaded as soon as it is chosen, and used once the form is saved. */
export function CustomFileField({ choice, file, newestVersion, onChange, onUploading }: CustomFileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { title, help, isRequired } = choice;
  const take = async (chosen: File) => {
    if (chosen.size > uploadMaxBytes) {
      setProblem(`${chosen.name} is larger than ${uploadMaxBytes / 1024 ** 2} MiB.`);
      return;
    }
    setProblem(null);
    setBusy(true);
    onUploading(true);
    try {
      const { siteResourceTag, filename } = await upload(chosen);
      onChange({ siteResourceTag, filename, forVersion: fileFor(choice, newestVersion) });
    } catch (thrown) {
      const failure = asFailure(thrown);
      setProblem(failure.message);
      exceptions.reportInPlace(failure);
    } finally {
      setBusy(false);
      onUploading(false);
    }
  };
  return (
    <fieldset className={s['file']} aria-label={title}>
      <div className={s['fileLine']}>
        <strong>{title}</strong>
        {!isRequired && <span className="muted">(optional)</span>}
        <span className={s['push']}>
          {file && (
            <Button size="small" aria-label={`Remove ${file.filename}`} onPress={() => onChange(undefined)}>
              Remove
            </Button>
          )}
          <Button size="small" icon={Upload} isPending={isBusy} onPress={() => input.current?.click()}>
            {file ? 'Replace...' : 'Choose file...'}
          </Button>
        </span>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={`File for ${title}`}
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            // The same file may be chosen again after it was refused.
            target.value = '';
            if (chosen) void take(chosen);
          }}
        />
      </div>
      <output>
        {isBusy ? 'Uploading...' : file ? file.filename : <span className="muted">No file yet</span>}
        {file && file.forVersion !== null && <span className="muted"> for {file.forVersion}</span>}
      </output>
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
      {problem !== null && (
        <p role="alert" className={s['wrong']}>
          {problem}
        </p>
      )}
      {help && <p className="muted">{help}</p>}
    </fieldset>
  );
}
