import type { ActPreview } from '@patchkeep/contract/change-sets';

/** What the page has shown of an act just before the user asked for it. */
export interface ShownAct {
  /** How many hosts it touches. */
  hosts: number;
  /** That it cannot be taken back. */
  isFinal?: boolean;
}

/**
 * Does the server's preview say something that the user has not seen yet? Then it is shown before the act. A second
 * person is always said: no page knows whether one is needed.
 */
export const saysMore = (preview: ActPreview, shown: ShownAct | undefined): boolean =>
  shown === undefined ||
  preview.needsSecondPerson ||
  preview.hosts !== shown.hosts ||
  (preview.noUndo !== null && shown.isFinal !== true);
