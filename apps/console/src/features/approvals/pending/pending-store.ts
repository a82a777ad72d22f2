import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type PendingEdit, withEdits, withoutEdits } from './pending.ts';

interface PendingState {
  /** The site the edits are about; another site begins anew. */
  siteUuid: string;
  edits: readonly PendingEdit[];
  /** What was applied last in this tab, for Ctrl+Z. */
  last: { changeSetUuid: string; title: string } | null;
}

const noEdits: readonly PendingEdit[] = [];

/** Outlives the screens: edits stay while one pages, filters and goes from level to level. */
const store = createStore<PendingState>(() => ({ siteUuid: '', edits: noEdits, last: null }));

const changeEdits = (siteUuid: string, change: (edits: readonly PendingEdit[]) => readonly PendingEdit[]) => {
  const state = store.getState();
  const isSame = state.siteUuid === siteUuid;
  store.setState({ siteUuid, edits: change(isSame ? state.edits : noEdits), last: isSame ? state.last : null }, true);
};

export const pending = {
  add: (siteUuid: string, added: readonly PendingEdit[], dropped: ReadonlySet<string>) =>
    changeEdits(siteUuid, (edits) => withEdits(withoutEdits(edits, dropped), added)),
  drop: (siteUuid: string, keys: ReadonlySet<string>) => changeEdits(siteUuid, (edits) => withoutEdits(edits, keys)),
  dropLast: (siteUuid: string) => changeEdits(siteUuid, (edits) => edits.slice(0, -1)),
  clear: (siteUuid: string) => changeEdits(siteUuid, () => noEdits),
  applied: (last: PendingState['last']) => store.setState({ last }),
  last: (siteUuid: string) => (store.getState().siteUuid === siteUuid ? store.getState().last : null),
};

export const usePendingEdits = (siteUuid: string): readonly PendingEdit[] =>
  useStore(store, (state) => (state.siteUuid === siteUuid ? state.edits : noEdits));
