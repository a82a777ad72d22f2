/** How a list that can follow what happens stands to it. */
export const liveText = ({ isLive, isResting }: { isLive: boolean; isResting: boolean }): string => {
  if (!isLive) return 'held still';
  return isResting ? 'live rests while older ones are loaded' : 'live';
};
