import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dashedKey } from '@patchkeep/orders/dashed-key.factory';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-verifier-home-'));
const home = join(folder, 'home');
const program = fileURLToPath(new URL('../main.ts', import.meta.url));
const packager = (...args: string[]): string =>
  execFileSync(process.execPath, [program, ...args], { encoding: 'utf8' });
const refusal = (...args: string[]): string =>
  spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' })
    .stderr.split('\n', 1)
    .join('');
afterAll(() => rmSync(folder, { recursive: true }));

describe('the folder of a verifier', () => {
  it('gets a key once, for its owner alone, and tells the public half', () => {
    const key = packager('make-verifier', '--home', home).trim();
    expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(packager('key', '--home', home).trim()).toBe(key);
    expect(statSync(join(home, 'verifier.pem')).mode & 0o777).toBe(0o600);
    expect(refusal('make-verifier', '--home', home)).toContain('EEXIST');
    expect(refusal('key', '--home', folder)).toContain('There is no key');
  });

  it('is named to the packager by a key that may begin with a dash, and never without the mode', () => {
    const given = ['serve', '--home', home, '--socket', join(folder, 'socket'), '--verifier', dashedKey()];
    expect(refusal(...given)).toBe('--verifier needs --mode guarded.');
    expect(refusal(...given, '--mode', 'guarded')).toBe('--mode guarded needs --verifier and --verifier-socket.');
    expect(refusal('serve', '--home', home, '--socket', 'x', '--mode', 'offline')).toBe('--mode offline needs --root.');
  });
});
