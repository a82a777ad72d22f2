import ChevronDown from 'lucide-react/icons/chevron-down';
import type { FocusEvent } from 'react';
import { Button } from 'react-aria-components/Button';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { cx } from '../cx.ts';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';
import { OptionWords } from './option-words.tsx';
import p from '../popover.module.css';
import s from './field.module.css';

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  detail?: string;
  isDisabled?: boolean;
}

export interface SelectProps<Value extends string> extends FieldFrameProps {
  options: readonly SelectOption<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  onBlur?: (event: FocusEvent) => void;
  placeholder?: string;
  isDisabled?: boolean;
  name?: string;
}

export function Select<Value extends string>({
  options,
  value,
  onChange,
  onBlur,
  placeholder = 'Choose...',
  isDisabled = false,
  name,
  ...frame
}: SelectProps<Value>) {
  return (
    <AriaSelect
      className={cx(s['field'])}
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.value === key);
        if (chosen) onChange(chosen.value);
      }}
      {...(onBlur ? { onBlur } : {})}
      {...(name ? { name } : {})}
      placeholder={placeholder}
      isDisabled={isDisabled}
      isInvalid={Boolean(frame.errorMessage)}
    >
      <FieldFrame {...frame}>
        <Button className={cx(s['control'], s['trigger'])}>
          <SelectValue className={cx('clipped', s['value'])}>
            {({ selectedText, defaultChildren }) => selectedText || defaultChildren}
          </SelectValue>
          <ChevronDown size={16} aria-hidden />
        </Button>
      </FieldFrame>
      <Popover className={cx('raised', p['popover'])} offset={4}>
        <ListBox className={cx(p['list'])}>
          {options.map((option) => (
            <ListBoxItem
              key={option.value}
              id={option.value}
              textValue={option.label}
              isDisabled={option.isDisabled ?? false}
              className={cx(p['item'])}
            >
              {({ isSelected }) => <OptionWords option={option} isSelected={isSelected} />}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
