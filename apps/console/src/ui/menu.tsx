import type { LucideIcon } from 'lucide-react';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Ellipsis from 'lucide-react/icons/ellipsis';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import {
  Header,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  type MenuItemProps as AriaMenuItemProps,
  type MenuProps as AriaMenuProps,
  MenuSection as AriaMenuSection,
  type MenuSectionProps as AriaMenuSectionProps,
  MenuTrigger,
} from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Button, buttonClass, type ButtonSize, type ButtonVariant } from './button.tsx';
import { cx } from './cx.ts';
import s from './popover.module.css';

export type MenuProps = Omit<AriaMenuProps<object>, 'className' | 'style' | 'children' | 'items'> & {
  children: ReactNode;
};

export function Menu({ children, ...props }: MenuProps) {
  return (
    <AriaMenu {...props} className={cx(s['list'])}>
      {children}
    </AriaMenu>
  );
}

export interface MenuButtonProps extends MenuProps {
  /** The words on the button, and the menu's name. */
  label: string;
  /** Drawn instead of the words, such as a picture of the user; the label stays the spoken name. */
  face?: ReactNode;
  icon?: LucideIcon | undefined;
  isIconOnly?: boolean;
  variant?: ButtonVariant;
  size?: ButtonSize;
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end';
  isDisabled?: boolean;
  /** The key that opens it from anywhere on the page. */
  shortcut?: string;
}

export function MenuButton({
  label,
  face,
  icon: Icon,
  isIconOnly = false,
  variant = 'plain',
  size = 'medium',
  placement = 'bottom start',
  isDisabled = false,
  shortcut,
  ...menu
}: MenuButtonProps) {
  return (
    <MenuTrigger>
      {isIconOnly && Icon ? (
        <AriaButton
          data-key={shortcut}
          aria-label={label}
          isDisabled={isDisabled}
          className={buttonClass(variant, size, true)}
        >
          <Icon size={16} aria-hidden />
        </AriaButton>
      ) : (
        <Button
          {...(face ? { 'aria-label': label } : {})}
          data-key={shortcut}
          variant={variant}
          size={size}
          icon={Icon}
          isDisabled={isDisabled}
          trailing={<ChevronDown size={14} aria-hidden />}
        >
          {face ?? label}
        </Button>
      )}
      <Popover className={cx('raised', s['popover'])} placement={placement} offset={4}>
        <Menu aria-label={label} {...menu} />
      </Popover>
    </MenuTrigger>
  );
}

/** The menu at the end of a row, named after what the row is about. */
export function RowMenu({ name, children }: { name: string; children: MenuProps['children'] }) {
  return (
    <MenuButton
      label={`Actions for ${name}`}
      icon={Ellipsis}
      isIconOnly
      variant="quiet"
      size="small"
      placement="bottom end"
    >
      {children}
    </MenuButton>
  );
}

export type MenuItemProps = Omit<AriaMenuItemProps, 'className' | 'style' | 'children'> & {
  children: ReactNode;
  icon?: LucideIcon | undefined;
  /** A second, quieter line. */
  detail?: ReactNode;
  /** A shortcut, a count or a badge at the end of the line. */
  trailing?: ReactNode;
  tone?: 'plain' | 'danger';
};

export function MenuItem({ children, icon: Icon, detail, trailing, tone = 'plain', ...props }: MenuItemProps) {
  const textProps = typeof children === 'string' ? { textValue: children } : {};
  return (
    <AriaMenuItem {...textProps} {...props} className={cx(s['item'], tone === 'danger' && s['danger'])}>
      {({ selectionMode, isSelected }) => (
        <>
          {(Icon || selectionMode !== 'none') && (
            <span className={s['lead']}>
              {selectionMode === 'none' ? Icon && <Icon size={16} aria-hidden /> : isSelected && <Check size={16} />}
            </span>
          )}
          <span className={s['words']}>{children}</span>
          {detail && <span className={s['detail']}>{detail}</span>}
          {trailing && <span className={s['trailing']}>{trailing}</span>}
        </>
      )}
    </AriaMenuItem>
  );
}

export type MenuSectionProps = Omit<AriaMenuSectionProps<object>, 'className' | 'style' | 'children' | 'items'> & {
  title?: string;
  children: ReactNode;
};

export function MenuSection({ title, children, ...props }: MenuSectionProps) {
  return (
    <AriaMenuSection {...props}>
      {title && <Header className={cx('caption', s['heading'])}>{title}</Header>}
      {children}
    </AriaMenuSection>
  );
}
