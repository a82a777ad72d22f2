import type { FormerHost, Host, HostFilter } from '@patchkeep/contract/hosts';
import { formatCount } from '../../ui/format.ts';
import { notify } from '../../ui/notify.tsx';
import { allMatching, countSelected, type Selection } from '../../ui/table/selection.ts';
import { useAct } from '../../lib/use-act.ts';
import { actWords, emptyTrash, type HostAct, moveHosts, runAct, tagHosts } from './host-acts.ts';
import { selectionBody } from './host-selection.ts';
import { inPortions, movesBack, tagsBack } from './host-undo.ts';

export interface Chosen {
  selection: Selection;
  filter: HostFilter;
  total: number;
  /** What was known of the chosen hosts before the act; undo needs it. */
  known: ReadonlyMap<string, Host>;
}

export const chosenCount = ({ selection, total }: Chosen): number => countSelected(selection, total);

/** The chosen hosts as they were: as the server tells of a filter's, or as they were seen, if each of them was. */
const before = ({ selection, known }: Chosen, told: FormerHost[] | undefined): FormerHost[] | undefined => {
  if (selection.kind !== 'some') return told;
  const found = [...selection.ids].flatMap((id) => known.get(id) ?? []);
  return found.length === selection.ids.size ? found : undefined;
};
const bodyOf = ({ selection, filter, total }: Chosen) => selectionBody(selection, filter, total);
const touches = ['host', 'group', 'tag'] as const;

/** Everything that can be done with chosen hosts; what can be taken back says so with its answer. */
export const useHostActs = (onDone: (done: Selection) => void) => {
  const say = (done: Selection, text: string, undo?: () => void) => {
    onDone(done);
    notify({ tone: 'success', text, ...(undo && { undo }) });
  };
  const act = useAct(({ act: what, chosen }: { act: HostAct; chosen: Chosen }) => runAct(what, bodyOf(chosen)), {
    touches,
  });
  const move = useAct(
    ({ chosen, groupUuid }: { chosen: Chosen; groupUuid: string | null }) => moveHosts(bodyOf(chosen), groupUuid),
    { touches },
  );
  const tag = useAct(
    ({ chosen, ...change }: { chosen: Chosen; addTags: string[]; removeTags: string[] }) =>
      tagHosts(bodyOf(chosen), change),
    { touches },
  );
  const undo = useAct((calls: readonly (() => Promise<unknown>)[]) => Promise.all(calls.map((one) => one())), {
    touches,
  });
  const empty = useAct(
    ({ expectedCount, reason }: { expectedCount: number; reason: string }) => emptyTrash(expectedCount, reason),
    { touches },
  );

  return {
    /** What else was done with the chosen hosts is done. */
    done: onDone,
    isPending: act.isPending || move.isPending || tag.isPending || empty.isPending,
    act: (what: HostAct, chosen: Chosen) =>
      act.mutate(
        { act: what, chosen },
        {
          onAwaiting: () => onDone(chosen.selection),
          onSuccess: ({ count, former: told }) => {
            const { done, inverse } = actWords[what];
            const former = before(chosen, told);
            say(
              chosen.selection,
              done(count),
              inverse &&
                former &&
                (() => undo.mutate(inPortions(former).map((hosts) => () => runAct(inverse, { hosts })))),
            );
          },
        },
      ),
    move: (chosen: Chosen, groupUuid: string | null, groupName: string) =>
      move.mutate(
        { chosen, groupUuid },
        {
          onAwaiting: () => onDone(chosen.selection),
          onSuccess: ({ count, former: told }) => {
            const back = movesBack(before(chosen, told) ?? [], groupUuid);
            say(
              chosen.selection,
              `${formatCount(count, 'host')} moved to ${groupName}.`,
              back.length > 0
                ? () => undo.mutate(back.map((one) => () => moveHosts({ hosts: one.hosts }, one.groupUuid)))
                : undefined,
            );
          },
        },
      ),
    tag: (chosen: Chosen, change: { addTags: string[]; removeTags: string[] }) =>
      tag.mutate(
        { chosen, ...change },
        {
          onAwaiting: () => onDone(chosen.selection),
          onSuccess: ({ count, former: told }) => {
            const back = tagsBack(before(chosen, told) ?? [], change);
            say(
              chosen.selection,
              `Tags changed on ${formatCount(count, 'host')}.`,
              back.length > 0
                ? () =>
                    undo.mutate(
                      back.map(
                        ({ hosts: ids, ...tags }) =>
                          () =>
                            tagHosts({ hosts: ids }, tags),
                      ),
                    )
                : undefined,
            );
          },
        },
      ),
    emptyTrash: (expectedCount: number, reason: string) =>
      empty.mutate(
        { expectedCount, reason },
        {
          onAwaiting: () => onDone(allMatching),
          onSuccess: ({ count }) => say(allMatching, `Trash emptied: ${formatCount(count, 'host')} deleted for good.`),
        },
      ),
  };
};

export type HostActs = ReturnType<typeof useHostActs>;
