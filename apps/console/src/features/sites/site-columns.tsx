import type { ListedSite } from '@patchkeep/contract/sites';
import Blocks from 'lucide-react/icons/blocks';
import MapPin from 'lucide-react/icons/map-pin';
import Star from 'lucide-react/icons/star';
import { Badge } from '../../ui/badge.tsx';
import { formatNumber } from '../../ui/format.ts';
import { MenuItem, RowMenu } from '../../ui/menu.tsx';
import type { Column } from '../../ui/table/column.ts';
import { actColumn } from '../../ui/table/plain-columns.ts';
import { modulesOf } from './module-text.ts';
import s from './sites.module.css';

export interface SiteRowActs {
  onOpen: (site: ListedSite) => void;
  onDefault: (site: ListedSite) => void;
  /** Absent for whoever may not manage users anywhere. */
  onUsers: ((site: ListedSite) => void) | undefined;
  /** Absent for whoever is no system administrator. */
  onEdit: ((site: ListedSite) => void) | undefined;
}

export interface SiteMarks {
  shownUuid: string | undefined;
  defaultUuid: string | null;
}

const numberOf = (value: number | null) => (value === null ? '' : formatNumber(value));

export const siteColumns = (
  acts: SiteRowActs,
  { shownUuid, defaultUuid }: SiteMarks,
): readonly Column<ListedSite>[] => [
  {
    id: 'name',
    header: 'Name',
    width: 240,
    isRowHeader: true,
    isSortable: true,
    cell: (site) => (
      <span className={s['name']}>
        <button type="button" className="plain-link" onClick={() => acts.onOpen(site)}>
          {site.siteName}
        </button>
        {site.siteAccountUuid === shownUuid && (
          <Badge tone="info" icon={MapPin}>
            You are here
          </Badge>
        )}
        {site.siteAccountUuid === defaultUuid && (
          <Badge tone="neu" icon={Star}>
            Default
          </Badge>
        )}
      </span>
    ),
    text: ({ siteName }) => siteName,
  },
  {
    id: 'modules',
    header: 'Modules',
    width: 300,
    isStatus: true,
    cell: ({ siteSettings }) => {
      const modules = modulesOf(siteSettings);
      if (modules.length === 0) return 'None';
      return (
        <span className={s['modules']}>
          {modules.map((label) => (
            <Badge key={label} tone="neu" icon={Blocks}>
              {label}
            </Badge>
          ))}
        </span>
      );
    },
    text: ({ siteSettings }) => modulesOf(siteSettings).join(', '),
  },
  {
    id: 'hosts',
    header: 'Active hosts',
    width: 112,
    align: 'end',
    isSortable: true,
    cell: ({ activeHosts }) => numberOf(activeHosts),
    text: ({ activeHosts }) => activeHosts ?? '',
  },
  {
    id: 'licences',
    header: 'Licences in use',
    width: 128,
    align: 'end',
    isSortable: true,
    cell: ({ licencesInUse }) => numberOf(licencesInUse),
    text: ({ licencesInUse }) => licencesInUse ?? '',
  },
  actColumn((site) => (
    <RowMenu name={site.siteName}>
      <MenuItem id="open" onAction={() => acts.onOpen(site)}>
        Open
      </MenuItem>
      {acts.onUsers && (
        <MenuItem id="users" onAction={() => acts.onUsers?.(site)}>
          Users
        </MenuItem>
      )}
      <MenuItem id="default" isDisabled={site.siteAccountUuid === defaultUuid} onAction={() => acts.onDefault(site)}>
        Make my default
      </MenuItem>
      {acts.onEdit && (
        <MenuItem id="edit" onAction={() => acts.onEdit?.(site)}>
          Edit...
        </MenuItem>
      )}
    </RowMenu>
  )),
];

/** The rows whose name holds what is typed, in the order of a column. */
export const arrange = (
  rows: readonly ListedSite[],
  q: string,
  { column, direction }: { column: string; direction: 'ascending' | 'descending' },
): ListedSite[] => {
  const wanted = q.trim().toLocaleLowerCase('en');
  const found = rows.filter(({ siteName }) => siteName.toLocaleLowerCase('en').includes(wanted));
  const sign = direction === 'ascending' ? 1 : -1;
  const number = column === 'hosts' ? 'activeHosts' : 'licencesInUse';
  // The server sends them by name.
  if (column === 'name') return sign === 1 ? found : found.toReversed();
  return found.toSorted((a, b) => sign * ((a[number] ?? -1) - (b[number] ?? -1)));
};
