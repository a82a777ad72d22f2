import type { Customization, UpgradeConfig } from '@patchkeep/contract/customization';
import type { ReactNode } from 'react';
import { Select } from '../../../ui/form/select.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { CustomFileField } from './custom-file-field.tsx';
import s from './custom.module.css';

export interface CustomSettingsFieldsProps {
  config: UpgradeConfig;
  draft: Customization;
  onChange: (draft: Customization) => void;
  onUploading: (isUploading: boolean) => void;
}

/** A field for everything the channel can be told, in the order an installer would ask. */
export function CustomSettingsFields({ config, draft, onChange, onUploading }: CustomSettingsFieldsProps) {
  const { pkgDataSelector, installOptions, files, newestVersion } = config;
  const fileField = (choice: UpgradeConfig['files'][number]) => (
    <CustomFileField
      key={choice.name}
      channelTag={config.channelTag}
      choice={choice}
      file={draft.files[choice.name]}
      newestVersion={newestVersion}
      onUploading={onUploading}
      onChange={(file) => {
        const { [choice.name]: _, ...others } = draft.files;
        onChange({ ...draft, files: file ? { ...others, [choice.name]: file } : others });
      }}
    />
  );
  const plain = files.filter(({ isAdvanced }) => !isAdvanced);
  const advanced = files.filter(({ isAdvanced }) => isAdvanced);
  return (
    <>
      {pkgDataSelector.length > 0 && (
        <Part title="Package">
          <div className={s['pair']}>
            {pkgDataSelector.map(({ name, title, choices }) => (
              <Select
                key={name}
                label={title}
                options={choices.map((choice) => ({ value: choice.value, label: choice.title }))}
                value={draft.selectors[name] ?? null}
                onChange={(value) => onChange({ ...draft, selectors: { ...draft.selectors, [name]: value } })}
              />
            ))}
          </div>
        </Part>
      )}
      {installOptions.length > 0 && (
        <Part title="Install options">
          {installOptions.map(({ name, title, help, isRequired }) => (
            <TextField
              key={name}
              label={title}
              description={help || undefined}
              isOptional={!isRequired}
              maxLength={1_000}
              value={draft.installOptions[name] ?? ''}
              onChange={(value) => onChange({ ...draft, installOptions: { ...draft.installOptions, [name]: value } })}
            />
          ))}
        </Part>
      )}
      {plain.length > 0 && <Part title="Files">{plain.map(fileField)}</Part>}
      {advanced.length > 0 && (
        <details
          className={s['advanced']}
          open={advanced.some(({ name, isRequired }) => isRequired || name in draft.files)}
        >
          <summary>Advanced</summary>
          <div className={s['part']}>{advanced.map(fileField)}</div>
        </details>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={s['part']}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
