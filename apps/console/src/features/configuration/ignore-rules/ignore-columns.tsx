import type { IgnoreRule, IgnoreState } from '@patchkeep/contract/ignore-rules';
import type { LucideIcon } from 'lucide-react';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Copy from 'lucide-react/icons/copy';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import SearchX from 'lucide-react/icons/search-x';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { MenuButton, MenuItem } from '../../../ui/menu.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { reasonWords, scopeWords, stateWords, targetWords } from '../../../ui/ignore-words.ts';

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
      {stateWords[state]}
    </Badge>
  );
}

const flagOf = ({ duplicateOfUuid, matchesNothing }: IgnoreRule): readonly [string, LucideIcon] | undefined => {
  if (duplicateOfUuid !== null) return ['Duplicate', Copy];
  return matchesNothing ? ['Matches nothing', SearchX] : undefined;
};

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
    width: 196,
    isRowHeader: true,
    isSortable: true,
    cell: ({ target }) => targetWords(target),
    text: ({ target }) => targetWords(target),
  },
  {
    id: 'state',
    header: 'State',
    width: 104,
    isSortable: true,
    cell: ({ state }) => <IgnoreStateBadge state={state} />,
    text: ({ state }) => stateWords[state],
  },
  {
    id: 'expires',
    header: 'Ends',
    width: 92,
    isSortable: true,
    cell: ({ expires }) => <RelativeTime at={expires} />,
    text: ({ expires }) => expires,
  },
  { id: 'scope', header: 'Where', width: 112, isSortable: true, cell: scopeWords, text: scopeWords },
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
    cell: ({ reasonKind, reason }) => `${reasonWords[reasonKind]}: ${reason}`,
    text: ({ reasonKind, reason }) => `${reasonWords[reasonKind]}: ${reason}`,
  },
  {
    id: 'owner',
    header: 'Owner',
    width: 104,
    isSortable: true,
    cell: ({ owner }) => owner,
    text: ({ owner }) => owner,
  },
  {
    id: 'flag',
    header: 'Note',
    width: 120,
    cell: (rule) => {
      const flag = flagOf(rule);
      return (
        flag && (
          <Badge tone="eol" icon={flag[1]}>
            {flag[0]}
          </Badge>
        )
      );
    },
    text: (rule) => flagOf(rule)?.[0],
  },
  ...(actions
    ? [
        {
          id: 'act',
          header: 'Actions',
          width: 68,
          align: 'end' as const,
          cell: (rule: IgnoreRule) => (
            <MenuButton
              label={`Actions for ${targetWords(rule.target)}`}
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
