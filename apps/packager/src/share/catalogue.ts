import { gunzipSync, gzipSync } from 'node:zlib';
import { maxEnvelopeBytes } from '@patchkeep/orders/envelope';
import { z } from 'zod';

const name = z.string().min(1).max(200);
const family = z.enum(['msi', 'exe']);

/** A package that the provider vouches for, with where its vendor gives it away. */
const packageLine = z.strictObject({
  kind: z.literal('package'),
  packageId: z.string().min(1).max(300),
  variant: z.strictObject({
    architecture: z.string().max(20),
    scope: z.enum(['machine', 'user']).nullable(),
    family,
    listedAs: family,
    locale: z.string().max(50).nullable(),
    edition: z.string().max(300).nullable(),
  }),
  productCodes: z.array(z.string().max(200)).max(50),
  address: z.string().max(4_000),
  /** The statement as the provider's keys signed it. */
  statement: z.string().max(maxEnvelopeBytes),
});
export type PackageLine = z.output<typeof packageLine>;

/** A version that must not be given to anybody any more. */
export const withdrawal = z.strictObject({
  channelTag: name,
  version: name,
  reason: z.string().min(1).max(1_000),
  at: z.int().min(0),
});
export type Withdrawal = z.output<typeof withdrawal>;

const withdrawnLine = withdrawal.extend({ kind: z.literal('withdrawn') });
const anyLine = z.discriminatedUnion('kind', [packageLine, withdrawnLine]);
export type CatalogueLine = z.output<typeof anyLine>;

/** Packed and unpacked. 10,000 packages take about a third of it. */
export const mostPackedBytes = 32 * 1_048_576;
const mostBytes = 128 * 1_048_576;

/** The same lines always make the same file. */
export const writeCatalogue = (lines: readonly CatalogueLine[]): Buffer =>
  gzipSync(lines.map((line) => `${JSON.stringify(anyLine.parse(line))}\n`).join(''), { level: 9 });

const parse = (text: string): CatalogueLine | undefined => {
  try {
    return anyLine.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

/** The lines of a catalogue. A line of a kind that this release does not know is left out and counted. */
export const readCatalogue = (file: Buffer): { lines: CatalogueLine[]; unknown: number } => {
  const texts = gunzipSync(file, { maxOutputLength: mostBytes }).toString().split('\n').filter(Boolean);
  const lines = texts.flatMap((text) => parse(text) ?? []);
  return { lines, unknown: texts.length - lines.length };
};
