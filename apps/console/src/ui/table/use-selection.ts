import { useState } from 'react';
import { leftAfter, noSelection, type Selection } from './selection.ts';

/** What is chosen in a list; with other filters it is another list, with nothing chosen. */
export const useSelection = (list = '') => {
  const [picked, setPicked] = useState({ list, selection: noSelection });
  return {
    selection: picked.list === list ? picked.selection : noSelection,
    setSelection: (selection: Selection) => setPicked({ list, selection }),
    /** Something was done with these; rows that were ticked while it was done stay ticked. */
    drop: (done: Selection) => setPicked((now) => ({ ...now, selection: leftAfter(now.selection, done) })),
  };
};
