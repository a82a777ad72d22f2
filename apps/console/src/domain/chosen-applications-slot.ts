import type { ComponentType, ReactNode } from 'react';
import type { Selection } from '../ui/table/selection.ts';

export interface ChosenApplication {
  name: string;
  /** Null where no catalogue knows it: then nothing can be decided about it. */
  channelTag: string | null;
}

/** What can be decided about applications that are ticked in a list of another feature: its route brings the two together. */
export type ChosenApplicationsSlot = ComponentType<{
  /** Whose applications they are, and where is decided. */
  within: { kind: 'site' } | { kind: 'group' | 'tag'; id: string };
  selection: Selection;
  /** The chosen ones; undefined if they could not be read, which the user was told. */
  fetchChosen: () => Promise<readonly ChosenApplication[] | undefined>;
  onDone: (done: Selection) => void;
  /** The list, which gets the buttons. */
  children: (buttons: ReactNode) => ReactNode;
}>;
