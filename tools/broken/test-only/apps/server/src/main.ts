import { four } from './numbers.ts';

console.warn(four);
