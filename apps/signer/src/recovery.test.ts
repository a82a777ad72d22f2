import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRoot } from '@patchkeep/orders/root';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-recovery-'));
const at = (name: string): string => join(folder, name);
const program = fileURLToPath(new URL('./main.ts', import.meta.url));
const signer = (...args: string[]): string => execFileSync(process.execPath, [program, ...args], { encoding: 'utf8' });
afterAll(() => rmSync(folder, { recursive: true }));

describe('the recovery file', () => {
  const told = signer('ceremony', '--recovery', at('recovery'), '--signer', at('signer'), '--packager', at('packager'));
  const phrase = /[2-9A-Z]{5}(?:-[2-9A-Z]{5}){5}/.exec(told)?.[0] ?? '';

  it('holds the root keys, which lie nowhere else, and is read by its owner alone', () => {
    expect(readdirSync(folder).toSorted()).toEqual(['packager', 'recovery', 'signer']);
    expect(readdirSync(at('packager'))).toEqual(['catalogue.pem']);
    expect(statSync(at('recovery')).mode & 0o777).toBe(0o600);
    const text = readFileSync(at('recovery'), 'utf8');
    expect([text.includes('PRIVATE KEY'), text.includes(phrase)]).toEqual([false, false]);
    const { root, catalogue } = readRoot(readFileSync(join(at('signer'), 'root.json'), 'utf8'));
    expect([root, catalogue].map(({ keys, threshold }) => [keys.length, threshold])).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  it('is opened by its phrase, however it is typed, and then makes the next root', () => {
    writeFileSync(at('phrase'), ` ${phrase.toLowerCase().replaceAll('-', ' ')}\n`);
    signer('recover', '--recovery', at('recovery'), '--phrase-file', at('phrase'), '--offline', at('offline'));
    expect(readdirSync(at('offline'))).toEqual(['root-1.pem']);
    signer('rotate', '--offline', at('offline'), '--signer', at('signer'), '--out', at('signer-2'));
    expect(readRoot(readFileSync(join(at('signer-2'), 'root.json'), 'utf8')).version).toBe(2);
  });

  it('is opened by no other phrase, and not after a byte of it was changed', () => {
    const recover = (file: string, text: string) => {
      writeFileSync(at('typed'), text);
      const given = ['--recovery', file, '--phrase-file', at('typed'), '--offline', at('stolen')];
      const { status, stderr } = spawnSync(process.execPath, [program, 'recover', ...given], { encoding: 'utf8' });
      return [status, stderr.trim()];
    };
    const refused = [1, 'The phrase is not the one that seals this file.'];
    expect(
      recover(
        at('recovery'),
        phrase.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      ),
    ).toEqual(refused);
    expect(recover(at('recovery'), '')).toEqual(refused);
    const sealed = JSON.parse(readFileSync(at('recovery'), 'utf8')) as { sealed: string };
    const changed = sealed.sealed.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    writeFileSync(at('changed'), JSON.stringify({ ...sealed, sealed: changed }));
    expect(recover(at('changed'), phrase)).toEqual(refused);
    expect(readdirSync(folder)).not.toContain('stolen');
  });
});
