import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { holdCeremony } from './keys.ts';
import { vouchFor } from './vouch.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-vouch-'));
const offline = join(folder, 'offline');
holdCeremony({ offline, signer: join(folder, 'signer'), now: new Date() });
afterAll(() => rmSync(folder, { recursive: true }));

const about = (more: object = {}): string =>
  JSON.stringify({
    channelTag: '7zip',
    version: '25.01',
    release: 1,
    expires: Date.now() + 86_400_000,
    kind: 'exe',
    scope: 'machine',
    installArguments: ['/S'],
    removeArguments: [],
    options: {},
    ...more,
  });
const file = Buffer.from('an installer');

describe('vouching for a package', () => {
  it('is refused when an option could become a switch of its own', () => {
    const options = { server: { maxLength: 100, values: null } };
    expect(() => vouchFor(offline, about({ installArguments: ['{server}'], options }), file)).toThrow(
      'argumentUnsafe: {server}',
    );
    expect(vouchFor(offline, about({ installArguments: ['SERVER={server}'], options }), file)).toContain('signatures');
  });
});
