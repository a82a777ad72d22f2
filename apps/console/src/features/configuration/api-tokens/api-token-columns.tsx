import type { ApiToken } from '@patchkeep/contract/api-tokens';
import type { LucideIcon } from 'lucide-react';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import UserX from 'lucide-react/icons/user-x';
import type { ReactNode } from 'react';
import type { BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { tokenStateColumn } from '../token-columns.tsx';
import { apiTokenState, type ApiTokenState, networksText, refusedText, roleText } from './api-token-text.ts';
import l from '../../../ui/cell-lines.module.css';

const signs: Record<ApiTokenState, readonly [BadgeTone, LucideIcon]> = {
  Active: ['ok', Check],
  'Without rights': ['neu', UserX],
  Expired: ['eol', Clock],
  Revoked: ['ins', Ban],
};

const twoLines = (first: ReactNode, second: ReactNode) => (
  <div className={l['lines']}>
    <span>{first}</span>
    {second !== undefined && <span className={l['quiet']}>{second}</span>}
  </div>
);

/** A token for all sites is revoked by system administrators. */
export const apiTokenColumns = (
  now: Date,
  isSystemAdmin: boolean,
  onRevoke: (token: ApiToken) => void,
): Column<ApiToken>[] => [
  {
    id: 'name',
    header: 'Name',
    width: 178,
    isRowHeader: true,
    cell: ({ name, ownerName }) => twoLines(name, ownerName),
    text: ({ name, ownerName }) => `${name} of ${ownerName}`,
  },
  tokenStateColumn(118, (token) => apiTokenState(token, now), signs),
  {
    id: 'role',
    header: 'May do',
    width: 104,
    isName: true,
    cell: (token) => twoLines(roleText(token), token.isForAllSites ? 'All sites' : undefined),
    text: (token) => `${roleText(token)}${token.isForAllSites ? ', all sites' : ''}`,
  },
  {
    id: 'networks',
    header: 'From',
    width: 140,
    isName: true,
    cell: (token) => twoLines(networksText(token), refusedText(token)),
    text: (token) => [networksText(token), refusedText(token)].filter((line) => line !== undefined).join('. '),
  },
  {
    id: 'expires',
    header: 'Expires',
    width: 132,
    cell: ({ expires, lastUsed }) =>
      twoLines(
        <RelativeTime at={expires} />,
        lastUsed === null ? (
          'Never used'
        ) : (
          <>
            Used <RelativeTime at={lastUsed} />
          </>
        ),
      ),
    text: ({ expires, lastUsed }) => `${expires}. ${lastUsed === null ? 'Never used' : `Used ${lastUsed}`}`,
  },
  {
    id: 'act',
    header: 'Actions',
    width: 118,
    align: 'end',
    cell: (token) =>
      token.isRevoked || (token.isForAllSites && !isSystemAdmin) ? null : (
        <Button size="small" onPress={() => onRevoke(token)} aria-label={`Revoke ${token.name}`}>
          Revoke...
        </Button>
      ),
  },
];
