import type { Ref } from 'react';
import { Input } from 'react-aria-components/Input';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField';
import { cx } from '../cx.ts';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';
import s from './field.module.css';

export interface TextFieldProps
  extends Omit<AriaTextFieldProps, 'children' | 'className' | 'style' | 'isInvalid'>, FieldFrameProps {
  placeholder?: string;
  isMultiline?: boolean;
  inputRef?: Ref<HTMLInputElement & HTMLTextAreaElement>;
}

export function TextField({
  label,
  description,
  errorMessage,
  isOptional = false,
  isLabelHidden = false,
  placeholder = '',
  isMultiline = false,
  inputRef = null,
  ...props
}: TextFieldProps) {
  return (
    <AriaTextField {...props} isInvalid={Boolean(errorMessage)} className={cx(s['field'])}>
      <FieldFrame
        label={label}
        description={description}
        errorMessage={errorMessage}
        isOptional={isOptional}
        isLabelHidden={isLabelHidden}
      >
        {isMultiline ? (
          <TextArea ref={inputRef} placeholder={placeholder} className={cx(s['control'])} />
        ) : (
          <Input ref={inputRef} placeholder={placeholder} className={cx(s['control'])} />
        )}
      </FieldFrame>
    </AriaTextField>
  );
}
