import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { flags, flagText } from '../custom-text.ts';
import { installHelp, removeHelp } from './argument-text.ts';
import { draftKind, fieldLabels, type FieldName, isRemovable, type SpecDraft } from './spec-draft.ts';
import s from '../custom-software.module.css';

interface ArgumentFieldsProps {
  draft: SpecDraft;
  onChange: (part: Partial<SpecDraft>) => void;
  problemOf: (field: FieldName) => string | undefined;
}

/** What the main file is told when it is run, and whether it can be told to remove what it installed. */
export function ArgumentFields({ draft, onChange, problemOf }: ArgumentFieldsProps) {
  const kind = draftKind(draft) ?? 'exe';
  return (
    <>
      {kind !== 'deb' && (
        <TextField
          label={fieldLabels.installArguments}
          description={installHelp[kind]}
          errorMessage={problemOf('installArguments')}
          isMultiline
          isOptional
          value={draft.installArguments}
          onChange={(installArguments) => onChange({ installArguments })}
        />
      )}
      <Checkbox
        isSelected={isRemovable(draft)}
        onChange={(isOn) => onChange({ isRemovable: isOn })}
        description="A job can then remove it from hosts by its main file."
      >
        It can be removed
      </Checkbox>
      {isRemovable(draft) && (
        <TextField
          label={fieldLabels.removeArguments}
          description={removeHelp[kind]}
          errorMessage={problemOf('removeArguments')}
          isMultiline
          isOptional={kind !== 'deb'}
          value={draft.removeArguments}
          onChange={(removeArguments) => onChange({ removeArguments })}
        />
      )}
      {kind !== 'deb' && kind !== 'sh' && <FlagFields draft={draft} onChange={onChange} />}
    </>
  );
}

const flagHelp = {
  progressPopup: 'The installer may show how far it is.',
  interactive: 'The installer may ask the person at the host.',
  requiresUac: 'The installer asks Windows to be lifted.',
} as const;

function FlagFields({ draft, onChange }: Omit<ArgumentFieldsProps, 'problemOf'>) {
  return (
    <fieldset className={s['group']}>
      <legend>Behaviour</legend>
      <p className="muted">
        Said to approvers and kept with the software. Today hosts run it as the system, where nobody sees a window of
        it.
      </p>
      {flags.map((flag) => (
        <Checkbox
          key={flag}
          isSelected={draft[flag]}
          onChange={(isOn) => onChange({ [flag]: isOn })}
          description={flagHelp[flag]}
        >
          {flagText[flag]}
        </Checkbox>
      ))}
    </fieldset>
  );
}
