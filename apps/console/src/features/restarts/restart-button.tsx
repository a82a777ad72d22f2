import { useState } from 'react';
import { useMay } from '../../lib/use-may.ts';
import { Button } from '../../ui/button.tsx';
import { RestartDialog } from './restart-dialog.tsx';
import type { RestartTargets } from './restarts.queries.ts';

/** Asks all hosts of a group or of a tag to restart. */
export function RestartButton({ title, targets }: { title: string; targets: RestartTargets }) {
  const [isOpen, setOpen] = useState(false);
  if (!useMay('canMakeChanges')) return null;
  const [uuid = ''] = [...(targets.groupUuid ?? []), ...(targets.tagUuid ?? [])];
  return (
    <>
      <Button data-act={`restart ${uuid}`} onPress={() => setOpen(true)}>
        Restart...
      </Button>
      {isOpen && <RestartDialog title={title} targets={targets} onClose={() => setOpen(false)} />}
    </>
  );
}
