import Check from 'lucide-react/icons/check';
import p from '../popover.module.css';

export interface OptionWordsProps {
  option: { label: string; detail?: string };
  isSelected: boolean;
}

/** What an option of a list says: a tick when it is chosen, its label, and what explains it. */
export function OptionWords({ option, isSelected }: OptionWordsProps) {
  return (
    <>
      <span className={p['lead']}>{isSelected && <Check size={16} aria-hidden />}</span>
      <span className={p['words']}>{option.label}</span>
      {option.detail && <span className={p['detail']}>{option.detail}</span>}
    </>
  );
}
