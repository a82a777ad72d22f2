import type { Context } from '../../platform/context.ts';
import { Refusal, saveConflict } from '../../platform/errors.ts';
import type { PreviewTokens } from './preview-token.service.ts';

/** What a preview was of, as it would be now. */
export interface Promised {
  contentHash: Buffer;
  targetsHash: Buffer;
  siteId: string | null;
  isWide: boolean;
}

/** A wide change is made only as it was previewed; a token that does not fit is a change nobody looked at. */
export const assertPreviewed = (
  context: Context,
  { contentHash, targetsHash, siteId, isWide }: Promised,
  token: string | undefined,
  tokens: PreviewTokens,
  /** What whoever did not look is shown. */
  preview?: Record<string, unknown>,
): void => {
  if (token === undefined && !isWide) return;
  const { customerId, userId } = context.principal;
  const judged =
    token === undefined
      ? 'unknown'
      : tokens.judge(token, { contentHash, targetsHash, customerId, siteId, userId }, context.now);
  if (judged === 'unknown') throw new Refusal(428, 'Preview this change first', preview ? { info: { preview } } : {});
  if (judged === 'changed') throw saveConflict('What this change would do has changed since its preview');
};
