import { egg } from './egg.ts';
export const chicken = (): string => egg();
