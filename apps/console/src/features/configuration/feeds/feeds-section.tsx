import type { FeedInfo } from '@patchkeep/contract/feeds';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { formatCount, formatNumber } from '../../../ui/format.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { feedColumns } from './feed-columns.tsx';
import { feedsQuery } from './feeds.queries.ts';
import { RejectionsDialog } from './rejections-dialog.tsx';
import c from '../configuration.module.css';
import s from './feeds.module.css';

const getId = ({ feed }: FeedInfo) => feed;
const getName = ({ title }: FeedInfo) => title;

/** What a feed that is not fresh means, and why it is so. */
function FeedTrouble({ feed }: { feed: FeedInfo }) {
  const why = feed.failure && (
    <>
      Last tried {feed.failed === null ? 'at an unknown time' : <RelativeTime at={feed.failed} />}:{' '}
      <code className={s['failure']}>{feed.failure}</code>
    </>
  );
  if (feed.state === 'stale')
    return (
      <div className={s['trouble']}>
        {feed.lastContact === null
          ? 'Never read: counts do not include this feed. '
          : `Not read for more than ${formatCount(feed.staleAfterHours, 'hour')}: counts use what was read before. `}
        {why}
      </div>
    );
  return feed.state === 'failed' && why ? <div className={s['trouble']}>{why}</div> : null;
}

const troubleOf = (feed: FeedInfo): ReactNode =>
  feed.state === 'fresh' || feed.state === 'off' ? null : <FeedTrouble feed={feed} />;

/** Where the knowledge comes from, and how fresh it is. */
export function FeedsSection() {
  const feeds = useQuery(feedsQuery);
  const [shown, setShown] = useState<FeedInfo | null>(null);
  const columns = useMemo(() => feedColumns(setShown), []);
  const rows = feeds.data?.feeds;
  const isBundle = feeds.data?.mode === 'bundle';
  const stale = rows?.filter(({ isStale }) => isStale) ?? [];
  return (
    <section className={c['section']} aria-labelledby="feeds">
      <div className={c['sectionHead']}>
        <h2 id="feeds">Feeds</h2>
        {feeds.data && (
          <span className="muted">Revision {formatNumber(feeds.data.catalogRevision)} of the catalogue</span>
        )}
      </div>
      <p className="muted">
        The public sources that tell which versions are vulnerable, exploited or out of support. They are the same for
        every customer; nothing about your hosts is sent to them.
      </p>
      {isBundle && (
        <Banner tone="info" word="Offline">
          This server fetches nothing. Whoever runs it makes a file with{' '}
          <code className={s['command']}>bin/patchkeep feeds bundle FILE</code> where there is internet, and reads it on
          the server with <code className={s['command']}>bin/patchkeep feeds import FILE</code>.
        </Banner>
      )}
      {feeds.data?.hasStaleFeed && (
        <Banner tone="warning" word="Stale">
          {formatCount(stale.length, 'feed is', 'feeds are')} too old to be relied on: new vulnerabilities may be
          missing from every count.
        </Banner>
      )}
      <div className={s['list']}>
        <DataTable
          label="Feeds"
          noun="feeds"
          columns={columns}
          rows={feeds.isError && !rows ? [] : rows}
          getId={getId}
          getName={getName}
          total={rows?.length ?? 0}
          page={{ from: 1 }}
          pageSize={9}
          below={troubleOf}
          error={
            feeds.isError && !rows
              ? { message: 'Unable to fetch configuration.', onRetry: () => void feeds.refetch() }
              : undefined
          }
        />
      </div>
      {shown && <RejectionsDialog feed={shown} onClose={() => setShown(null)} />}
    </section>
  );
}
