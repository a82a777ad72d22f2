import { type Tag, tags } from '@patchkeep/contract/tags';
import { InspectPreview } from '../../domain/inspect-preview.tsx';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { formatCount } from '../../ui/format.ts';
import { notify } from '../../ui/notify.tsx';
import { PreviewPanel } from '../../ui/preview-panel.tsx';

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
    <InspectPreview
      name={tag.tagName}
      hosts={tag.hostCount}
      hostsDetail="carry this tag"
      isPending={inspect.isPending}
      onInspect={(onSuccess) => inspect.mutate(tag.tagUuid, { onSuccess })}
      onClose={onClose}
    />
  );
}

export function DeleteTagPreview({ tag, onClose }: TagPreviewProps) {
  const remove = useAct(
    (id: string) =>
      call(
        tags.remove,
        { params: { id } },
        { operation: { verb: 'delete', thing: 'tags' }, shown: { hosts: tag.hostCount, isFinal: true } },
      ),
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
        { term: 'Taking it back', detail: 'Not possible. What is decided for the tag is deleted with it.' },
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
