import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dashedKey } from '@patchkeep/orders/dashed-key.factory';
import { readRoot } from '@patchkeep/orders/root';
import { readStatement, signersOf } from '@patchkeep/orders/statements';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-modes-'));
const at = (name: string): string => join(folder, name);
const program = fileURLToPath(new URL('./main.ts', import.meta.url));
const signer = (...args: string[]): string => execFileSync(process.execPath, [program, ...args], { encoding: 'utf8' });
afterAll(() => rmSync(folder, { recursive: true }));

const rootOf = (no: number) => readRoot(readFileSync(join(at(`signer-${no}`), 'root.json'), 'utf8'));

describe('a change of who vouches for packages', () => {
  signer('ceremony', '--offline', at('offline'), '--signer', at('signer-1'), '--packager', at('packager'));
  const packager = rootOf(1).catalogue.keys[0] ?? '';
  const verifier = dashedKey();
  const words = (from: number, to: number, ...mode: string[]): string[] => {
    const folders = ['--signer', at(`signer-${from}`), '--out', at(`signer-${to}`)];
    return ['rotate', '--offline', at('offline'), ...folders, ...mode];
  };
  const refusal = (...mode: string[]): string =>
    spawnSync(process.execPath, [program, ...words(1, 9, ...mode)], { encoding: 'utf8' })
      .stderr.split('\n', 1)
      .join();

  it('names packager and verifier, both of whom must sign; the key may begin with a dash', () => {
    signer(...words(1, 2, '--mode', 'guarded', '--verifier', verifier));
    expect(rootOf(2).catalogue).toEqual({ keys: [packager, verifier], threshold: 2 });
  });

  it('goes on to two keys of people, and back to the packager that is named', () => {
    signer(...words(2, 3, '--mode', 'offline'));
    const { keys, threshold } = rootOf(3).catalogue;
    expect([keys.length, threshold, keys.includes(packager) || keys.includes(verifier)]).toEqual([2, 2, false]);
    signer(...words(3, 4, '--mode', 'simple', '--packager-key', packager));
    expect(rootOf(4).catalogue).toEqual({ keys: [packager], threshold: 1 });
    expect(rootOf(4).version).toBe(4);
  });

  it('is refused where it says too little, or one key twice', () => {
    expect(refusal('--mode', 'guarded')).toBe('--mode guarded needs --verifier.');
    expect(refusal('--mode', 'guarded', '--verifier', packager)).toContain('needs a key of its own');
    expect(refusal('--verifier', verifier)).toBe('--verifier goes with --mode guarded.');
    expect(refusal('--mode', 'guarded', '--verifier', 'short')).toContain('is no public key');
    expect(refusal('--mode', 'other')).toBe('--mode is simple, guarded or offline.');
    expect(refusal('--mode', 'offline', '--renew', 'catalogue')).toContain('leave --renew out');
    const several = spawnSync(process.execPath, [program, ...words(2, 9, '--mode', 'simple')], { encoding: 'utf8' });
    expect(several.stderr).toContain('--packager-key');
  });

  it('lets people sign proposals: by the files themselves, and only what is there', () => {
    const proposal = at('proposals/one');
    mkdirSync(proposal, { recursive: true });
    mkdirSync(at('proposals/taken'));
    const about = {
      channelTag: '7-zip',
      version: '25.01',
      release: 1,
      expires: Date.now() + 86_400_000,
      kind: 'exe',
      scope: 'machine',
      installArguments: ['/S'],
      removeArguments: [],
      options: {},
      installedAs: { names: ['7-zip'], publishers: [], scheme: 'generic' },
    };
    for (const name of ['one', 'taken']) writeFileSync(at(`proposals/${name}/about.json`), JSON.stringify(about));
    // What somebody wrote of the hash counts for nothing.
    writeFileSync(join(proposal, 'evidence.json'), JSON.stringify({ fetched: { sha256: 'a'.repeat(64), bytes: 1 } }));
    writeFileSync(join(proposal, 'installer.exe'), 'an installer');
    const sign = (...keys: string[]): string =>
      signer(
        'vouch',
        '--offline',
        at('offline'),
        ...keys.flatMap((key) => ['--key', key]),
        '--proposals',
        at('proposals'),
      );
    const signers = signersOf(rootOf(3).catalogue);
    const read = () => readStatement('package', readFileSync(join(proposal, 'package.statement'), 'utf8'), signers);
    expect(sign('catalogue-1.pem')).toContain('1 signed.');
    expect(read).toThrow('notSigned');
    sign('catalogue-1.pem');
    expect(read).toThrow('notSigned');
    sign('catalogue-2.pem');
    expect(read().statement).toMatchObject({ bytes: 12, version: '25.01' });
    // Another file than the one that was signed before.
    writeFileSync(join(proposal, 'installer.exe'), 'another one');
    expect(() => sign('catalogue-1.pem')).toThrow('was signed for something else');
  });
});
