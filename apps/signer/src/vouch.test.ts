import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyId, rawKey } from '@patchkeep/orders/envelope';
import { afterAll, describe, expect, it } from 'vitest';
import { holdCeremony, readKey } from './keys.ts';
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
    installedAs: { names: ['7-zip'], publishers: ['Igor Pavlov'], scheme: 'generic' },
    ...more,
  });
const both = ['catalogue-1.pem', 'catalogue-2.pem'];
const vouch = (text = about(), keys = both): string =>
  vouchFor({ offline, keys, about: text, file: Buffer.from('an installer') });

describe('vouching for a package', () => {
  it('is refused when an option could become a switch of its own', () => {
    const options = { server: { maxLength: 100, values: null } };
    expect(() => vouch(about({ installArguments: ['{server}'], options }))).toThrow('argumentUnsafe: {server}');
    expect(vouch(about({ installArguments: ['SERVER={server}'], options }))).toContain('signatures');
  });

  it('is refused when hosts could not tell an update from a new installation', () => {
    expect(() => vouch(about({ installedAs: undefined }))).toThrow('how hosts list the copies that it updates');
    expect(vouch(about({ installedAs: undefined, isInstallable: true }))).toContain('signatures');
    expect(() => vouch(about({ isInstallable: false }))).toThrow('isInstallable');
  });

  it('is done with the keys that are named, and with no other that lies there', () => {
    const signed = (keys: string[]) =>
      (JSON.parse(vouch(about(), keys)) as { signatures: { keyid: string }[] }).signatures.map(({ keyid }) => keyid);
    const idOf = (name: string) => keyId(rawKey(readKey(join(offline, name))));
    expect(signed(['catalogue-2.pem'])).toEqual([idOf('catalogue-2.pem')]);
    expect(signed(both)).toEqual(both.map(idOf));
    expect(() => signed([])).toThrow('Name the keys to sign with');
    expect(() => signed(['root-1.pem'])).toThrow('root-1.pem is not the name of a catalogue key');
    expect(() => signed(['../offline/catalogue-1.pem'])).toThrow('is not the name of a catalogue key');
    expect(() => signed(['catalogue-1.pem', 'catalogue-1.pem'])).toThrow('A key is named twice');
    expect(() => signed(['catalogue-9.pem'])).toThrow('no such file');
  });
});
