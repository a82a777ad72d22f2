import type { PackageInfo } from '@patchkeep/contract/packages';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Column } from '../../ui/table/column.ts';
import { wordColumn } from '../../ui/table/plain-columns.ts';
import { PackageStateBadge } from './package-state-badge.tsx';
import { stateOf, variantOf, whyOf } from './package-text.ts';
import l from '../../ui/cell-lines.module.css';

export const packageColumns: readonly Column<PackageInfo>[] = [
  wordColumn('name', 'Application', 164, ({ name }) => name, { isRowHeader: true }),
  wordColumn('version', 'Version', 128, ({ version }) => version),
  {
    id: 'for',
    header: 'For',
    width: 128,
    cell: ({ variant }) => <span className={l['sentence']}>{variantOf(variant)}</span>,
    text: ({ variant }) => variantOf(variant),
  },
  {
    id: 'state',
    isStatus: true,
    header: 'State',
    width: 232,
    cell: (info) => <PackageStateBadge info={info} />,
    text: stateOf,
  },
  {
    id: 'why',
    header: 'Why',
    width: 234,
    cell: (info) => <span className={l['sentence']}>{whyOf(info)}</span>,
    text: whyOf,
  },
  {
    id: 'since',
    header: 'Since',
    width: 112,
    cell: ({ since }) => <RelativeTime at={since} />,
    text: ({ since }) => since,
  },
];
