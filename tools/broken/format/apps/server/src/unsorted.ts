import { untidy } from './untidy.ts';
import { join } from 'node:path';

export const unsorted = join('a', String(untidy.a));
