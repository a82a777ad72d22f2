import { ApprovalBadge, type ApprovalLabel } from '../domain/product-badges.tsx';
import { formatNumber } from '../ui/format.ts';
import type { Column } from '../ui/table/column.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import g from './gallery.module.css';

type Level = 'System' | 'Site' | 'Group: Sales' | 'Tag: Kiosk';

interface Approval {
  application: string;
  recommended: string;
  hosts: number;
  /** A star in front marks a value that comes from above. */
  levels: Record<Level, ApprovalLabel | `*${ApprovalLabel}`>;
}

const approvals: readonly Approval[] = [
  {
    application: 'Google Chrome',
    recommended: '124.0.6367.118',
    hosts: 412,
    levels: { System: 'Auto', Site: '*Auto', 'Group: Sales': '*Auto', 'Tag: Kiosk': 'Blocked' },
  },
  {
    application: '7-Zip',
    recommended: '24.09',
    hosts: 380,
    levels: { System: 'Up to date', Site: 'Out of date', 'Group: Sales': '*Out of date', 'Tag: Kiosk': '*Out of date' },
  },
  {
    application: 'Adobe Reader DC',
    recommended: '24.002.20857',
    hosts: 355,
    levels: { System: 'No Default', Site: 'Auto', 'Group: Sales': '*Auto', 'Tag: Kiosk': '*Auto' },
  },
  {
    application: 'Java 8 (Oracle)',
    recommended: '8u411',
    hosts: 61,
    levels: { System: 'Blocked', Site: '*Blocked', 'Group: Sales': '*Blocked', 'Tag: Kiosk': 'Up to date' },
  },
];

function levelColumn(level: Level): Column<Approval> {
  return {
    id: level,
    header: level,
    width: 140,
    cell: ({ levels }) => {
      const value = levels[level];
      return <ApprovalBadge approval={value.replace('*', '') as ApprovalLabel} isInherited={value.startsWith('*')} />;
    },
  };
}

const columns: readonly Column<Approval>[] = [
  {
    id: 'application',
    header: 'Application',
    width: 168,
    isRowHeader: true,
    cell: ({ application }) => application,
    text: ({ application }) => application,
  },
  { id: 'recommended', header: 'Recommended', width: 144, cell: ({ recommended }) => recommended },
  levelColumn('System'),
  levelColumn('Site'),
  levelColumn('Group: Sales'),
  levelColumn('Tag: Kiosk'),
  { id: 'hosts', header: 'Hosts', width: 88, align: 'end', cell: ({ hosts }) => formatNumber(hosts) },
];

const nameOf = ({ application }: Approval) => application;

export function ApprovalsTable() {
  return (
    <section aria-labelledby="approvals">
      <div className={g['titleRow']}>
        <h2 id="approvals" className={g['title']}>
          Site approvals
        </h2>
        <span className={g['muted']}>Solid = set here · Dashed outline = inherited</span>
      </div>
      <DataTable
        label="Site approvals"
        noun="applications"
        columns={columns}
        rows={approvals}
        getId={nameOf}
        getName={nameOf}
        total={approvals.length}
        page={{ from: 1 }}
      />
    </section>
  );
}
