import type { FormerHost, Host, HostFilter } from '@patchkeep/contract/hosts';
import { useAct, useUndo } from '../../lib/use-act.ts';
import type { ShownAct } from '../../lib/wide-acts.ts';
import { formatCount } from '../../ui/format.ts';
import { notify } from '../../ui/notify.tsx';
import { allMatching, countSelected, type Selection } from '../../ui/table/selection.ts';
import { actText, emptyTrash, type HostAct, moveHosts, runAct, tagHosts } from './host-acts.ts';
import { selectionBody } from './host-selection.ts';
import { inPortions, movesBack, tagsBack } from './host-undo.ts';

export interface Chosen {
  selection: Selection;
  filter: HostFilter;
  total: number;
  /** What is known of the chosen hosts: which tags they have. */
  known: ReadonlyMap<string, Host>;
}

export const chosenCount = ({ selection, total }: Chosen): number => countSelected(selection, total);

const bodyOf = ({ selection, filter, total }: Chosen) => selectionBody(selection, filter, total);
const touches = ['host', 'group', 'tag'] as const;

/** Everything that can be done with chosen hosts; what can be taken back says so with its answer. */
export const useHostActs = (onDone: (done: Selection) => void) => {
  const say = (done: Selection, text: string, undo?: () => void) => {
    onDone(done);
    notify({ tone: 'success', text, ...(undo && { undo }) });
  };
  const act = useAct(
    ({ act: what, chosen, shown }: { act: HostAct; chosen: Chosen; shown: ShownAct | undefined }) =>
      runAct(what, bodyOf(chosen), shown),
    { touches },
  );
  const move = useAct(
    ({ chosen, groupUuid }: { chosen: Chosen; groupUuid: string | null }) => moveHosts(bodyOf(chosen), groupUuid),
    { touches },
  );
  const tag = useAct(
    ({ chosen, ...change }: { chosen: Chosen; addTags: string[]; removeTags: string[] }) =>
      tagHosts(bodyOf(chosen), change),
    { touches },
  );
  const undo = useUndo(touches);
  const empty = useAct(
    ({ expectedCount, reason }: { expectedCount: number; reason: string }) => emptyTrash(expectedCount, reason),
    { touches },
  );

  /** Says what was done to the chosen hosts, and offers the calls that take it back, if there are any. */
  const answers = (
    chosen: Chosen,
    textOf: (count: number) => string,
    backOf: (former: FormerHost[]) => readonly (() => Promise<unknown>)[],
  ) => ({
    onAwaiting: () => onDone(chosen.selection),
    onSuccess: ({ count, former }: { count: number; former?: FormerHost[] | undefined }) => {
      const back = backOf(former ?? []);
      say(chosen.selection, textOf(count), back.length > 0 ? () => undo.mutate(back) : undefined);
    },
  });

  return {
    /** What else was done with the chosen hosts is done. */
    done: onDone,
    isPending: act.isPending || move.isPending || tag.isPending || empty.isPending,
    /** `shown` says what a panel has shown of it; a few hosts are acted on without one. */
    act: (what: HostAct, chosen: Chosen, shown?: ShownAct) => {
      const { done, inverse } = actText[what];
      act.mutate(
        { act: what, chosen, shown },
        answers(chosen, done, (former) =>
          inverse ? inPortions(former).map((hosts) => () => runAct(inverse, { hosts }, { hosts: hosts.length })) : [],
        ),
      );
    },
    move: (chosen: Chosen, groupUuid: string | null, groupName: string) =>
      move.mutate(
        { chosen, groupUuid },
        answers(
          chosen,
          (count) => `${formatCount(count, 'host')} moved to ${groupName}.`,
          (former) =>
            movesBack(former, groupUuid).map(
              (one) => () => moveHosts({ hosts: one.hosts }, one.groupUuid, { hosts: one.hosts.length }),
            ),
        ),
      ),
    tag: (chosen: Chosen, change: { addTags: string[]; removeTags: string[] }) =>
      tag.mutate(
        { chosen, ...change },
        answers(
          chosen,
          (count) => `Tags changed on ${formatCount(count, 'host')}.`,
          (former) =>
            tagsBack(former, change).map(
              ({ hosts: ids, ...tags }) =>
                () =>
                  tagHosts({ hosts: ids }, tags, { hosts: ids.length }),
            ),
        ),
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
