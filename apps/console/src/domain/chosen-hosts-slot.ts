import type { ComponentType, ReactNode } from 'react';
import type { Selection } from '../ui/table/selection.ts';

/** What can be done with hosts that are ticked in a list of another feature: its route brings the two together. */
export type ChosenHostsSlot = ComponentType<{
  /** Names the list and its filters. */
  list: string;
  selection: Selection;
  total: number;
  /** The ids of all that match, for "select all matching"; undefined if they could not be read. */
  fetchIds: () => Promise<string[] | undefined>;
  onDone: (done: Selection) => void;
  /** The list, which gets the buttons. */
  children: (buttons: ReactNode) => ReactNode;
}>;
