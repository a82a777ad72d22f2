import { z } from 'zod';
import { Refused } from '../refusal.ts';
import { hash, moment, name, uuid } from '../statement-fields.ts';
import { architectures, exitCodes, installerKinds, type Order, programs, readCanonical } from '../statements.ts';
import { openApproved } from './approval.ts';
import { type PinnedApprovers, readPinned, vouchersOf } from './approvers.ts';

const hour = 3_600_000;
/** Nothing is vouched for longer than this, by the date that it carries. */
export const longestVouched = 400 * 24 * hour;

/** What a main file may be. A script of the shell is run by `/bin/sh`. */
export const customKinds = [...installerKinds, 'sh'] as const;

/** Names that Windows takes for devices, whatever ending they have. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;
/** Plain, and one file on every system: no folders, streams, devices, or ends that Windows leaves out. */
export const isPlainFileName = (text: string): boolean =>
  /^[^\p{C}"*/:<>?\\|%{}]{1,150}$/u.test(text) && !/^[\s.-]|[\s.]$/.test(text) && !device.test(text);

const fileName = z.string().refine(isPlainFileName);
const file = z.strictObject({ name: fileName, sha256: hash, bytes: z.int().min(1).max(2_147_483_647) });

/** One argument each. `{folder}` stands for where the files lie on the host. */
const argument = z.string().regex(/^[^\p{Cc}"]{1,1000}$/u);
const argumentList = z.array(argument).max(50);

/** What of a host's own list of software shows that it is installed. */
const recognition = z.discriminatedUnion('by', [
  z.strictObject({
    by: z.literal('productCode'),
    productCode: z.string().regex(/^\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}$/),
  }),
  z.strictObject({ by: z.literal('name'), name, version: name.nullable() }),
]);
export type Recognition = z.output<typeof recognition>;

const form = z.strictObject({
  site: uuid,
  /** The configuration at the server that it was made of. */
  config: uuid,
  title: z.string().regex(/^[^\p{Cc}]{1,200}$/u),
  /** Counts on with every statement about the configuration: an older one cannot come back. */
  release: z.int().min(1),
  madeAt: moment,
  expires: moment,
  kind: z.enum(customKinds),
  scope: z.enum(['machine', 'user']),
  files: z.array(file).min(1).max(20),
  /** The file that is run; the others lie beside it. */
  main: fileName,
  installArguments: argumentList,
  /** Null for what cannot be removed by its main file. */
  removeArguments: argumentList.nullable(),
  /** How its installer behaves. Only people who are signed in see anything of it. */
  flags: z.strictObject({ progressPopup: z.boolean(), interactive: z.boolean(), requiresUac: z.boolean() }),
  /** Null where nothing shows it: then an installer that says that it succeeded has to do. */
  recognition: recognition.nullable(),
  exitCodes: exitCodes.optional(),
  programs: programs.optional(),
  architectures: architectures.optional(),
});
export type CustomPackage = z.output<typeof form>;

/** Windows tells file names apart by their letters alone, not by their case. */
const hasEachFileOnce = ({ files }: CustomPackage): boolean =>
  new Set(files.map((each) => each.name.toLowerCase())).size === files.length;
export const mainFileOf = ({ files, main }: CustomPackage): CustomPackage['files'][number] | undefined =>
  files.find((each) => each.name === main);
const namesItsMainFile = (given: CustomPackage): boolean =>
  mainFileOf(given) !== undefined && given.main.toLowerCase().endsWith(`.${given.kind}`);
/** For a user it runs as that user, and nobody is there to lift it above them. */
const canBeLifted = ({ scope, flags }: CustomPackage): boolean => scope === 'machine' || !flags.requiresUac;
const isForItsSystem = ({ kind, scope }: CustomPackage): boolean =>
  scope === 'machine' || (kind !== 'deb' && kind !== 'sh');

/** Custom software as the approvers of a site vouch for it. */
export const customPackage = {
  type: 'application/vnd.patchkeep.custom-package.v1+json',
  schema: form
    .refine(hasEachFileOnce, 'two files have one name')
    .refine(namesItsMainFile, 'the main file is not among the files, or of another kind')
    .refine(canBeLifted, 'what asks for elevation is installed for the machine')
    .refine(isForItsSystem, 'this kind is for the machine'),
} as const;

/** What a host's own policy and its memory of releases call it. */
export const customTag = (config: string): string => `custom:${config}`;

/** What of its trust a host needs to judge custom software. */
interface CustomTrust {
  site: string;
  releases: Readonly<Record<string, number>>;
  approvers?: PinnedApprovers | undefined;
}

const optionShapes: Readonly<Record<string, RegExp>> = {
  action: /^(install|remove)$/,
  openApplication: /^(wait|ask|close)$/,
  closeSeconds: /^\d{1,4}$/,
  user: /^[^\p{Cc}"/\\]{1,200}$/u,
};

const checkOptions = ({ options }: Order, { scope, removeArguments }: CustomPackage): void => {
  for (const [option, value] of Object.entries(options)) {
    const shape = Object.hasOwn(optionShapes, option) ? optionShapes[option] : undefined;
    if (!shape) throw new Refused('optionUnknown', option);
    if (!shape.test(value)) throw new Refused('optionInvalid', option);
  }
  // What is for a user is run as one, and what is for the machine never.
  if ((scope === 'user') !== Object.hasOwn(options, 'user')) throw new Refused('optionInvalid', 'user');
  if (options['action'] === 'remove' && removeArguments === null) throw new Refused('notRemovable', 'by its main file');
};

/**
 * The custom software that an order names, when the approvers of today vouch for it. When it was made counts for
 * nothing here: a key that was an approver's until yesterday could give it any date.
 */
export const judgeCustom = (
  text: string | null,
  given: Order,
  { site, approvers, releases }: CustomTrust,
  { now, mostAhead }: { now: number; mostAhead: number },
): CustomPackage => {
  if (text === null || given.statementHash === null) throw new Refused('packageMissing');
  if (!approvers) throw new Refused('approversMissing');
  if (now < approvers.startsAt) throw new Refused('approversNotYet', new Date(approvers.startsAt).toISOString());
  const bytes = openApproved(text, customPackage.type, vouchersOf(readPinned(approvers)));
  const { statement, hash: found } = readCanonical('custom-package', customPackage.schema, bytes);
  if (found !== given.statementHash) throw new Refused('packageMixedUp');
  if (statement.site !== site) throw new Refused('otherSite');
  if (statement.release < (releases[customTag(statement.config)] ?? 0)) throw new Refused('packageRolledBack');
  if (statement.expires <= now) throw new Refused('packageExpired');
  if (statement.madeAt > now + mostAhead) throw new Refused('fromTheFuture');
  if (statement.expires - statement.madeAt > longestVouched) throw new Refused('tooLongLived');
  checkOptions(given, statement);
  return statement;
};
