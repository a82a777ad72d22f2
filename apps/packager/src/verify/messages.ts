import { z } from 'zod';

/** What a packager asks a verifier: the bytes that it would sign, and which of the installers is meant. */
export const verifierQuestion = z.strictObject({
  /** The statement in its one spelling. */
  statement: z.string().max(128 * 1024),
  variant: z.string().min(1).max(200),
});
export type VerifierQuestion = z.output<typeof verifierQuestion>;

export const mostSays = 1_500;

export const verifierAnswer = z.discriminatedUnion('answer', [
  /** It looks at this one; ask again. */
  z.strictObject({ answer: z.literal('working') }),
  /** It looks at another one; ask again. */
  z.strictObject({ answer: z.literal('busy') }),
  /** The same bytes with the verifier's signature. */
  z.strictObject({ answer: z.literal('agrees'), envelope: z.string().max(256 * 1024) }),
  z.strictObject({
    answer: z.literal('disagrees'),
    says: z.string().max(mostSays),
    /** It cannot tell yet, and may later: the vendor does not answer it, or its manifests are older. */
    isPassing: z.boolean(),
  }),
]);
export type VerifierAnswer = z.output<typeof verifierAnswer>;
