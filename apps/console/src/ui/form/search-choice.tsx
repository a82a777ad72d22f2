import { ComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { cx } from '../cx.ts';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';
import { OptionWords } from './option-words.tsx';
import p from '../popover.module.css';
import s from './field.module.css';

export interface FoundOption {
  value: string;
  label: string;
  detail?: string;
}

export interface SearchChoiceProps extends FieldFrameProps {
  /** What was found for the words typed; the page asks the server. */
  found: readonly FoundOption[];
  typed: string;
  onType: (typed: string) => void;
  value: string | null;
  onChange: (option: FoundOption | null) => void;
  placeholder?: string;
  /** Said while nothing is found. */
  whenNone?: string;
}

/** One of very many: words are typed, the server finds, one is chosen. */
export function SearchChoice({
  found,
  typed,
  onType,
  value,
  onChange,
  placeholder = '',
  whenNone = 'Nothing matches.',
  ...frame
}: SearchChoiceProps) {
  return (
    <ComboBox
      className={cx(s['field'])}
      items={found}
      inputValue={typed}
      onInputChange={onType}
      value={value}
      onChange={(key) => onChange(found.find((option) => option.value === key) ?? null)}
      menuTrigger="focus"
      allowsEmptyCollection
      isInvalid={Boolean(frame.errorMessage)}
    >
      <FieldFrame {...frame}>
        <Input className={cx(s['control'])} placeholder={placeholder} />
      </FieldFrame>
      <Popover className={cx('raised', p['popover'])} offset={4}>
        <ListBox<FoundOption>
          className={cx(p['list'])}
          renderEmptyState={() => <div className={p['empty']}>{whenNone}</div>}
        >
          {(option) => (
            <ListBoxItem id={option.value} textValue={option.label} className={cx(p['item'])}>
              {({ isSelected }) => <OptionWords option={option} isSelected={isSelected} />}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
