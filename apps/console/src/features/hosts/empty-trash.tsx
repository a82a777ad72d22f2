import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { PreviewPanel } from '../../ui/preview-panel.tsx';
import { useHostActs } from './use-host-acts.ts';

/** Cannot be taken back: asks to type the number and to say why. */
export function EmptyTrash({ count }: { count: number }) {
  const [isOpen, setOpen] = useState(false);
  const acts = useHostActs(() => setOpen(false));
  return (
    <>
      <Button variant="danger" icon={Trash2} isDisabled={count === 0} onPress={() => setOpen(true)}>
        Empty trash...
      </Button>
      {isOpen && (
        <PreviewPanel
          title="Empty trash"
          tier={2}
          isOpen
          isPending={acts.isPending}
          verb="Delete"
          affected={count}
          affectedDetail="all hosts in the trash, whatever the filters show"
          warnings={['Deleted hosts cannot be restored.']}
          facts={[
            { term: 'Inventory', detail: 'What was reported by these hosts is deleted with them.' },
            { term: 'Agents', detail: 'Are refused from now on. To come back, a host needs a new install token.' },
          ]}
          onCancel={() => setOpen(false)}
          onConfirm={(reason) => acts.emptyTrash(count, reason)}
        />
      )}
    </>
  );
}
