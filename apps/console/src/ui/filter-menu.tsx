import type { LucideIcon } from 'lucide-react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete';
import { MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Button, type ButtonVariant } from './button.tsx';
import { cx } from './cx.ts';
import { SearchField } from './form/search-field.tsx';
import { Menu, type MenuProps } from './menu.tsx';
import s from './popover.module.css';

export interface FilterMenuButtonProps extends MenuProps {
  label: string;
  filterLabel: string;
  icon?: LucideIcon | undefined;
  variant?: ButtonVariant;
}

/** A menu for a long list: typing narrows it. Apart from menu.tsx so that plain menus do not pay for it. */
export function FilterMenuButton({ label, filterLabel, icon, variant = 'plain', ...menu }: FilterMenuButtonProps) {
  const { contains } = useFilter({ sensitivity: 'base' });
  return (
    <MenuTrigger>
      <Button variant={variant} icon={icon} trailing={<ChevronDown size={14} aria-hidden />}>
        {label}
      </Button>
      <Popover className={cx('raised', s['popover'])} placement="bottom start" offset={4}>
        <Autocomplete filter={contains}>
          <div className={s['filter']}>
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- who opens the menu is about to type */}
            <SearchField label={filterLabel} autoFocus />
          </div>
          <Menu
            aria-label={label}
            renderEmptyState={() => <div className={s['empty']}>Nothing matches.</div>}
            {...menu}
          />
        </Autocomplete>
      </Popover>
    </MenuTrigger>
  );
}
