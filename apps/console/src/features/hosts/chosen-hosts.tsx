import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { ChosenHostsSlot } from '../../domain/chosen-hosts-slot.ts';
import { formatNumber } from '../../ui/format.ts';
import { allMatching, isSelected, type Selection } from '../../ui/table/selection.ts';
import { BulkButtons, BulkDialogs, type RestartChosen, useBulkDialog } from './bulk-actions.tsx';
import { selectionMax } from './host-selection.ts';
import { type Chosen, useHostActs } from './use-host-acts.ts';

const idsQuery = (list: string, fetchIds: () => Promise<string[] | undefined>) =>
  queryOptions({
    queryKey: ['host', 'chosen', list],
    queryFn: async () => (await fetchIds()) ?? [],
    staleTime: 0,
  });

interface ChosenHostsProps extends ComponentProps<ChosenHostsSlot> {
  Restart: RestartChosen;
}

/** The acts of the list of hosts, for hosts that are ticked elsewhere. They are named by their ids, at most a thousand. */
export function ChosenHosts({ list, selection, total, fetchIds, onDone, Restart, children }: ChosenHostsProps) {
  const isAll = selection.kind === 'allMatching';
  const all = useQuery({ ...idsQuery(list, fetchIds), enabled: isAll && total <= selectionMax });
  const [dialog, setDialog] = useBulkDialog();
  const acts = useHostActs(() => {
    setDialog(null);
    onDone(isAll ? allMatching : selection);
  });
  const ids = isAll ? all.data?.filter((id) => isSelected(selection, id)) : [...selection.ids];
  const chosenFrom = (some: Selection): Chosen => ({
    selection: some,
    filter: { view: 'active' },
    total: ids?.length ?? 0,
    known: new Map(),
  });
  const buttons =
    isAll && total > selectionMax ? (
      <span>At most {formatNumber(selectionMax)} hosts at once. Narrow the list first.</span>
    ) : ids === undefined ? (
      <span>Reading which hosts match</span>
    ) : (
      <BulkButtons
        selection={{ kind: 'some', ids: new Set(ids) }}
        view="active"
        acts={acts}
        chosenFrom={chosenFrom}
        setOpen={setDialog}
        mayRestart
      />
    );
  return (
    <>
      {children(buttons)}
      {dialog && <BulkDialogs open={dialog} acts={acts} Restart={Restart} onClose={() => setDialog(null)} />}
    </>
  );
}
