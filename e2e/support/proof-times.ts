import { applications } from '@patchkeep/contract/applications';
import { expect } from 'vitest';
import type { Administrator } from '../../tools/administrator.ts';
import { recordFigure } from '../../tools/figures/figures.ts';
import { eventually } from './agent-parts.ts';
import type { Stack } from './stack.ts';

/**
 * Seconds until an update of each application is verified, where all of them are insecure and nothing else is. Counts fall
 * only with an inventory that came after the work: what is counted is read first, so that what such an inventory has come
 * for may be more, never less.
 */
export const secondsToProof = async (
  stack: Stack,
  administrator: Administrator,
  channelTags: readonly string[],
  began: number,
): Promise<number[]> => {
  const seconds = new Map<unknown, number>();
  const look = async () => {
    const { insecure } = (await administrator.call(applications.totals, {})).split;
    const shown = await stack.sql('select channel_tag, state from tasks where has_inventory or state = 3');
    expect(
      channelTags.length - insecure,
      `${insecure} insecure, ${shown.length} shown by an inventory`,
    ).toBeLessThanOrEqual(shown.length);
    for (const { channel_tag: tag, state } of shown)
      if (state === 3 && !seconds.has(tag)) seconds.set(tag, (performance.now() - began) / 1_000);
    return channelTags.flatMap((tag) => seconds.get(tag) ?? []);
  };
  try {
    return await eventually(look, ({ length }) => length === channelTags.length, 'verified', 500_000);
  } catch (cause) {
    const builds = await stack.sql('select channel_tag, version, state, holds from package_builds');
    const tasks = await stack.sql('select channel_tag, to_version, state, result, cause from tasks');
    throw new Error(`Not verified: ${JSON.stringify({ builds, tasks })}`, { cause });
  }
};

/** Says how long it took from an approval to the proof by apt, and keeps the figure when that is what the run is for. */
export const tellTimeOfApt = (seconds: number): void => {
  console.log(`from the approval of a Debian package to the proof on a host: ${seconds.toFixed(0)} s`);
  if (!process.env['FULL_SIZE']) return;
  recordFigure({
    id: 'apt-to-proven',
    what: 'from the approval of a Debian package to the proof on a Debian 12, upgraded by its own apt from a signed repository',
    value: seconds,
    unit: 's',
    goal: 180,
    goalIs: 'at most',
    command: 'npm run proofs -- apt-to-proven',
  });
};

/** Says how long it took, and keeps the figure when that is what the run is for. */
export const tellTimes = (msi: number, nsis: number): void => {
  const detail = `MSI ${msi.toFixed(0)} s, NSIS ${nsis.toFixed(0)} s`;
  console.log(`from a new manifest to the proof on a host: ${detail}`);
  if (!process.env['FULL_SIZE']) return;
  recordFigure({
    id: 'manifest-to-proven',
    what: 'from a new manifest, looked for at once, to the proof on a host under Wine, nobody acting: the slower of MSI and NSIS',
    value: Math.max(msi, nsis),
    unit: 's',
    goal: 180,
    goalIs: 'at most',
    command: 'npm run proofs -- manifest-to-proven',
    detail,
  });
};
