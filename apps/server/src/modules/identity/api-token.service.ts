import { tokenTexts } from '../../platform/http/token-text.ts';

/** Keys of programs to the console API. */
export const apiTokenTexts = tokenTexts('vpt');
