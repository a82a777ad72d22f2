import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { newBuild } from '../serve/build-states.ts';
import { openBuildStore } from '../serve/build-store.ts';
import { statementFile } from '../serve/vouch.ts';
import { lineOf } from '../testkit/share-world.ts';
import { shareLines } from './share-lines.ts';

const home = mkdtempSync(join(tmpdir(), 'patchkeep-share-lines-'));
afterAll(() => rmSync(home, { recursive: true }));
const [now, day] = [Date.now(), 86_400_000];

describe('the lines of a shared catalogue', () => {
  const store = openBuildStore(home);
  const { packageId, variant, productCodes, address: manifest } = lineOf('');
  /** A package that is ready, of which this was fetched and that was found to be the installer. */
  const add = (version: string, fetched: string, installer: string): void => {
    const about = { channelTag: '7-zip', version, variant: 'x64 machine msi', fits: null };
    const build = { ...newBuild(about, 'a'.repeat(64), now), state: 'ready' as const, expires: now + day };
    const folder = store.proposalOf(build.build);
    mkdirSync(folder, { recursive: true });
    const offered = { variant, productCodes, sha256: fetched };
    const evidence = { packageId, manifest, offered, fetched: { sha256: installer } };
    writeFileSync(join(folder, 'evidence.json'), JSON.stringify(evidence));
    writeFileSync(statementFile(folder), version);
    store.put(build);
  };
  const shared = (): string[] =>
    shareLines(store, [], now).map((line) => (line.kind === 'package' ? line.statement : ''));

  it('leave out an installer that lies in an archive: no address leads to it', () => {
    add('1.0', 'a'.repeat(64), 'a'.repeat(64));
    add('2.0', 'a'.repeat(64), 'b'.repeat(64));
    expect(shared()).toEqual(['1.0']);
  });
});
