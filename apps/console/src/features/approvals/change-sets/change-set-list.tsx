import { type ChangeSet, changeSetStates } from '@patchkeep/contract/change-sets';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../../lib/use-may.ts';
import { useSession } from '../../../lib/use-stores.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { queryState } from '../../../ui/table/query-state.ts';
import { usePageCursor } from '../../../ui/table/use-page-cursor.ts';
import { changeSetColumns } from './change-set-columns.tsx';
import { ChangeSetDialog } from './change-set-dialog.tsx';
import { ChangeSetPanel } from './change-set-panel.tsx';
import { ChangeSetQueue } from './change-set-queue.tsx';
import { changeStateText } from './change-set-text.tsx';
import {
  awaitingQuery,
  type ChangeLevel,
  changeSetQuery,
  changeSetsQuery,
  type ChangeState,
} from './change-sets.queries.ts';
import { useChangeSetActs } from './use-change-set-acts.ts';
import s from './change-set.module.css';

const getId = ({ changeSetUuid }: ChangeSet) => changeSetUuid;
const getName = ({ title }: ChangeSet) => title;
const states = [
  { value: 'any', label: 'All changes' },
  ...changeSetStates.map((state) => ({ value: state, label: changeStateText(state) })),
] as const;

export interface ChangeSetListProps {
  level: ChangeLevel;
  /** The change that the address names: its panel is open. */
  linkedId: string | undefined;
  onUnlink: () => void;
}

/** Every change of approvals and every act on many hosts, the newest first, with the way back; above them, what waits for a second person. */
export function ChangeSetList({ level, linkedId, onUnlink }: ChangeSetListProps) {
  const [state, setState] = useState<ChangeState | 'any'>('any');
  const [lookedAt, setLookedAt] = useState<ChangeSet | null>(null);
  const [openDialog, setOpenDialog] = useState<'undo' | 'refuse' | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const mayChange = useMay(level === 'system' ? 'isSystemAdmin' : 'canMakeChanges');
  const userUuid = useSession(({ userAccountUuid }) => userAccountUuid);
  const paging = usePageCursor(`${level} ${state}`);
  const query = useQuery(changeSetsQuery(level, state === 'any' ? undefined : state, paging.cursor));
  const awaiting = useQuery(awaitingQuery(level)).data?.changeSets ?? [];
  const rows = query.data?.changeSets;
  const linked = useQuery(changeSetQuery(linkedId)).data?.changeSet ?? null;
  const close = () => {
    if (linkedId !== undefined) onUnlink();
    setLookedAt(null);
    setOpenDialog(null);
    setRefusal(null);
  };
  const acts = useChangeSetActs(close, (message) => {
    setOpenDialog(null);
    setRefusal(message);
  });
  // The one in the panel stays as fresh as the list it came from.
  const open = lookedAt ?? linked;
  const shown =
    [...awaiting, ...(rows ?? [])].find(({ changeSetUuid }) => changeSetUuid === open?.changeSetUuid) ?? open;
  const look = (set: ChangeSet) => {
    setRefusal(null);
    setLookedAt(set);
  };
  return (
    <>
      <ChangeSetQueue sets={awaiting} onLook={look} />
      <div className={s['list']}>
        <DataTable
          label="Changes"
          noun="changes"
          columns={changeSetColumns}
          {...queryState(query, rows, 'Unable to fetch changes.')}
          getId={getId}
          getName={getName}
          total={query.data?.total ?? 0}
          page={paging.page(query.data?.nextCursor, query.isPlaceholderData)}
          pageSize={10}
          onOpen={look}
          onPeek={look}
          onClearFilters={state === 'any' ? undefined : () => setState('any')}
          whenNone={
            <EmptyState title="Nothing was changed yet">
              Every approval that is set, changed or taken away shows here, and every act on many hosts, with the way
              back.
            </EmptyState>
          }
        >
          <div className={s['bar']}>
            <Select label="Show" isLabelHidden options={states} value={state} onChange={setState} />
          </div>
        </DataTable>
      </div>
      {shown && (
        <ChangeSetPanel
          key={shown.changeSetUuid}
          set={shown}
          isOwn={shown.requestedByUuid === userUuid}
          isPending={acts.isPending}
          refusal={refusal}
          actions={
            mayChange
              ? {
                  undo: () => setOpenDialog('undo'),
                  refuse: () => setOpenDialog('refuse'),
                  confirm: () => acts.confirm(shown),
                }
              : undefined
          }
          onClose={close}
        />
      )}
      {shown && openDialog !== null && (
        <ChangeSetDialog
          what={openDialog}
          set={shown}
          isOwn={shown.requestedByUuid === userUuid}
          isPending={acts.isPending}
          onDone={(reason) => acts[openDialog](shown, reason)}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </>
  );
}
