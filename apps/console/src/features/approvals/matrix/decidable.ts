import type { ChosenApplication } from '../../../domain/chosen-applications-slot.ts';

/** What a decision about chosen applications names: each channel once, the newest version where one is approved. */
export const decidable = (chosen: readonly ChosenApplication[]) => {
  const known = new Map<string, string>();
  const unknown: string[] = [];
  for (const { channelTag, name } of chosen) {
    if (channelTag === null) unknown.push(name);
    else if (!known.has(channelTag)) known.set(channelTag, name);
  }
  return {
    rows: [...known.keys()].map((subject) => ({ subject, version: null })),
    names: [...known.values()],
    unknown,
  };
};
