import type { ApiToken } from '@patchkeep/contract/api-tokens';
import type { LucideIcon } from 'lucide-react';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import UserX from 'lucide-react/icons/user-x';
import type { BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { tokenStateColumn } from '../token-columns.tsx';
import { apiTokenState, type ApiTokenState, networksText, refusedText, roleText } from './api-token-text.ts';

const signs: Record<ApiTokenState, readonly [BadgeTone, LucideIcon]> = {
  Active: ['ok', Check],
  'Without rights': ['neu', UserX],
  Expired: ['eol', Clock],
  Revoked: ['ins', Ban],
};

const sitesText = ({ isForAllSites }: ApiToken): string => (isForAllSites ? 'All' : 'This one');

/** A token for all sites is revoked by system administrators. */
export const apiTokenColumns = (
  now: Date,
  isSystemAdmin: boolean,
  onRevoke: (token: ApiToken) => void,
): Column<ApiToken>[] => [
  { id: 'name', header: 'Name', width: 152, isRowHeader: true, cell: ({ name }) => name, text: ({ name }) => name },
  tokenStateColumn(116, (token) => apiTokenState(token, now), signs),
  { id: 'role', header: 'May do', width: 100, cell: roleText, text: roleText },
  { id: 'sites', header: 'Sites', width: 80, cell: sitesText, text: sitesText },
  {
    id: 'networks',
    header: 'From',
    width: 116,
    cell: (token) => {
      const refused = refusedText(token);
      return (
        <>
          {networksText(token)}
          {refused !== undefined && <div className="muted">{refused}</div>}
        </>
      );
    },
    text: networksText,
  },
  { id: 'owner', header: 'Owner', width: 124, cell: ({ ownerName }) => ownerName, text: ({ ownerName }) => ownerName },
  {
    id: 'expires',
    header: 'Expires',
    width: 84,
    cell: ({ expires }) => <RelativeTime at={expires} />,
    text: ({ expires }) => expires,
  },
  {
    id: 'lastUsed',
    header: 'Last used',
    width: 92,
    cell: ({ lastUsed }) => (lastUsed === null ? 'Never' : <RelativeTime at={lastUsed} />),
    text: ({ lastUsed }) => lastUsed ?? 'Never',
  },
  {
    id: 'act',
    header: 'Actions',
    width: 108,
    align: 'end',
    cell: (token) =>
      token.isRevoked || (token.isForAllSites && !isSystemAdmin) ? null : (
        <Button size="small" onPress={() => onRevoke(token)} aria-label={`Revoke ${token.name}`}>
          Revoke...
        </Button>
      ),
  },
];
