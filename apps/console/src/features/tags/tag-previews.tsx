import { type Tag, tags } from '@patchkeep/contract/tags';
import { formatCount } from '../../ui/format.ts';
import { notify } from '../../ui/notify.tsx';
import { PreviewPanel } from '../../ui/preview-panel.tsx';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';

interface TagPreviewProps {
  tag: Tag;
  onClose: () => void;
}

export function InspectTagPreview({ tag, onClose }: TagPreviewProps) {
  const inspect = useAct(
    (id: string) => call(tags.inspect, { params: { id } }, { operation: { verb: 'request', thing: 'inspections' } }),
    { touches: ['host'] },
  );
  return (
    <PreviewPanel
      title={`Inspect & update "${tag.tagName}"`}
      tier={1}
      isOpen
      hasReason={false}
      isPending={inspect.isPending}
      verb="Inspect up to"
      affected={tag.hostCount}
      affectedDetail="carry this tag"
      facts={[
        { term: 'What happens', detail: 'Each host inspects itself at its next contact, and jobs that wait begin.' },
        { term: 'Left out', detail: 'Hosts that are disabled, dormant, waiting or in the trash.' },
      ]}
      onCancel={onClose}
      onConfirm={() =>
        inspect.mutate(tag.tagUuid, {
          onSuccess: ({ count }) => {
            onClose();
            notify({ tone: 'success', text: `Inspection requested on ${formatCount(count, 'host')}.` });
          },
        })
      }
    />
  );
}

export function DeleteTagPreview({ tag, onClose }: TagPreviewProps) {
  const remove = useAct(
    (id: string) =>
      call(tags.remove, { params: { id } }, { operation: { verb: 'delete', thing: 'tags' }, isLookedAt: true }),
    { touches: ['tag', 'host'] },
  );
  return (
    <PreviewPanel
      title={`Delete "${tag.tagName}"`}
      tier={1}
      isOpen
      hasReason={false}
      isPending={remove.isPending}
      verb="Delete"
      noun="tag"
      affected={1}
      affectedDetail={`on ${formatCount(tag.hostCount, 'host')}`}
      facts={[
        { term: 'Its hosts', detail: 'Stay, without the tag.' },
        { term: 'Taking it back', detail: 'Not possible: make the tag anew and tag the hosts again.' },
      ]}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(tag.tagUuid, {
          onAwaiting: onClose,
          onSuccess: () => {
            onClose();
            notify({ tone: 'success', text: `Tag "${tag.tagName}" deleted.` });
          },
        })
      }
    />
  );
}
