import { Checkbox } from '../../ui/form/checkbox.tsx';
import s from './guests.module.css';

interface Choice {
  id: string;
  label: string;
  description?: string;
}

interface ChoicesProps {
  legend: string;
  choices: readonly Choice[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

/** Some of a list, each with a box of its own. */
export function Choices({ legend, choices, chosen, onChange }: ChoicesProps) {
  const choose = (id: string, isOn: boolean) =>
    onChange(new Set(isOn ? [...chosen, id] : [...chosen].filter((each) => each !== id)));
  return (
    <fieldset className={s['set']}>
      <legend>{legend}</legend>
      <div className={s['choices']}>
        {choices.map(({ id, label, description }) => (
          <Checkbox
            key={id}
            isSelected={chosen.has(id)}
            onChange={(isOn) => choose(id, isOn)}
            description={description}
          >
            {label}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}
