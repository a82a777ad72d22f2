import { readFileSync } from 'node:fs';
export const envelope = (): string => readFileSync('order', 'utf8');
