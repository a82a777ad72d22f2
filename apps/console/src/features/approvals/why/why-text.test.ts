import { describe, expect, it } from 'vitest';
import { outcomeText, sharedFates } from './why-text.ts';

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
      { ...outcome, action: 'wait', reason: 'noPackage', hosts: 3 },
      'hosts wait until somebody vouches for a package of 124.0, by Site',
    ],
    [
      { ...outcome, action: 'wait', reason: 'noFit', copies: '32-bit MSI copies', hosts: 3 },
      'hosts wait: there is no package of 124.0 for 32-bit MSI copies, by Site',
    ],
    [{ ...outcome, action: 'wait', reason: 'noSigner', hosts: 1 }, 'host waits: the server has no signer, by Site'],
    [
      { ...outcome, action: 'none', reason: 'undecided', toVersion: null, level: null, scopeName: null, hosts: 2 },
      'hosts stay as they are: nobody has decided',
    ],
  ] as const)('%j', (given, text) => expect(outcomeText(given)).toBe(text));
});

describe('hosts of one fate', () => {
  it('are counted together whatever version they have, the most first', () => {
    const blocked = { ...outcome, status: 'blocked', reason: 'blocked', toVersion: null, level: 'group' } as const;
    const fates = sharedFates([
      { ...blocked, scopeName: 'Sales', hosts: 1 },
      { ...outcome, status: 'auto', hosts: 5 },
      { ...blocked, scopeName: 'Sales', hosts: 7 },
      { ...blocked, scopeName: 'Lab', hosts: 2 },
    ]);
    expect(fates.map(({ hosts, scopeName }) => [hosts, scopeName])).toEqual([
      [8, 'Sales'],
      [5, 'Berlin'],
      [2, 'Lab'],
    ]);
  });
});
