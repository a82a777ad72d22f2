import type { InstallToken } from '@patchkeep/contract/configuration';
import type { LucideIcon } from 'lucide-react';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import ListChecks from 'lucide-react/icons/list-checks';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Column } from '../../ui/table/column.ts';
import { type TokenState, tokenState } from './token-state.ts';

/** A token with the names of what it points to. */
export interface TokenRow extends InstallToken {
  groupPath: string;
  tagNames: string;
}

const signs: Record<TokenState, readonly [BadgeTone, LucideIcon]> = {
  Active: ['ok', Check],
  Revoked: ['ins', Ban],
  Expired: ['eol', Clock],
  'Used up': ['neu', ListChecks],
};

/** The state of a token by its sign and its word. */
export const tokenStateColumn = <Token, State extends string>(
  width: number,
  stateOf: (token: Token) => State,
  signOf: Record<State, readonly [BadgeTone, LucideIcon]>,
): Column<Token> => ({
  id: 'state',
  isStatus: true,
  header: 'State',
  width,
  cell: (token) => {
    const state = stateOf(token);
    const [tone, icon] = signOf[state];
    return (
      <Badge tone={tone} icon={icon}>
        {state}
      </Badge>
    );
  },
  text: stateOf,
});

export const tokenColumns = (now: Date, onRevoke: ((token: TokenRow) => void) | undefined): Column<TokenRow>[] => [
  { id: 'name', header: 'Name', width: 144, isRowHeader: true, cell: ({ name }) => name, text: ({ name }) => name },
  tokenStateColumn(124, (token) => tokenState(token, now), signs),
  {
    id: 'used',
    header: 'Hosts',
    width: 104,
    align: 'end',
    cell: ({ usedCount, useCap }) => `${formatNumber(usedCount)} of ${formatNumber(useCap)}`,
    text: ({ usedCount, useCap }) => `${usedCount} of ${useCap}`,
  },
  {
    id: 'expires',
    header: 'Expires',
    width: 100,
    cell: ({ expires }) => <RelativeTime at={expires} />,
    text: ({ expires }) => expires,
  },
  {
    id: 'group',
    header: 'Group',
    width: 92,
    cell: ({ groupPath }) => groupPath,
    text: ({ groupPath }) => groupPath,
  },
  { id: 'tags', header: 'Tags', width: 92, cell: ({ tagNames }) => tagNames, text: ({ tagNames }) => tagNames },
  ...(onRevoke
    ? [
        {
          id: 'act',
          header: 'Actions',
          width: 104,
          align: 'end' as const,
          cell: (token: TokenRow) =>
            token.isRevoked ? null : (
              <Button size="small" onPress={() => onRevoke(token)} aria-label={`Revoke ${token.name}`}>
                Revoke...
              </Button>
            ),
        },
      ]
    : []),
];
