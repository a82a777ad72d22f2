import { describe, expect, it } from 'vitest';
import { outcomeWords } from './why-words.ts';

const outcome = { action: 'update', reason: 'auto', toVersion: '124.0', level: 'site', scopeName: 'Berlin' } as const;

describe('the words for hosts with the same fate', () => {
  it.each([
    [{ ...outcome, hosts: 31 }, 'hosts get 124.0 at the next check-in, by Site'],
    [{ ...outcome, hosts: 1 }, 'host gets 124.0 at the next check-in, by Site'],
    [
      { ...outcome, action: 'stay', reason: 'blocked', toVersion: null, level: 'tag', scopeName: 'Kiosk', hosts: 4 },
      'hosts blocked by Tag Kiosk',
    ],
    [
      { ...outcome, action: 'none', reason: 'undecided', toVersion: null, level: null, scopeName: null, hosts: 2 },
      'hosts stay as they are: nobody has decided',
    ],
  ] as const)('%j', (given, words) => expect(outcomeWords(given)).toBe(words));
});
