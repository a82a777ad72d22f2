import { open } from 'node:fs/promises';
import { z } from 'zod';
import { runInSandbox, runOwnInSandbox } from './sandbox.ts';
import { visible } from './visible-text.ts';

/** What an installer says of itself, without being run. */
export interface Facts {
  kind: 'msi' | 'exe' | 'other';
  hasSignature: boolean;
  /** Bytes of a program that no signature covers though it holds. */
  addedBytes: number;
  architecture: string | null;
  /** Every version that the file calls its own. */
  versions: string[];
  product: string | null;
  company: string | null;
  /** Of an MSI, in upper case. */
  productCode: string | null;
  /** An MSI whose files lie beside it, not in it. */
  needsFolder: boolean;
  /** An MSI that says it is for all users. */
  isForMachine: boolean;
  upgradeCode: string | null;
}

const text = z.string().max(1_000).optional();
const program = z
  .object({
    architecture: z.string().max(20),
    hasSignature: z.boolean(),
    addedBytes: z.int().min(0),
    canStart: z.boolean(),
    fileVersion: text,
    productVersion: text,
    product: text,
    company: text,
  })
  .nullable();

const nothing: Facts = {
  kind: 'other',
  hasSignature: false,
  addedBytes: 0,
  architecture: null,
  versions: [],
  product: null,
  company: null,
  productCode: null,
  needsFolder: false,
  isForMachine: false,
  upgradeCode: null,
};

const filled = (value: string | undefined): string | null =>
  value === undefined || value === '' ? null : visible(value);

const factsOfProgram = async (path: string): Promise<Facts | undefined> => {
  const given = await runOwnInSandbox(new URL('./read-program.ts', import.meta.url), { '/file': path });
  const read = program.safeParse(given).data;
  // A library can be signed by the vendor too; it is not what a host starts.
  if (!read?.canStart) return undefined;
  const versions = [read.fileVersion, read.productVersion].flatMap((version) => filled(version) ?? []);
  return {
    ...nothing,
    kind: 'exe',
    hasSignature: read.hasSignature,
    addedBytes: read.addedBytes,
    architecture: read.architecture,
    versions: [...new Set(versions)],
    product: filled(read.product),
    company: filled(read.company),
  };
};

const msiinfo = async (path: string, ...args: string[]): Promise<string | undefined> => {
  const { code, output } = await runInSandbox({ tool: 'msiinfo', args, files: { '/file': path } });
  return code === 0 ? output.toString() : undefined;
};

/** One of several values in SQL: a text, in which any letter may stand behind a backslash, or a number. */
const sqlValue = /(?:'((?:[^'\\]|\\.)*)'|(-?\d+))(?:, )?/gsy;

/**
 * The rows of a table as msiinfo writes them in SQL. In its plainer form a value may hold the end of a line or of a
 * cell, and so pretend further rows: another version, or another product.
 */
const rowsOf = (sql: string): Map<string, string>[] =>
  sql.split('\n').flatMap((line) => {
    const [, names, values] = /^INSERT INTO `\w+` \(([^)]*)\) VALUES \((.*)\)$/s.exec(line) ?? [];
    if (names === undefined || values === undefined) return [];
    const found = [...values.matchAll(sqlValue)].map(
      ([, words, number]) => words?.replaceAll(/\\(.)/gs, '$1') ?? number,
    );
    return [new Map(names.split(', ').map((name, index) => [name.replaceAll('`', ''), (found[index] ?? '').trim()]))];
  });

/** A cabinet within the file begins with #; without a cabinet the files lie in folders. */
const liesBeside = (medium: Map<string, string>): boolean =>
  Number(medium.get('LastSequence')) > 0 && !(medium.get('Cabinet') ?? '').startsWith('#');

/** The first part of the Template, before the languages, is the architecture; none is a 32-bit one. */
const templateArchitectures: Readonly<Record<string, string>> = {
  '': 'x86',
  intel: 'x86',
  x64: 'x64',
  amd64: 'x64',
  arm64: 'arm64',
};

/** As the summary says; several lines that look like the Template say nothing: another text can hold one. */
const architectureOf = (summary: string): string => {
  const [first, second] = summary.matchAll(/^Template: ([^;\r\n]*)/gm);
  if (second) return 'unclear';
  const template = first?.[1]?.trim().toLowerCase() ?? '';
  return templateArchitectures[template] ?? template;
};

const factsOfMsi = async (path: string): Promise<Facts | undefined> => {
  const table = await msiinfo(path, 'export', '-s', '/file', 'Property');
  const summary = await msiinfo(path, 'suminfo', '/file');
  const streams = await msiinfo(path, 'streams', '/file');
  if (table === undefined || summary === undefined || streams === undefined) return undefined;
  const media = await msiinfo(path, 'export', '-s', '/file', 'Media');
  const properties = new Map(rowsOf(table).map((row) => [row.get('Property') ?? '', row.get('Value') ?? '']));
  const of = (name: string) => filled(properties.get(name));
  return {
    ...nothing,
    kind: 'msi',
    hasSignature: streams.includes('DigitalSignature'),
    architecture: architectureOf(summary),
    versions: [of('ProductVersion') ?? []].flat(),
    product: of('ProductName'),
    company: of('Manufacturer'),
    productCode: of('ProductCode')?.toUpperCase() ?? null,
    // An MSI without the table has no files.
    needsFolder: rowsOf(media ?? '').some(liesBeside),
    isForMachine: of('ALLUSERS') === '1',
    upgradeCode: of('UpgradeCode')?.toUpperCase() ?? null,
  };
};

/** How the files of each kind begin; the rest is read in the sandbox. */
const readers: readonly { beginning: Buffer; read: (path: string) => Promise<Facts | undefined> }[] = [
  { beginning: Buffer.from('MZ'), read: factsOfProgram },
  { beginning: Buffer.from('d0cf11e0a1b11ae1', 'hex'), read: factsOfMsi },
];

/** What a file is, whatever its name says. */
export const factsOf = async (path: string): Promise<Facts> => {
  const file = await open(path, 'r');
  const start = Buffer.alloc(8);
  try {
    await file.read(start);
  } finally {
    await file.close();
  }
  const reader = readers.find(({ beginning }) => start.subarray(0, beginning.length).equals(beginning));
  return (await reader?.read(path)) ?? nothing;
};
