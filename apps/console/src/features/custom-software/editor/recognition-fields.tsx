import { Select } from '../../../ui/form/select.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { type DraftRecognition, fieldLabels, type FieldName } from './spec-draft.ts';
import s from '../custom-software.module.css';

const ways = [
  { value: 'productCode', label: 'By its product code', detail: 'As the Windows Installer lists it' },
  { value: 'name', label: 'By its name', detail: 'As the software list of a host has it' },
  { value: 'none', label: 'Not at all', detail: 'The word of the installer has to do' },
] as const;

interface RecognitionFieldsProps {
  recognition: DraftRecognition;
  onChange: (recognition: DraftRecognition) => void;
  problemOf: (field: FieldName) => string | undefined;
}

/** By what hosts know that it is installed: filled in from the main file, as far as that says it. */
export function RecognitionFields({ recognition, onChange, problemOf }: RecognitionFieldsProps) {
  const change = (part: Partial<DraftRecognition>) => onChange({ ...recognition, ...part });
  return (
    <fieldset className={s['group']}>
      <legend>How hosts know that it is installed</legend>
      <Select label="Known" isLabelHidden options={ways} value={recognition.by} onChange={(by) => change({ by })} />
      {recognition.by === 'productCode' && (
        <TextField
          label={fieldLabels.productCode}
          errorMessage={problemOf('productCode')}
          value={recognition.productCode}
          onChange={(productCode) => change({ productCode })}
        />
      )}
      {recognition.by === 'name' && (
        <div className={s['pair']}>
          <TextField
            label={fieldLabels.name}
            errorMessage={problemOf('name')}
            maxLength={200}
            value={recognition.name}
            onChange={(name) => change({ name })}
          />
          <TextField
            label="Version"
            description="Empty: any version will do."
            isOptional
            maxLength={200}
            value={recognition.version}
            onChange={(version) => change({ version })}
          />
        </div>
      )}
      {recognition.by === 'none' && (
        <p className="muted">
          A job then counts as done on a host when the installer says that it succeeded. Nobody notices when it is
          removed later, and it runs again where it is installed already.
        </p>
      )}
    </fieldset>
  );
}
