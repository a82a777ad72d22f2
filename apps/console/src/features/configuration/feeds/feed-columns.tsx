import type { FeedInfo, FeedState } from '@patchkeep/contract/feeds';
import type { LucideIcon } from 'lucide-react';
import Check from 'lucide-react/icons/check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { Column } from '../../../ui/table/column.ts';

export const feedStateWords: Record<FeedState, string> = {
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
      {feedStateWords[state]}
    </Badge>
  );
}

const time = (at: string | null) => (at === null ? 'Never' : <RelativeTime at={at} />);

export const feedColumns = (onRejections: (feed: FeedInfo) => void): readonly Column<FeedInfo>[] => [
  {
    id: 'title',
    header: 'Feed',
    width: 248,
    isRowHeader: true,
    cell: ({ title }) => title,
    text: ({ title }) => title,
  },
  {
    id: 'state',
    header: 'State',
    width: 108,
    cell: ({ state }) => <FeedStateBadge state={state} />,
    text: ({ state }) => feedStateWords[state],
  },
  {
    id: 'lastContact',
    header: 'Last contact',
    width: 112,
    cell: ({ lastContact }) => time(lastContact),
    text: ({ lastContact }) => lastContact,
  },
  {
    id: 'lastChange',
    header: 'Last change',
    width: 112,
    cell: ({ lastChange }) => time(lastChange),
    text: ({ lastChange }) => lastChange,
  },
  {
    id: 'records',
    header: 'Records',
    width: 88,
    align: 'end',
    cell: ({ records }) => formatNumber(records),
    text: ({ records }) => records,
  },
  {
    id: 'rejected',
    header: 'Rejected',
    width: 96,
    align: 'end',
    cell: (feed) =>
      feed.rejected === 0 ? (
        '0'
      ) : (
        <Button
          size="small"
          variant="quiet"
          aria-label={`${feed.rejected} rejected records of ${feed.title}`}
          onPress={() => onRejections(feed)}
        >
          {formatNumber(feed.rejected)}
        </Button>
      ),
    text: ({ rejected }) => rejected,
  },
];
