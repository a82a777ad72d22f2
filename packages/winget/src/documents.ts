import type { ArchivedFile } from '@patchkeep/records/tar';
import { parse } from 'yaml';

const maxManifestBytes = 4 * 1024 ** 2;

const yamlOf = (content: Buffer): unknown => {
  if (content.length > maxManifestBytes) return undefined;
  try {
    // Every scalar stays the text it is written as.
    return parse(content.toString('utf8'), { schema: 'failsafe', maxAliasCount: 50 });
  } catch {
    return undefined;
  }
};

/** Further translations say nothing that is needed here. */
const isWanted = ({ path, content }: ArchivedFile): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return !name.includes('.locale.') || !name.endsWith('.yaml') || content.includes('defaultLocale');
};

/** The manifest files of one version, read; undefined stands for one that cannot be read. */
export const documentsOf = (files: readonly ArchivedFile[]): unknown[] =>
  files.filter(isWanted).map(({ content }) => yamlOf(content));
