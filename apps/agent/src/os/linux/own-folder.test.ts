import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimFolder } from './own-folder.ts';

/** Somebody without rights. Giving a file to another user takes root, as which CI and the agent run. */
const somebody = 4_711;
const isRoot = process.geteuid?.() === 0;

let base: string;
let folder: string;
beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), 'patchkeep-own-'));
  folder = join(base, 'lib', 'agent');
  mkdirSync(join(base, 'lib'), { mode: 0o755 });
});
afterEach(() => rmSync(base, { recursive: true }));

describe('the state folder', () => {
  it('is made for its owner alone, and believed from then on', async () => {
    await claimFolder(folder);
    expect(lstatSync(folder).mode & 0o777).toBe(0o700);
    writeFileSync(join(folder, 'journal'), '', { mode: 0o600 });
    await claimFolder(folder);
  });

  it('is refused when other users can look into it', async () => {
    await claimFolder(folder);
    for (const mode of [0o755, 0o770, 0o701]) {
      chmodSync(folder, mode);
      await expect(claimFolder(folder)).rejects.toThrow('open to other users (its mode must be 0700)');
    }
  });

  it('is refused when other users can change a folder above it', async () => {
    await claimFolder(folder);
    for (const mode of [0o777, 0o775]) {
      chmodSync(join(base, 'lib'), mode);
      await expect(claimFolder(folder)).rejects.toThrow(`${join(base, 'lib')} can be changed by other users`);
    }
    // As /tmp is: everybody may add to it, nobody may replace what is another's.
    chmodSync(join(base, 'lib'), 0o1777);
    await claimFolder(folder);
  });

  it('is refused when it, or a folder above it, is a symbolic link', async () => {
    await claimFolder(folder);
    symlinkSync(folder, join(base, 'lib', 'other'));
    await expect(claimFolder(join(base, 'lib', 'other'))).rejects.toThrow('is a symbolic link');
    symlinkSync(join(base, 'lib'), join(base, 'way'));
    await expect(claimFolder(join(base, 'way', 'agent'))).rejects.toThrow('is a symbolic link');
  });

  it('is refused when other users can change a file in it', async () => {
    await claimFolder(folder);
    writeFileSync(join(folder, 'policy.json'), '{}');
    chmodSync(join(folder, 'policy.json'), 0o666);
    await expect(claimFolder(folder)).rejects.toThrow('policy.json can be changed by other users');
  });

  it('is refused when a file in it is a link to elsewhere', async () => {
    await claimFolder(folder);
    symlinkSync('/etc/hostname', join(folder, 'agent.json'));
    await expect(claimFolder(folder)).rejects.toThrow('agent.json is a symbolic link');
  });
});

describe.runIf(isRoot)('a state folder that another user has planted', () => {
  it('is refused when it belongs to that user, with what to do', async () => {
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, somebody, somebody);
    await expect(claimFolder(folder)).rejects.toThrow(
      /belongs to user 4711, not to root, so somebody else .* delete the state folder/,
    );
  });

  it('is refused when a folder above it belongs to that user', async () => {
    await claimFolder(folder);
    chownSync(join(base, 'lib'), somebody, somebody);
    await expect(claimFolder(folder)).rejects.toThrow(`${join(base, 'lib')} belongs to user 4711`);
  });

  it('is refused when a file in it belongs to that user, however deep', async () => {
    await claimFolder(folder);
    mkdirSync(join(folder, 'files'));
    writeFileSync(join(folder, 'files', 'x.deb'), '', { mode: 0o600 });
    chownSync(join(folder, 'files', 'x.deb'), somebody, somebody);
    await expect(claimFolder(folder)).rejects.toThrow('x.deb belongs to user 4711');
  });
});
