import { readFileSync } from 'node:fs';
export const status = (): string => readFileSync('status', 'utf8');
