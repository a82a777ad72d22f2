import type { FeedInfo, FeedState } from '@patchkeep/contract/feeds';
import type { LucideIcon } from 'lucide-react';
import Check from 'lucide-react/icons/check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { numberColumn, wordColumn } from '../../../ui/table/plain-columns.ts';
import s from './feeds.module.css';

export const feedStateText: Record<FeedState, string> = {
  fresh: 'Fresh',
  stale: 'Stale',
  failed: 'Failed',
  off: 'Off',
};
const signs: Record<FeedState, readonly [BadgeTone, LucideIcon]> = {
  fresh: ['ok', Check],
  stale: ['eol', Clock],
  failed: ['ins', CircleX],
  off: ['neu', CircleDashed],
};

export function FeedStateBadge({ state }: { state: FeedState }) {
  const [tone, icon] = signs[state];
  return (
    <Badge tone={tone} icon={icon}>
      {feedStateText[state]}
    </Badge>
  );
}

const time = (at: string | null) => (at === null ? 'Never' : <RelativeTime at={at} />);

export const feedColumns = (onRejections: (feed: FeedInfo) => void): readonly Column<FeedInfo>[] => [
  wordColumn('title', 'Feed', 276, ({ title }) => title, { isRowHeader: true }),
  {
    id: 'state',
    isStatus: true,
    header: 'State',
    width: 104,
    cell: ({ state }) => <FeedStateBadge state={state} />,
    text: ({ state }) => feedStateText[state],
  },
  {
    id: 'lastContact',
    header: 'Last contact',
    width: 104,
    cell: ({ lastContact }) => time(lastContact),
    text: ({ lastContact }) => lastContact,
  },
  {
    id: 'lastChange',
    header: 'Last change',
    width: 104,
    cell: ({ lastChange }) => time(lastChange),
    text: ({ lastChange }) => lastChange,
  },
  numberColumn('records', 'Records', 80, ({ records }) => records),
  {
    id: 'rejected',
    header: 'Rejected',
    width: 88,
    align: 'end',
    cell: (feed) =>
      feed.rejected === 0 ? (
        '0'
      ) : (
        <button
          type="button"
          className={s['number']}
          aria-label={`${feed.rejected} rejected records of ${feed.title}`}
          onClick={() => onRejections(feed)}
        >
          {formatNumber(feed.rejected)}
        </button>
      ),
    text: ({ rejected }) => rejected,
  },
];
