import type { Dashboard } from '@patchkeep/contract/dashboards';
import Undo2 from 'lucide-react/icons/undo-2';
import { useMay } from '../../lib/use-may.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notify.tsx';
import type { Scope } from './scope.ts';
import type { Arranging } from './use-arranging.ts';
import { useDashboardActs } from './use-dashboard-acts.ts';
import s from './dashboards.module.css';

export interface SaveBarProps {
  scope: Scope;
  dashboard: Dashboard;
  arranging: Arranging;
  onDone: () => void;
}

/** What becomes of a dashboard that was changed: kept for oneself, kept for everybody, or dropped. */
export function SaveBar({ scope, dashboard, arranging, onDone }: SaveBarProps) {
  const maySave = useMay(scope.canSave);
  const { saveForMe, saveForAll } = useDashboardActs(scope, dashboard);
  const { config, isDirty, canUndo, undo, drop } = arranging;
  const isSaving = saveForMe.isPending || saveForAll.isPending;
  const end = (text?: string) => {
    drop();
    onDone();
    if (text !== undefined) notify({ tone: 'success', text });
  };
  return (
    <fieldset className={s['saving']} aria-label="Changes of the layout">
      {isDirty && <span className="muted">Changed, not saved</span>}
      <Button icon={Undo2} isDisabled={!canUndo || isSaving} onPress={undo}>
        Undo
      </Button>
      <Button isDisabled={isSaving} onPress={() => end()}>
        {isDirty ? 'Discard changes' : 'Done'}
      </Button>
      {maySave && (
        <Button
          isDisabled={!isDirty || isSaving}
          isPending={saveForAll.isPending}
          onPress={() => saveForAll.mutate(config, { onSuccess: () => end('Saved for everybody.') })}
        >
          Save for everybody
        </Button>
      )}
      <Button
        variant="primary"
        isDisabled={!isDirty || isSaving}
        isPending={saveForMe.isPending}
        onPress={() => saveForMe.mutate(config, { onSuccess: () => end('Saved for you.') })}
      >
        Save for me
      </Button>
    </fieldset>
  );
}
