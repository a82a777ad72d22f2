import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { drafts } from '../../../lib/client.ts';
import { type PendingEdit, pendingEdits, withEdits, withoutEdits } from './pending.ts';

interface PendingState {
  /** By site: edits about one site wait while the tab shows another. */
  edits: Readonly<Record<string, readonly PendingEdit[]>>;
  /** What was applied last in this tab, for Ctrl+Z. */
  last: { siteUuid: string; changeSetUuid: string; title: string } | null;
}

const draftName = 'approvals';
/** Outlives the screens: edits stay while one pages, filters and goes from level to level. */
const store = createStore<PendingState>(() => ({ edits: {}, last: null }));

const noEdits: readonly PendingEdit[] = [];
const kept = new Map<string, readonly PendingEdit[]>();
/** What this tab kept before it was loaded anew, read once for each user and site. */
const keptEdits = (siteUuid: string): readonly PendingEdit[] => {
  const edits = kept.get(siteUuid) ?? drafts.read(siteUuid, draftName, pendingEdits) ?? noEdits;
  kept.set(siteUuid, edits);
  return edits;
};
const editsIn = ({ edits }: PendingState, siteUuid: string) => edits[siteUuid] ?? keptEdits(siteUuid);

const changeEdits = (siteUuid: string, change: (edits: readonly PendingEdit[]) => readonly PendingEdit[]) => {
  const state = store.getState();
  const edits = change(editsIn(state, siteUuid));
  drafts.keep(siteUuid, draftName, edits.length > 0 ? edits : undefined);
  store.setState({ edits: { ...state.edits, [siteUuid]: edits } });
};

export const pending = {
  add: (siteUuid: string, added: readonly PendingEdit[], dropped: ReadonlySet<string>) =>
    changeEdits(siteUuid, (edits) => withEdits(withoutEdits(edits, dropped), added)),
  drop: (siteUuid: string, keys: ReadonlySet<string>) => changeEdits(siteUuid, (edits) => withoutEdits(edits, keys)),
  dropLast: (siteUuid: string) => changeEdits(siteUuid, (edits) => edits.slice(0, -1)),
  clear: (siteUuid: string) => changeEdits(siteUuid, () => noEdits),
  applied: (last: PendingState['last']) => store.setState({ last }),
  last: (siteUuid: string) => (store.getState().last?.siteUuid === siteUuid ? store.getState().last : null),
};

export const usePendingEdits = (siteUuid: string): readonly PendingEdit[] =>
  useStore(store, (state) => editsIn(state, siteUuid));
