import { z } from 'zod';

/** Not every one that Microsoft gave out is a UUID by the book. */
const updateId = z.guid().toLowerCase();
const hresult = z.int().min(-2_147_483_648).max(2_147_483_647);
const articles = z.array(
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
);
/** What became of one update, as Windows Update counts it: 2 succeeded, 3 with errors, 4 failed, 5 was broken off. */
const ended = { updateId, resultCode: z.int(), hresult };

/** One line of the script. */
const line = z.discriminatedUnion('say', [
  z.object({ say: z.literal('hello'), protocol: z.literal(1) }),
  z.object({
    say: z.literal('offer'),
    updateId,
    revision: z.int(),
    kbs: articles,
    title: z.string(),
    classificationId: z.string(),
    classification: z.string(),
    severity: z.string(),
    isRestartRequired: z.boolean(),
  }),
  z.object({ say: z.literal('installed'), kbs: articles }),
  z.object({ say: z.literal('restartFirst') }),
  z.object({ say: z.literal('eula'), updateId }),
  z.object({ say: z.literal('downloaded'), ...ended }),
  z.object({ say: z.literal('done'), ...ended, isRestartRequired: z.boolean() }),
  z.object({
    say: z.literal('failed'),
    step: z.enum(['search', 'eula', 'download', 'install']),
    hresult,
    message: z.string(),
  }),
  z.object({ say: z.literal('end') }),
]);
type Line = z.output<typeof line>;
export type Saying<S extends Line['say']> = Extract<Line, { say: S }>;

/** A conversation that was had to its end. */
export interface Said {
  all<S extends Line['say']>(say: S): Saying<S>[];
}

/** Reads what the script said; undefined when it never began to speak, as where PowerShell is only a stub. */
export const readLines = (texts: readonly string[]): Said | undefined => {
  if (texts.length === 0) return undefined;
  const lines = texts.map((text): Line => {
    try {
      return line.parse(JSON.parse(text));
    } catch {
      throw new Error(`Windows Update said something we do not understand: ${text.slice(0, 100)}`);
    }
  });
  if (lines[0]?.say !== 'hello' || lines.at(-1)?.say !== 'end')
    throw new Error('Windows Update stopped in the middle of its answer');
  return { all: <S extends Line['say']>(say: S) => lines.filter((each): each is Saying<S> => each.say === say) };
};
