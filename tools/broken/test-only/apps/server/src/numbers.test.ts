import { expect, it } from 'vitest';
import { five, six } from './more-numbers.ts';
import { four, three } from './numbers.ts';

it('counts', () => expect([three, four, five, six]).toEqual([3, 4, 5, 6]));
