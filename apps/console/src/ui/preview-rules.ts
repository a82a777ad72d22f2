/** Tier 1 asks to look, tier 2 also asks to type and to say why. Tier 0 acts at once and has no panel. */
export type PreviewTier = 1 | 2;

export interface PreviewAnswer {
  tier: PreviewTier;
  affected: number;
  /** What must be typed at tier 2: the scope's name, or the number of hosts. */
  confirmWord: string;
  typed: string;
  reason: string;
}

/** Nothing to change is nothing to confirm. Case and spaces around a typed word do not matter. */
export function canConfirm({ tier, affected, confirmWord, typed, reason }: PreviewAnswer): boolean {
  if (affected === 0) return false;
  if (tier === 1) return true;
  const plain = (text: string) => text.trim().toLowerCase();
  return plain(typed) === plain(confirmWord) && confirmWord.trim() !== '' && reason.trim() !== '';
}
