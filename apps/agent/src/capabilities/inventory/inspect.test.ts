import { agentApi, type HostFacts, type SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stableBootTime } from '../../os/boot-time.ts';
import { nobodyThere } from '../../os/nobody-there.factory.ts';
import type { Os } from '../../os/os.ts';
import { factsDigest, inspect } from './inspect.ts';

const facts: Omit<HostFacts, 'agentVersion' | 'bootTime'> = {
  hostName: 'lt-1',
  os: { family: 'linux', name: 'Debian', version: '12', architecture: 'x64' },
  freeDiskBytes: 50_000_000_000,
  users: ['ana', 'jonas'],
  timeZone: 'Europe/Copenhagen',
};
const host = (software: SoftwareCopy[], more: Partial<typeof facts> = {}): Os => ({
  readFacts: async () => ({ ...facts, ...more }),
  listSoftware: async () => software,
  readHardwareId: async () => undefined,
  readInstallation: async () => undefined,
  runInstaller: async () => undefined,
  restart: async () => 1,
  claimDirectory: async () => undefined,
  desktop: nobodyThere,
});
const copy = (more: Partial<SoftwareCopy> = {}): SoftwareCopy => ({
  name: 'App',
  publisher: '',
  version: '1.0',
  scope: 'machine',
  source: 'exe',
  ...more,
});

describe('an inspection', () => {
  it('has one hash whatever the order, and nothing twice', async () => {
    const [a, b] = [copy({ name: 'A' }), copy({ name: 'B' })];
    const one = await inspect(host([a, b, a]), {});
    const other = await inspect(host([b, a]), {});
    expect(one.hash).toBe(other.hash);
    expect(one.software).toHaveLength(2);
    expect((await inspect(host([a, copy({ name: 'B', version: '1.1' })]), {})).hash).not.toBe(one.hash);
  });

  it('fits the protocol whatever a vendor wrote', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 700 });
    const copies = fc.record(
      {
        name: text,
        publisher: text,
        version: text,
        scope: fc.constantFrom('machine' as const, 'user' as const),
        user: text,
        path: text,
        fileVersion: text,
        productCode: text,
        source: fc.constantFrom('msi' as const, 'exe' as const),
        architecture: text,
      },
      { requiredKeys: ['name', 'publisher', 'version', 'scope', 'source'] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(copies, { maxLength: 20 }), fc.array(text, { maxLength: 60 }), async (list, users) => {
        const { hash, software, facts: found } = await inspect(host(list, { users, hostName: users[0] ?? '' }), {});
        const body = {
          lineage: '',
          hash,
          takenAt: new Date().toISOString(),
          inspectedRevision: 0,
          facts: found,
          software,
        };
        const parsed = agentApi.inventory.body.parse(JSON.parse(JSON.stringify(body)));
        expect(parsed).toEqual(body);
      }),
      { numRuns: 100 },
    );
  });

  it('tells the server again of facts that matter, not of a few megabytes', async () => {
    const all = { ...facts, agentVersion: '1', bootTime: '2026-11-15T09:00:00.000Z' };
    const digest = factsDigest(all);
    expect(factsDigest({ ...all, freeDiskBytes: all.freeDiskBytes + 1_000_000, users: ['jonas', 'ana'] })).toBe(digest);
    expect(factsDigest({ ...all, users: ['ana'] })).not.toBe(digest);
    expect(factsDigest({ ...all, freeDiskBytes: 1 })).not.toBe(digest);
  });

  it('knows a boot again although uptime and clock never agree', () => {
    const known = '2026-11-15T09:00:00.000Z';
    expect(stableBootTime(known, new Date('2026-11-15T09:00:03.120Z'))).toBe(known);
    expect(stableBootTime(known, new Date('2026-11-15T09:05:00.000Z'))).toBe('2026-11-15T09:05:00.000Z');
    expect(stableBootTime(undefined, new Date(known))).toBe(known);
  });
});
