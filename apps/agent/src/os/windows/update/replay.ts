import { join } from 'node:path';
import { replayOf } from '../replay.ts';
import { updateScript } from './update-script.ts';

/** Windows Update as it answered once. */
export const replay = replayOf(join(import.meta.dirname, 'recorded'), updateScript);
