import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { ChosenHostsSlot } from '../../domain/chosen-hosts-slot.ts';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { allMatching, isSelected, type Selection } from '../../ui/table/selection.ts';
import { BulkButtons, BulkDialogs, type RestartChosen, useBulkDialog } from './bulk-actions.tsx';
import { selectionMax } from './host-selection.ts';
import { type Chosen, useHostActs } from './use-host-acts.ts';

const idsQuery = (list: string, fetchIds: () => Promise<string[] | undefined>) =>
  queryOptions({
    queryKey: ['host', 'chosen', list],
    queryFn: async () => {
      const ids = await fetchIds();
      // Why was told already. An empty list would offer buttons that act on nothing.
      if (ids === undefined) throw new Error('The hosts that match could not be read');
      return ids;
    },
    staleTime: 0,
    retry: false,
    meta: { isSilent: true },
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
    ) : isAll && all.isError && !all.isFetching ? (
      <>
        <span>The hosts that match could not be read.</span>
        <Button onPress={() => void all.refetch()}>Try again</Button>
      </>
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
