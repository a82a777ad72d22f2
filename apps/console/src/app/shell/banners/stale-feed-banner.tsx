import { feeds } from '@patchkeep/contract/feeds';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../lib/client.ts';
import { useMay } from '../../../lib/use-may.ts';
import { Banner } from '../../../ui/banner.tsx';
import { dayOf } from '../../../ui/days.ts';
import { readLocal, writeLocal } from '../../../ui/table/local-record.ts';

const askedAgainMs = 300_000;

/** Whoever has dismissed it has read it for today; tomorrow the feeds may still be old. */
const dismissedKey = 'patchkeep.feeds-dismissed';
const isDismissed = (): boolean => readLocal(dismissedKey) === dayOf(new Date());

/** Counts rest on feeds: where counts are shown and a feed is too old to be relied on, the page says so. */
export function StaleFeedBanner() {
  const maySee = useMay('canViewResults');
  const router = useRouter();
  const [isHidden, setHidden] = useState(isDismissed);
  const stale = useQuery({
    queryKey: ['feed', 'stale'],
    queryFn: ({ signal }) => call(feeds.list, {}, { signal }),
    select: (answer) => answer.feeds.filter(({ isStale }) => isStale),
    enabled: maySee,
    refetchInterval: askedAgainMs,
    meta: { isSilent: true },
  }).data;
  if (isHidden || !stale || stale.length === 0) return null;
  const [first] = stale;
  return (
    <Banner
      tone="warning"
      word="Feeds"
      action={{
        label: 'Open feeds',
        onPress: () => void router.navigate({ to: '/configuration', search: { tab: 'feeds' } }),
      }}
      onDismiss={() => {
        writeLocal(dismissedKey, dayOf(new Date()));
        setHidden(true);
      }}
    >
      {stale.length === 1 ? `${first?.title} is` : `${stale.length} feeds are`} too old to be relied on. New
      vulnerabilities may be missing from the counts.
    </Banner>
  );
}
