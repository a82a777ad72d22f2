import { z } from 'zod';

/** One line of the script. */
const line = z.discriminatedUnion('say', [
  z.strictObject({ say: z.literal('hello'), protocol: z.literal(1) }),
  z.strictObject({ say: z.literal('session'), id: z.int().min(0), user: z.string().min(1), isActive: z.boolean() }),
  z.strictObject({ say: z.literal('answer'), button: z.int() }),
  z.strictObject({ say: z.literal('open'), pid: z.int().min(1), name: z.string().min(1) }),
  z.strictObject({ say: z.literal('closed'), code: z.int() }),
  z.strictObject({ say: z.literal('failed'), message: z.string() }),
  z.strictObject({ say: z.literal('end') }),
]);
type Line = z.output<typeof line>;
type Saying<S extends Line['say']> = Extract<Line, { say: S }>;

/** What was said of one kind. Nothing at all where PowerShell is only a stub; an error where it did not end well. */
export const readDesktop = <S extends Line['say']>(texts: readonly string[], say: S): Saying<S>[] => {
  if (texts.length === 0) return [];
  const lines = texts.map((text) => line.parse(JSON.parse(text)));
  const failure = lines.find((each) => each.say === 'failed');
  if (failure) throw new Error(`Windows refused: ${failure.message}`);
  if (lines[0]?.say !== 'hello' || lines.at(-1)?.say !== 'end') throw new Error('Windows stopped in its answer');
  return lines.filter((each): each is Saying<S> => each.say === say);
};
