import type { Installer } from '@patchkeep/winget/installers';

/** What the file of an installer is to the host: an MSI, or a program. */
export type Family = 'msi' | 'exe';

/** Which copies an installer is for. */
export interface Variant {
  architecture: string;
  /** Null: the manifest does not say. */
  scope: 'machine' | 'user' | null;
  family: Family;
  /** How Windows lists the copy afterwards: some setups are programs around an MSI, and its entry is the MSI's. */
  listedAs: Family;
  /** Null: it speaks all languages that it has. */
  locale: string | null;
  /** The identifier of the manifest, where the channel has several editions. */
  edition: string | null;
}

/** What is run in the end: in an archive that is the file within. */
export const kindOf = ({ kind, nestedKind }: Pick<Installer, 'kind' | 'nestedKind'>): string =>
  kind === 'zip' ? (nestedKind ?? 'portable') : kind;

const families: Record<string, Family> = {
  msi: 'msi',
  wix: 'msi',
  burn: 'exe',
  inno: 'exe',
  nullsoft: 'exe',
  exe: 'exe',
};

/** Undefined for what is no installer, or of a kind that hosts cannot run. */
export const familyOf = (installer: Pick<Installer, 'kind' | 'nestedKind'>): Family | undefined => {
  const kind = kindOf(installer);
  return Object.hasOwn(families, kind) ? families[kind] : undefined;
};

/** What the manifest says of the entry, else what the file is. */
const listedAs = ({ entryKinds }: Installer, family: Family): Family => {
  const listed = new Set(entryKinds.map((kind) => familyOf({ kind, nestedKind: null })));
  const [only] = listed;
  return listed.size === 1 && only !== undefined ? only : family;
};

/** Which copies this installer is for; undefined where it is none. */
export const variantOf = (installer: Installer, edition: string | null): Variant | undefined => {
  const family = familyOf(installer);
  if (family === undefined) return undefined;
  const { architecture, scope, locale } = installer;
  return { architecture, scope, family, listedAs: listedAs(installer, family), locale, edition };
};

export const variantText = ({ architecture, scope, family, listedAs: listed, locale, edition }: Variant): string =>
  [architecture, scope ?? 'scope unsaid', family, listed === family ? null : `listed as ${listed}`, locale, edition]
    .filter((part) => part !== null)
    .join(' ');
