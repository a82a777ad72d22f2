import { type CustomConfig, customSoftware } from '@patchkeep/contract/custom-software';
import { useState } from 'react';
import { call } from '../../../lib/client.ts';
import { useAct } from '../../../lib/use-act.ts';
import { ActDialog } from '../../../ui/act-dialog.tsx';
import { notify } from '../../../ui/notify.tsx';
import { Refusal } from '../refusal.tsx';

const remove = (id: string) =>
  call(
    customSoftware.remove,
    { params: { id } },
    { operation: { verb: 'delete', thing: 'custom deployment configs' } },
  );

/** Deletes custom software that no job is about. What hosts have installed stays. */
export function RemoveCustomDialog({ config, onClose }: { config: CustomConfig; onClose: () => void }) {
  const { customDeploymentConfigUuid: id, title } = config;
  const [refusal, setRefusal] = useState<string | null>(null);
  const act = useAct(remove, { touches: ['customSoftware', 'resource'], onRefused: setRefusal });
  const onSuccess = () => {
    onClose();
    notify({ tone: 'success', text: `"${title}" deleted.` });
  };
  return (
    <ActDialog
      title={`Delete "${title}"`}
      role="alertdialog"
      verb="Delete"
      isDanger
      isPending={act.isPending}
      onClose={onClose}
      onAct={() => act.mutate(id, { onSuccess })}
    >
      <div className="stack">
        <Refusal text={refusal} />
        <p>
          Jobs can no longer be made of it, and its signatures are gone. Hosts keep what they have installed: to take it
          away there, remove it from hosts first.
        </p>
      </div>
    </ActDialog>
  );
}
