import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { cx } from '../cx.ts';
import s from './field.module.css';

export interface FieldFrameProps {
  label: string;
  description?: ReactNode;
  errorMessage?: string | undefined;
  /** Most fields are required; the few that are not say so in words. */
  isOptional?: boolean;
  /** The label is spoken but not drawn, where the place says it already. */
  isLabelHidden?: boolean;
}

/** The inside of every labelled field; must stand inside a field component of the kit, which ties the parts together. */
export function FieldFrame(props: FieldFrameProps & { children: ReactNode }) {
  return (
    <>
      <Label className={cx(s['label'], props.isLabelHidden && 'visually-hidden')}>
        {props.label}
        {props.isOptional && <span className={s['optional']}> (optional)</span>}
      </Label>
      {props.children}
      {props.description && (
        <Text slot="description" className={cx(s['help'])}>
          {props.description}
        </Text>
      )}
      <FieldError className={cx(s['error'])}>
        <CircleAlert size={16} aria-hidden />
        <span>{props.errorMessage}</span>
      </FieldError>
    </>
  );
}
