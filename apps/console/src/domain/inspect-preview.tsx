import { formatCount } from '../ui/format.ts';
import { notify } from '../ui/notify.tsx';
import { PreviewPanel } from '../ui/preview-panel.tsx';

interface InspectPreviewProps {
  /** What the hosts have in common: a group or a tag. */
  name: string;
  hosts: number;
  hostsDetail: string;
  isPending: boolean;
  onInspect: (onSuccess: (answer: { count: number }) => void) => void;
  onClose: () => void;
}

/** Asks many hosts to inspect themselves. */
export function InspectPreview({ name, hosts, hostsDetail, isPending, onInspect, onClose }: InspectPreviewProps) {
  return (
    <PreviewPanel
      title={`Inspect & update "${name}"`}
      tier={1}
      isOpen
      hasReason={false}
      isPending={isPending}
      verb="Inspect up to"
      affected={hosts}
      affectedDetail={hostsDetail}
      facts={[
        { term: 'What happens', detail: 'Each host inspects itself at its next check-in, and jobs that wait begin.' },
        { term: 'Left out', detail: 'Hosts that are disabled, dormant, waiting or in the trash.' },
      ]}
      onCancel={onClose}
      onConfirm={() =>
        onInspect(({ count }) => {
          onClose();
          notify({ tone: 'success', text: `Inspection requested on ${formatCount(count, 'host')}.` });
        })
      }
    />
  );
}
