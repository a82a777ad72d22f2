import { chicken } from './chicken.ts';
export const egg = (): string => chicken();
