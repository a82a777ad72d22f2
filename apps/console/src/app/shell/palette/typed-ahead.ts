import { createTypedAhead } from './keys-ahead.ts';

/** Keys for the palette, from the one that opens it until its field is there. */
export const typedAhead = createTypedAhead(window);
