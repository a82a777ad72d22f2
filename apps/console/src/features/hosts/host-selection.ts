import type { HostFilter, hostSelection } from '@patchkeep/contract/hosts';
import type { z } from 'zod';
import type { Selection } from '../../ui/table/selection.ts';

export type SelectionBody = z.input<typeof hostSelection>;

/** The ticked rows as the server takes them: by id, or the filter with how many the user was shown. */
export const selectionBody = (selection: Selection, filter: HostFilter, total: number): SelectionBody =>
  selection.kind === 'some'
    ? { hosts: [...selection.ids] }
    : { filter, except: [...selection.except], expectedCount: Math.max(0, total - selection.except.size) };

/** The server takes this many by id; more are chosen with "all matching". */
export const selectionMax = 1_000;

export const isTooMany = (selection: Selection): boolean =>
  (selection.kind === 'some' ? selection.ids : selection.except).size > selectionMax;

/** Up to here an act is done at once and can be undone; more hosts are looked at first. */
const atOnceMax = 10;

export const needsPreview = (selection: Selection): boolean =>
  selection.kind === 'allMatching' || selection.ids.size > atOnceMax;
