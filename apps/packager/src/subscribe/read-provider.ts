import { checkArguments } from '@patchkeep/orders/option-rules';
import { Refused } from '@patchkeep/orders/refusal';
import { type PackageStatement, readStatement, signersOf } from '@patchkeep/orders/statements';
import { variantText } from '../rules/variant.ts';
import { type CatalogueLine, type PackageLine, readCatalogue, type Withdrawal } from '../share/catalogue.ts';
import { NotRead } from './not-read.ts';
import type { Provider } from './providers.ts';
import { readCatalogueFile, readMetadata, type ReadMetadata } from './read-metadata.ts';
import type { Source } from './source.ts';

/** A package of a provider whose signatures were checked. */
export interface SharedPackage extends Omit<PackageLine, 'kind' | 'statement'> {
  provider: string;
  statement: PackageStatement;
}

export interface ProviderCatalogue {
  packages: SharedPackage[];
  withdrawn: Withdrawal[];
  /** Lines of a kind or form that this release does not know. */
  unknown: number;
  freshUntil: number;
}

const unpack = (file: Buffer): ReturnType<typeof readCatalogue> => {
  try {
    return readCatalogue(file);
  } catch (error) {
    const isBomb = error instanceof RangeError || (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
    throw new NotRead(isBomb ? 'tooLarge' : 'malformed', 'The catalogue cannot be unpacked', { cause: error });
  }
};

/** The statement of a line; undefined where this release cannot read what was signed, or it is not what the line says. */
const statementOf = ({ statement: text, variant }: PackageLine, vouchers: ReadMetadata['vouchers']) => {
  try {
    const { statement } = readStatement('package', text, signersOf({ ...vouchers, keys: [...vouchers.keys] }));
    checkArguments(statement);
    const { kind, scope, family = variant.listedAs } = statement;
    const isOfLine = kind === variant.family && [null, scope].includes(variant.scope) && family === variant.listedAs;
    return isOfLine ? statement : undefined;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // Somebody wrote it into the catalogue who may not vouch: then nothing of the catalogue counts.
    if (error.reason === 'notSigned')
      throw new NotRead('statementNotSigned', 'The catalogue names a package that nobody vouches for', {
        cause: error,
      });
    return undefined;
  }
};

const packagesOf = (
  lines: readonly CatalogueLine[],
  { name, only }: Provider,
  vouchers: ReadMetadata['vouchers'],
): { packages: SharedPackage[]; unread: number } => {
  const found = new Map<string, SharedPackage>();
  let unread = 0;
  for (const line of lines) {
    if (line.kind !== 'package') continue;
    const { kind: _, ...about } = line;
    const statement = statementOf(line, vouchers);
    if (!statement) unread += 1;
    if (!statement || (only && !only.includes(statement.channelTag))) continue;
    const key = [statement.channelTag, statement.version, variantText(line.variant)].join('\n');
    if (found.has(key)) throw new NotRead('malformed', `The catalogue names ${statement.channelTag} twice`);
    found.set(key, { ...about, provider: name, statement });
  }
  return { packages: [...found.values()], unread };
};

/** All that a provider shares now, checked from the pinned root down to each package. Throws NotRead. */
export const readProvider = async (provider: Provider, source: Source, now: number): Promise<ProviderCatalogue> => {
  const metadata = await readMetadata(provider.metadata, source, now);
  const { lines, unknown } = unpack(await readCatalogueFile(metadata, source));
  const { packages, unread } = packagesOf(lines, provider, metadata.vouchers);
  const withdrawn = lines.flatMap((line) => {
    if (line.kind !== 'withdrawn' || (provider.only && !provider.only.includes(line.channelTag))) return [];
    const { channelTag, version, reason, at } = line;
    return [{ channelTag, version, reason, at }];
  });
  return { packages, withdrawn, unknown: unknown + unread, freshUntil: metadata.freshUntil };
};
