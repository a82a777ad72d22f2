import { open } from 'node:fs/promises';
import { z } from 'zod';
import { runInSandbox, runOwnInSandbox } from './sandbox.ts';

/** What an installer says of itself, without being run. */
export interface Facts {
  kind: 'msi' | 'exe' | 'other';
  hasSignature: boolean;
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
    fileVersion: text,
    productVersion: text,
    product: text,
    company: text,
  })
  .nullable();

const nothing: Facts = {
  kind: 'other',
  hasSignature: false,
  architecture: null,
  versions: [],
  product: null,
  company: null,
  productCode: null,
  needsFolder: false,
  isForMachine: false,
  upgradeCode: null,
};

const filled = (value: string | undefined): string | null => (value === undefined || value === '' ? null : value);

const factsOfProgram = async (path: string): Promise<Facts | undefined> => {
  const given = await runOwnInSandbox(new URL('./read-program.ts', import.meta.url), { '/file': path });
  const read = program.safeParse(given).data;
  if (!read) return undefined;
  const versions = [read.fileVersion, read.productVersion].flatMap((version) => filled(version) ?? []);
  return {
    ...nothing,
    kind: 'exe',
    hasSignature: read.hasSignature,
    architecture: read.architecture,
    versions: [...new Set(versions)],
    product: filled(read.product),
    company: filled(read.company),
  };
};

const msiinfo = async (path: string, ...args: string[]): Promise<string | undefined> => {
  const [command = '', ...rest] = args;
  const { code, output } = await runInSandbox({
    tool: 'msiinfo',
    args: [command, '/file', ...rest],
    files: { '/file': path },
  });
  return code === 0 ? output.toString() : undefined;
};

/** The rows of a table as msiinfo exports it: names of columns, their types and the table's name come first. */
const rowsOf = (table: string): string[][] =>
  table
    .split(/\r?\n/)
    .slice(3)
    .filter((line) => line !== '')
    .map((line) => line.split('\t').map((cell) => cell.trim()));

/** A cabinet within the file begins with #; without a cabinet the files lie in folders. */
const liesBeside = ([, lastSequence, , cabinet = '']: string[]): boolean =>
  Number(lastSequence) > 0 && !cabinet.startsWith('#');

/** The first part of the Template, before the languages, is the architecture; none is a 32-bit one. */
const templateArchitectures: Readonly<Record<string, string>> = {
  '': 'x86',
  intel: 'x86',
  x64: 'x64',
  amd64: 'x64',
  arm64: 'arm64',
};

const factsOfMsi = async (path: string): Promise<Facts | undefined> => {
  const table = await msiinfo(path, 'export', 'Property');
  const summary = await msiinfo(path, 'suminfo');
  const streams = await msiinfo(path, 'streams');
  if (table === undefined || summary === undefined || streams === undefined) return undefined;
  const media = await msiinfo(path, 'export', 'Media');
  const properties = new Map(rowsOf(table).map(([name = '', value = '']) => [name, value]));
  const of = (name: string) => filled(properties.get(name));
  const template = /^Template: ([^;\r\n]*)/m.exec(summary)?.[1]?.trim().toLowerCase() ?? '';
  return {
    ...nothing,
    kind: 'msi',
    hasSignature: streams.includes('DigitalSignature'),
    architecture: templateArchitectures[template] ?? template,
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
