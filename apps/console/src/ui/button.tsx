import type { LucideIcon } from 'lucide-react';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { cx } from './cx.ts';
import { Tooltip } from './tooltip.tsx';
import s from './button.module.css';

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium';

interface Look {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  icon?: LucideIcon | undefined;
}

type AriaProps = Omit<AriaButtonProps, 'children' | 'className' | 'style'>;

export interface ButtonProps extends AriaProps, Look {
  children: ReactNode;
  /** Drawn after the words, such as a menu's arrow. */
  trailing?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** For anything that must look like a button without being ours, such as a router's link. */
export function buttonClass(variant: ButtonVariant = 'plain', size: ButtonSize = 'medium', isIconOnly = false): string {
  return cx(s['button'], s[variant], s[size], isIconOnly && s['iconOnly']);
}

export function Button({ variant, size, icon: Icon, children, trailing, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={buttonClass(variant, size)}>
      {props.isPending ? (
        <LoaderCircle size={16} className={cx(s['spin'])} aria-hidden />
      ) : (
        Icon && <Icon size={16} aria-hidden />
      )}
      <span className="clipped">{children}</span>
      {trailing}
    </AriaButton>
  );
}

export interface IconButtonProps extends AriaProps, Look {
  icon: LucideIcon;
  /** The name, spoken and shown as the tooltip. */
  label: string;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ variant = 'quiet', size, icon: Icon, label, ...props }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <AriaButton {...props} aria-label={label} className={buttonClass(variant, size, true)}>
        <Icon size={16} aria-hidden />
      </AriaButton>
    </Tooltip>
  );
}

export interface LinkButtonProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className' | 'style'>, Look {
  href: string;
}

/** A real link, so middle click and "open in new tab" work. */
export function LinkButton({ variant, size, icon: Icon, children, ...props }: LinkButtonProps) {
  return (
    <a {...props} className={buttonClass(variant, size)}>
      {Icon && <Icon size={16} aria-hidden />}
      <span className="clipped">{children}</span>
    </a>
  );
}
