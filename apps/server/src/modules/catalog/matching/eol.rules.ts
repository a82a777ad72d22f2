import type { Channel } from '@patchkeep/starter/channel';

/** A line of releases and the end of its support, as endoflife.date has it. */
export interface EolCycle {
  cycle: string;
  /** The day support ends or ended; absent where only `isEnded` is known. */
  endsOn?: string;
  isEnded: boolean;
}

/** Java 8 calls itself 1.8; cycles do not. */
const cycleText = ({ scheme }: Channel, version: string): string =>
  scheme === 'java' ? version.replace(/^1\.(?=\d)/, '').replace(/^(\d+)u/, '$1.') : version.replace(/^v/i, '');

const belongsTo = (version: string, cycle: string): boolean =>
  version === cycle || (version.startsWith(cycle) && !/^\d/.test(version.slice(cycle.length)));

/** The cycle with the longest name that the version begins with: 3.10 before 3. */
export const cycleOf = (channel: Channel, version: string, cycles: readonly EolCycle[]): EolCycle | undefined => {
  const text = cycleText(channel, version.trim());
  let best: EolCycle | undefined;
  for (const cycle of cycles)
    if (belongsTo(text, cycle.cycle) && cycle.cycle.length > (best?.cycle.length ?? -1)) best = cycle;
  return best;
};

export const isOver = ({ endsOn, isEnded }: EolCycle, today: string): boolean =>
  endsOn === undefined ? isEnded : endsOn <= today;
