import { activities, type RetryChoice, type RetryPreview } from '@patchkeep/contract/activities';
import { adviceFor } from '@patchkeep/rules/failures/advice';
import { queryOptions, useQuery } from '@tanstack/react-query';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useState } from 'react';
import { call } from '../lib/client.ts';
import { useAct } from '../lib/use-act.ts';
import { useMay } from '../lib/use-may.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { formatCount } from '../ui/format.ts';
import { notify } from '../ui/notify.tsx';
import { PreviewPanel } from '../ui/preview-panel.tsx';
import { Spinner } from '../ui/spinner.tsx';

const fetching = { verb: 'fetch', thing: 'retries' } as const;
const asking = { verb: 'request', thing: 'retries' } as const;

const previewQuery = (body: RetryChoice) =>
  queryOptions({
    queryKey: ['tasks', 'retry-preview', body],
    queryFn: ({ signal }) => call(activities.previewRetry, { body }, { signal, operation: fetching }),
    // What would happen is asked anew each time: hosts report meanwhile.
    staleTime: 0,
  });

const causesOf = ({ causes }: RetryPreview) =>
  causes.map(({ cause, exitCode, updates }) => (
    <p key={`${exitCode} ${cause}`}>
      {cause}
      {exitCode === null || cause.includes(String(exitCode)) ? '' : ` (exit code ${exitCode})`}:{' '}
      {formatCount(updates, 'update')}. {adviceFor(cause, exitCode)}
    </p>
  ));

const hostsOf = ({ hosts, sampleHosts }: RetryPreview): string => {
  const more = hosts - sampleHosts.length;
  return more > 0 ? `${sampleHosts.join(', ')} and ${formatCount(more, 'other')}` : sampleHosts.join(', ');
};

interface RetryDialogProps {
  title: string;
  choice: RetryChoice;
  onClose: () => void;
}

/** What a retry does, before it is done: on which hosts, and what went wrong there. */
function RetryDialog({ title, choice, onClose }: RetryDialogProps) {
  const { data, isError } = useQuery(previewQuery(choice));
  const retry = useAct(
    (hosts: number) => call(activities.retry, { body: choice }, { operation: asking, shown: { hosts } }),
    { touches: ['tasks', 'host', 'approvals', 'dashboard'] },
  );
  if (!data)
    return (
      <Dialog title={title} isOpen onClose={onClose}>
        {isError ? <Banner tone="danger">Unable to fetch what would be tried again.</Banner> : <Spinner isBlock />}
      </Dialog>
    );
  return (
    <PreviewPanel
      verb="Retry on"
      affected={data.hosts}
      affectedDetail={hostsOf(data)}
      title={title}
      tier={1}
      hasReason={false}
      isOpen
      isPending={retry.isPending}
      facts={[
        {
          term: 'What happens',
          detail: `${formatCount(data.updates, 'update')} that failed for good ${data.updates === 1 ? 'is' : 'are'} planned again where still decided. Hosts begin at their next check-in, with up to five attempts.`,
        },
        { term: 'What failed', detail: data.updates === 0 ? 'Nothing waits for a retry any more.' : causesOf(data) },
        { term: 'First', detail: 'Remove the cause on the hosts. Otherwise the update fails again in the same way.' },
      ]}
      onCancel={onClose}
      onConfirm={() =>
        retry.mutate(data.hosts, {
          onAwaiting: onClose,
          onSuccess: ({ hosts }) => {
            onClose();
            notify({ tone: 'success', text: `Retry requested on ${formatCount(hosts, 'host')}.` });
          },
        })
      }
    />
  );
}

export interface RetryButtonProps {
  /** What is tried again: "7-Zip", "7-Zip on LT-CPH-0412". */
  what: string;
  choice: RetryChoice;
  size?: 'small' | 'medium';
}

/** Has failed updates tried again, after a preview. Nobody is offered it who may not. */
export function RetryButton({ what, choice, size = 'medium' }: RetryButtonProps) {
  const [isOpen, setOpen] = useState(false);
  if (!useMay('canDecideUpdates')) return null;
  return (
    <>
      <Button icon={RotateCcw} size={size} onPress={() => setOpen(true)} aria-label={`Retry ${what}`}>
        Retry...
      </Button>
      {isOpen && <RetryDialog title={`Retry ${what}`} choice={choice} onClose={() => setOpen(false)} />}
    </>
  );
}
