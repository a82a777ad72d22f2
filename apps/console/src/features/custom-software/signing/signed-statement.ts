import { z } from 'zod';
import { jsonOf } from '../../../lib/call.ts';
import { dayOf } from '../../../ui/days.ts';
import { formatBytes } from '../../../ui/format.ts';
import { flagsText, kindText, recognitionText } from '../custom-text.ts';

const moment = z.union([z.number(), z.string()]).transform((at) => new Date(at));
const names = z.array(z.string());

/** What of a statement about custom software a person reads before signing it. Hosts read all of it, and strictly. */
const packageStatement = z.object({
  title: z.string(),
  release: z.number(),
  expires: moment,
  kind: z.enum(['msi', 'msp', 'exe', 'ps1', 'deb', 'sh']),
  scope: z.enum(['machine', 'user']),
  files: z.array(z.object({ name: z.string(), sha256: z.string(), bytes: z.number() })),
  main: z.string(),
  installArguments: names,
  removeArguments: names.nullable(),
  flags: z.object({ progressPopup: z.boolean(), interactive: z.boolean(), requiresUac: z.boolean() }),
  recognition: z
    .union([
      z.object({ by: z.literal('productCode'), productCode: z.string() }),
      z.object({ by: z.literal('name'), name: z.string(), version: z.string().nullable() }),
    ])
    .nullable(),
});
export type PackageStatement = z.output<typeof packageStatement>;

const approversStatement = z.object({
  version: z.number(),
  starts: moment,
  threshold: z.number(),
  keys: z.array(z.object({ holder: z.string() })),
});
export type ApproversStatement = z.output<typeof approversStatement>;

const readText = <T>(text: string, schema: z.ZodType<T>): T | undefined => schema.safeParse(jsonOf(text)).data;
/** Undefined for a statement that this console cannot read, which nobody should sign here. */
export const readPackage = (text: string): PackageStatement | undefined => readText(text, packageStatement);
export const readApprovers = (text: string): ApproversStatement | undefined => readText(text, approversStatement);

/** What is said of the files apart. */
export const fileFacts = ({ files, main }: PackageStatement): { name: string; detail: string; sha256: string }[] =>
  files.map(({ name, bytes, sha256 }) => ({
    name,
    detail: [formatBytes(bytes), ...(name === main ? ['the one that is run'] : [])].join(', '),
    sha256,
  }));

/** The statement in plain words. What is signed is this, and not what the server says of it elsewhere. */
export const packageFacts = (given: PackageStatement, timeZone?: string): { term: string; detail: string }[] => [
  { term: 'Title', detail: given.title },
  { term: 'Release', detail: String(given.release) },
  { term: 'Kind', detail: kindText[given.kind] },
  { term: 'Runs for', detail: given.scope === 'machine' ? 'The machine' : 'Each user who is signed in' },
  { term: 'Known by', detail: recognitionText(given.recognition) },
  { term: 'Behaviour', detail: flagsText(given.flags) },
  { term: 'Good until', detail: dayOf(given.expires, timeZone) },
];
