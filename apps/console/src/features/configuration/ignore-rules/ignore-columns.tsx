import type { IgnoreRule, IgnoreState } from '@patchkeep/contract/ignore-rules';
import type { LucideIcon } from 'lucide-react';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { reasonText, scopeText, stateText, targetText } from '../../../domain/ignore-text.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { browserTimeZone, formatAbsolute, formatNumber } from '../../../ui/format.ts';
import { MenuButton, MenuItem } from '../../../ui/menu.tsx';
import type { Column } from '../../../ui/table/column.ts';

const signs: Record<IgnoreState, readonly [BadgeTone, LucideIcon]> = {
  active: ['ok', Check],
  expiring: ['eol', Clock],
  expired: ['ins', CircleAlert],
  revoked: ['neu', Ban],
};

export function IgnoreStateBadge({ state }: { state: IgnoreState }) {
  const [tone, icon] = signs[state];
  return (
    <Badge tone={tone} icon={icon}>
      {stateText[state]}
    </Badge>
  );
}

/** The day where the user sits. */
const dayOf = (time: string): string => formatAbsolute(new Date(time), browserTimeZone()).slice(0, 10);

export interface RuleActions {
  renew: (rule: IgnoreRule) => void;
  edit: (rule: IgnoreRule) => void;
  revoke: (rule: IgnoreRule) => void;
  restore: (rule: IgnoreRule) => void;
}

/** Without actions for those who may only look. */
export const ignoreColumns = (actions: RuleActions | undefined): readonly Column<IgnoreRule>[] => [
  {
    id: 'target',
    header: 'Ignores',
    width: 200,
    isRowHeader: true,
    isSortable: true,
    cell: ({ target }) => targetText(target),
    text: ({ target }) => targetText(target),
  },
  {
    id: 'state',
    isStatus: true,
    header: 'State',
    width: 116,
    isSortable: true,
    cell: ({ state }) => <IgnoreStateBadge state={state} />,
    text: ({ state }) => stateText[state],
  },
  {
    id: 'expires',
    header: 'Ends',
    width: 112,
    isSortable: true,
    cell: ({ expires }) => <time dateTime={expires}>{dayOf(expires)}</time>,
    text: ({ expires }) => formatAbsolute(new Date(expires), browserTimeZone()),
  },
  { id: 'scope', header: 'Where', width: 120, isSortable: true, cell: scopeText, text: scopeText },
  {
    id: 'hits',
    header: 'Hosts',
    width: 64,
    align: 'end',
    isSortable: true,
    cell: ({ hits }) => (hits === null ? '—' : formatNumber(hits)),
    text: ({ hits }) => hits,
  },
  {
    id: 'reason',
    header: 'Reason',
    width: 148,
    cell: ({ reasonKind, reason }) => `${reasonText[reasonKind]}: ${reason}`,
    text: ({ reasonKind, reason }) => `${reasonText[reasonKind]}: ${reason}`,
  },
  {
    id: 'owner',
    header: 'Owner',
    width: 104,
    isSortable: true,
    cell: ({ owner }) => owner,
    text: ({ owner }) => owner,
  },
  ...(actions
    ? [
        {
          id: 'act',
          header: 'Actions',
          width: 84,
          align: 'end' as const,
          cell: (rule: IgnoreRule) => (
            <MenuButton
              label={`Actions for ${targetText(rule.target)}`}
              icon={EllipsisVertical}
              isIconOnly
              size="small"
              variant="quiet"
              placement="bottom end"
            >
              {rule.state === 'revoked' ? (
                <MenuItem id="restore" onAction={() => actions.restore(rule)}>
                  Restore
                </MenuItem>
              ) : (
                <>
                  <MenuItem id="renew" onAction={() => actions.renew(rule)}>
                    Renew...
                  </MenuItem>
                  <MenuItem id="edit" onAction={() => actions.edit(rule)}>
                    Edit reason...
                  </MenuItem>
                  <MenuItem id="revoke" tone="danger" onAction={() => actions.revoke(rule)}>
                    Revoke
                  </MenuItem>
                </>
              )}
            </MenuButton>
          ),
        },
      ]
    : []),
];
