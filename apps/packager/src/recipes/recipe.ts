import { exitCodes, removal } from '@patchkeep/orders/statements';
import { remoteAccessTags, starterChannels } from '@patchkeep/starter/channels';
import { z } from 'zod';

const text = z.string().min(1).max(200);
const argument = z.string().min(1).max(1_000);

/**
 * Reasons that somebody gives who knows the installer. The last three also follow from a manifest; in a recipe they say
 * that somebody looked and that what is public does not help.
 */
const refusals = [
  'loginOnly',
  'needsFolder',
  'downloadsMore',
  'removesData',
  'attendedUpgrade',
  'removesFirst',
  'editionUnclear',
  'noSilentSwitch',
] as const;

/**
 * What a person found out about the packages of one channel and a manifest does not say. What is left out is as the
 * manifest has it.
 */
const recipe = z
  .strictObject({
    channel: text,
    /** On what it rests: for the next person who reviews it. */
    because: z.string().min(20).max(600),
    /** Who may have signed the file. */
    signers: z
      .array(z.strictObject({ organisation: text, country: z.string().regex(/^[A-Z]{2}$/) }))
      .min(1)
      .max(10)
      .optional(),
    /** The vendor signs nothing: then a scan must have been clean. */
    isUnsigned: z.literal(true).optional(),
    /** For whom an installer installs whose manifest does not say. */
    scope: z.enum(['machine', 'user']).optional(),
    /** The file that the manifest names in the archive runs alone, without the others. */
    runsNested: z.literal(true).optional(),
    /** How the older copy is removed before this one is installed. */
    removal: removal.optional(),
    /** Instead of what the manifest and its kind say. */
    arguments: z.array(argument).max(50).optional(),
    options: z
      .record(
        z.string().regex(/^[a-z][A-Za-z0-9]{0,49}$/),
        z.strictObject({ maxLength: z.int().min(0).max(1_000), values: z.array(z.string()).nullable() }),
      )
      .optional(),
    /** The file names of programs that must not be open meanwhile. */
    programs: z
      .array(z.string().regex(/^[^\p{Cc}"/\\]{1,100}$/u))
      .min(1)
      .max(20)
      .optional(),
    /** By which names of installed copies each edition is known, by the identifier of its manifest. */
    editions: z.record(text, z.array(text).min(1).max(10)).optional(),
    /** What exit codes mean; the manifest's word about the same code counts for nothing then. */
    exitCodes: exitCodes.optional(),
    /** It may also install what is not there yet. */
    isInstallable: z.literal(true).optional(),
    /** Channels that must be there first. */
    needs: z.array(text).min(1).max(10).optional(),
    /** It is not offered, whatever its manifest says. */
    refused: z.enum(refusals).optional(),
  })
  .refine(({ signers, isUnsigned }) => !(signers && isUnsigned), 'signers of what nobody signs');
export type Recipe = z.output<typeof recipe>;

const channels = new Map(starterChannels.map((channel) => [channel.tag, channel]));

const problemsOf = ({ channel: tag, editions = {}, needs = [], isInstallable }: Recipe): string[] => {
  const channel = channels.get(tag);
  if (channel === undefined) return ['no channel of the starter has this tag'];
  const names = Object.values(editions).flat();
  return [
    ...Object.keys(editions).flatMap((id) => (channel.wingetIds.includes(id) ? [] : [`${id} is not of this channel`])),
    ...names.flatMap((name) => (channel.installedAs.includes(name) ? [] : [`no copy is called ${name}`])),
    ...(new Set(names).size === names.length ? [] : ['a name stands for two editions']),
    ...needs.flatMap((other) => (channels.has(other) ? [] : [`there is no channel ${other}`])),
    // Whoever steals the server would like to bring them where they are not.
    ...(isInstallable && remoteAccessTags.has(tag) ? ['a remote-access tool is only ever updated'] : []),
  ];
};

/** The recipes of one file. Throws with the name of the file and what is wrong with it. */
export const readRecipes = (file: string, given: string): Recipe[] => {
  let value: unknown;
  try {
    value = JSON.parse(given);
  } catch (error) {
    throw new Error(`${file} is no JSON`, { cause: error });
  }
  const read = z.array(recipe).max(500).safeParse(value);
  if (!read.success) throw new Error(`${file}: ${z.prettifyError(read.error)}`);
  for (const each of read.data)
    for (const problem of problemsOf(each)) throw new Error(`${file}: ${each.channel}: ${problem}`);
  return read.data;
};
