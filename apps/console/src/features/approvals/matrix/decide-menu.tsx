import type { ApprovalType } from '@patchkeep/contract/approval-fields';
import { useRef } from 'react';
import { Popover } from 'react-aria-components/Popover';
import { cx } from '../../../ui/cx.ts';
import { Menu, MenuItem, MenuSection } from '../../../ui/menu.tsx';
import { actText } from '../pending/act-text.ts';
import type { MatrixRow } from './approval-columns.tsx';
import { overrideText } from './approval-columns.tsx';
import { needsSettings, settingsText } from './settings-needed.ts';
import p from '../../../ui/popover.module.css';
import s from '../approvals.module.css';

interface DecideMenuProps {
  row: MatrixRow;
  opener: HTMLElement;
  onClose: () => void;
  onAct: (type: ApprovalType) => void;
  onVersion: () => void;
  onSettings: () => void;
  onDetails: () => void;
  onToggle: () => void;
  onDrop: () => void;
}

const acts = ['approve', 'automate', 'block', 'disable'] as const;

/** One menu for the whole matrix, opened at the cell that was pressed: a menu in each of fifty rows would be dear. */
export function DecideMenu(props: DecideMenuProps) {
  const { row, opener, onClose } = props;
  const trigger = useRef(opener);
  const details: Record<(typeof acts)[number], string> = {
    approve: row.kind === 'wua' ? 'This update, now and here' : `Version ${row.newestVersion ?? 'as recommended'}`,
    automate: row.kind === 'wua' ? 'As soon as it is offered' : 'Every recommended version',
    block: 'No updates, whatever the levels above say',
    disable: 'What the level above says',
  };
  return (
    <Popover
      aria-label={`Decide on ${row.name}`}
      triggerRef={trigger}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      className={cx('raised', p['popover'])}
      placement="bottom start"
      offset={4}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu that opens takes the focus */}
      <Menu aria-label={`Decide on ${row.name}`} autoFocus="first" onClose={onClose}>
        <MenuSection title="Decide">
          {acts.map((type) => (
            <MenuItem
              key={type}
              id={type}
              textValue={actText[type].label}
              detail={details[type]}
              trailing={<kbd className={s['key']}>{actText[type].key}</kbd>}
              onAction={() => props.onAct(type)}
            >
              {actText[type].label}
            </MenuItem>
          ))}
          {row.kind === 'app' && (
            <MenuItem id="version" onAction={props.onVersion}>
              Approve another version...
            </MenuItem>
          )}
          {(row.isUcSupported || needsSettings(row)) && (
            <MenuItem id="settings" onAction={props.onSettings}>
              {settingsText(row)}
            </MenuItem>
          )}
        </MenuSection>
        <MenuSection title="View">
          {overrideText(row.overrides) !== '' && (
            <MenuItem id="overrides" onAction={props.onToggle}>
              {row.isOpen ? 'Hide overrides below' : 'Show overrides below'}
            </MenuItem>
          )}
          <MenuItem id="details" onAction={props.onDetails}>
            Details and options
          </MenuItem>
        </MenuSection>
        {row.edit && (
          <MenuItem id="drop" onAction={props.onDrop}>
            Take the pending change back
          </MenuItem>
        )}
      </Menu>
    </Popover>
  );
}
