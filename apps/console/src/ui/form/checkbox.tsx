import { type ReactNode, useEffect, useId, useRef } from 'react';
import s from './checkbox.module.css';

interface BoxProps {
  isSelected: boolean;
  /** Some of what the box stands for is chosen; spoken as "mixed". */
  isIndeterminate?: boolean;
  isDisabled?: boolean;
  /** Shift held during the press means "up to here" in a list. */
  onChange: (isSelected: boolean, isShift: boolean) => void;
}

/* A native box: two hundred of these stand in a table, and a tick has 50 ms. */
function Box(props: BoxProps & { 'aria-label'?: string; 'aria-describedby'?: string; tabIndex?: number }) {
  const { isSelected, isIndeterminate = false, isDisabled = false, onChange, ...rest } = props;
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = isIndeterminate;
  }, [isIndeterminate]);
  return (
    <input
      {...rest}
      ref={ref}
      type="checkbox"
      className={s['box']}
      checked={isSelected}
      disabled={isDisabled}
      onChange={({ target, nativeEvent }) =>
        onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  );
}

export interface CheckboxProps extends BoxProps {
  children: ReactNode;
  description?: ReactNode;
}

export function Checkbox({ children, description, ...box }: CheckboxProps) {
  const helpId = useId();
  return (
    <label className={s['label']}>
      <Box {...box} {...(description ? { 'aria-describedby': helpId } : {})} />
      <span className={s['words']}>
        {children}
        {description && (
          <span id={helpId} className={s['help']}>
            {description}
          </span>
        )}
      </span>
    </label>
  );
}

/** A box without visible words, for a table's cell. */
export function BareCheckbox({ label, tabIndex = 0, ...box }: BoxProps & { label: string; tabIndex?: number }) {
  return <Box {...box} aria-label={label} tabIndex={tabIndex} />;
}
