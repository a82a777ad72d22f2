import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentLimits, windowsUpdateReport } from '@patchkeep/contract/agent/protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { reportUpdates } from '../../../capabilities/inventory/found-updates.ts';
import { outcomeOfUpdate } from '../../../capabilities/work/update-outcome.ts';
import { runForLines } from '../../run-for-lines.ts';
import { replay } from './replay.ts';
import { readLines } from './update-lines.ts';
import { windowsUpdates } from './windows-update.ts';

const scratch = mkdtempSync(join(tmpdir(), 'patchkeep-updates-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const { signal } = new AbortController();

const searched = async (name: string) => {
  const { run, rest } = replay(name);
  const found = await windowsUpdates(scratch, run).search(signal);
  expect([rest(), readdirSync(scratch)]).toEqual([0, []]);
  return found;
};
const installed = async (name: string, kb = 5_068_861) => {
  const { run, rest } = replay(name);
  const end = await windowsUpdates(scratch, run).install([kb], signal);
  expect([rest(), readdirSync(scratch)]).toEqual([0, []]);
  return end && outcomeOfUpdate(end);
};

describe('a search for Windows updates', () => {
  it('gives what is installed and what is offered, in our own words for classifications', async () => {
    const found = await searched('search');
    expect(
      found?.offers.map(({ kbs, classification, severity, isPending }) => [kbs, classification, severity, isPending]),
    ).toEqual([
      [[5_068_861], 'Security Updates', 'Critical', false],
      [[5_066_128], 'Security Updates', 'Important', true],
      [[2_267_602], 'Definition Updates', '', false],
      [[], 'Treiber', '', false],
    ]);
    expect(found?.installed).toContain(5_064_401);
  });

  it('is reported within the bounds of the protocol: by article, and by an id that is this host’s alone', async () => {
    const found = (await searched('search')) ?? { installed: [], offers: [] };
    const [one, again, other] = ['a', 'a', 'b'].map((agent) => reportUpdates(found, agent));
    expect(windowsUpdateReport.parse(one)).toEqual(one);
    expect(one).toEqual(again);
    expect(one?.installed).toEqual([890_830, 5_059_502, 5_064_401]);
    expect(one?.offers.map(({ kb, isPending }) => [kb, isPending])).toEqual([
      [5_068_861, false],
      [5_066_128, true],
      [2_267_602, false],
    ]);
    const ids = (report: typeof one) => report?.offers.map((offer) => offer.foundUpdateUuid) ?? [];
    expect(new Set([...ids(one), ...ids(other)]).size).toBe(6);
    const revised = { ...found, offers: found.offers.map((offer) => ({ ...offer, revision: offer.revision + 1 })) };
    expect(ids(reportUpdates(revised, 'a'))).not.toContain(ids(one)[0]);
    const long = { ...found, offers: found.offers.map((offer) => ({ ...offer, title: `x\n${'y'.repeat(500)}` })) };
    expect(reportUpdates(long, 'a').offers[0]?.title).toHaveLength(agentLimits.name);
  });

  it('that fails is no host without offers', async () => {
    await expect(searched('search-failed')).rejects.toThrow('0x8024402C');
  });

  it('finds no Windows Update where PowerShell is a stub that says nothing, or is not there', async () => {
    const silent = windowsUpdates(scratch, async () => []);
    expect([await silent.search(signal), await silent.install([1], signal)]).toEqual([undefined, undefined]);
    const absent = windowsUpdates(scratch, (_program, given) =>
      runForLines(join(scratch, 'nothing.exe'), given, signal),
    );
    expect(await absent.search(signal)).toBeUndefined();
  });

  it('reads the lines of a program that is really run, and fails with it', async () => {
    const said = [{ say: 'hello', protocol: 1 }, { say: 'installed', kbs: ['7'] }, { say: 'end' }];
    const text = said.map((each) => `console.log(${JSON.stringify(JSON.stringify(each))})`).join(';');
    const real = (script: string) =>
      windowsUpdates(scratch, () => runForLines(process.execPath, ['-e', script], signal)).search(signal);
    expect(await real(text)).toEqual({ installed: [7], offers: [] });
    await expect(real(`${text};process.exitCode = 3`)).rejects.toThrow('Command failed');
    await expect(real('console.log("Zugriff verweigert")')).rejects.toThrow('do not understand');
  });

  it('that is cut off is not taken for a short one', () => {
    const hello = '{"say":"hello","protocol":1}';
    expect(() => readLines([hello])).toThrow('in the middle');
    expect(() => readLines(['{"say":"end"}'])).toThrow('in the middle');
    expect(() => readLines(['{"say":"hello","protocol":2}', '{"say":"end"}'])).toThrow('do not understand');
  });
});

describe('installing a Windows update', () => {
  it.each([
    ['install', 890_830, 'tentative', 'Success', 0, /^$/],
    ['install-restart', 5_068_861, 'tentative', 'SuccessPendingReboot', 0, /must restart/],
    ['install-eula', 5_068_861, 'tentative', 'SuccessPendingReboot', 0, /must restart/],
    ['install-failed', 5_068_861, 'failed', 'Error', -2_146_498_270, /too full \(0x800F0922\)/],
    ['download-failed', 5_068_861, 'failed', 'Source', -2_147_012_866, /broken off \(0x80072EFE\)/],
    ['install-not-offered', 5_068_861, 'failed', 'NotOffered', -2_145_124_316, /any more/],
  ])('as in %s ends as it should', async (name, kb, result, pkgResult, exitCode, cause) => {
    expect(await installed(name, kb)).toEqual({
      result,
      pkgResult,
      exitCode,
      cause: expect.stringMatching(cause),
      isDiskFull: false,
    });
  });

  it('waits where Windows must restart before it installs anything', async () => {
    expect(await installed('install-restart-first')).toMatchObject({
      result: 'pending',
      awaits: 'boot',
      exitCode: null,
      cause: expect.stringContaining('before Windows installs'),
    });
  });

  it.each([
    [0x80240022, 'Error', 'could not install'],
    [0x8024402c, 'Source', 'proxy'],
    [0x80070643, 'Error', 'fatal'],
    [0x800f0922, 'Error', 'partition'],
    [0x80240017, 'Error', 'does not apply'],
    [0x80070070, 'DiskFull', 'room'],
    [0x80071234, 'Update', 'failed'],
  ])('that fails with %i says so in words and with its number', (hresult, pkgResult, message) => {
    const outcome = outcomeOfUpdate({ kind: 'failed', hresult: hresult | 0 });
    expect(outcome).toMatchObject({ result: 'failed', pkgResult, exitCode: hresult | 0 });
    expect(outcome.cause).toContain(message);
    expect(outcome.cause).toContain(`(0x${hresult.toString(16).toUpperCase()})`);
    expect(outcome.isDiskFull).toBe(pkgResult === 'DiskFull');
  });
});

describe('a recorded conversation', () => {
  it('is refused to whoever asks something else, in another order, or once too often', async () => {
    await expect(installed('install-restart', 5_068_862)).rejects.toThrow('where');
    await expect(searched('install')).rejects.toThrow('where');
    const story = replay('story');
    const agent = windowsUpdates(scratch, story.run);
    await agent.search(signal);
    await expect(agent.search(signal)).rejects.toThrow('"install","5068861"');
    expect(story.rest()).toBe(2);
    const one = replay('search');
    await windowsUpdates(scratch, one.run).search(signal);
    await expect(windowsUpdates(scratch, one.run).search(signal)).rejects.toThrow('nothing was recorded');
    await expect(replay('search').run('cmd.exe', [], signal)).rejects.toThrow('where');
  });
});
