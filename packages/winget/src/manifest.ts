import { dayOf, isObject, type Json, listAt, objectAt, textAt } from '@patchkeep/records/json';

export interface Package {
  architecture: string;
  scope: string | null;
  kind: string;
  locale: string | null;
  url: string;
  /** Lower-case hexadecimal. */
  sha256: string;
  switches: Record<string, string>;
  upgradeBehavior: string | null;
  /** Upper-case: Windows compares uninstall keys without regard to case. */
  productCodes: string[];
  displayNames: string[];
  publishers: string[];
  details: Json;
}

export interface Manifest {
  packageId: string;
  version: string;
  releasedOn: string | null;
  /** What Windows will list as the version, where that is something else. */
  displayVersions: string[];
  name: string;
  publisher: string;
  homepage: string;
  description: string;
  packages: Package[];
}

/** Kept as they are, for whoever installs the package. */
const detailKeys = [
  'MinimumOSVersion',
  'Platform',
  'NestedInstallerType',
  'NestedInstallerFiles',
  'Dependencies',
  'ExpectedReturnCodes',
  'InstallerSuccessCodes',
  'ElevationRequirement',
  'InstallModes',
  'PackageFamilyName',
  'RequireExplicitUpgrade',
  'InstallationMetadata',
  'UnsupportedOSArchitectures',
  'Markets',
] as const;

/** Texts without those that are empty or repeated. */
export const unique = (texts: (string | undefined)[]): string[] => [
  ...new Set(texts.map((text) => text?.trim() ?? '').filter((text) => text !== '')),
];

/** What the entries in the list of installed software say under this key. */
export const entryTexts = (installer: Json, key: string): (string | undefined)[] =>
  listAt(installer, 'AppsAndFeaturesEntries').map((entry) => textAt(entry, key));

/** Where the file is, and which file it is. */
export const sourceOf = (installer: Json): { url: string; sha256: string } | { rejected: string } => {
  const url = textAt(installer, 'InstallerUrl')?.trim() ?? '';
  if (!/^https?:\/\/\S+$/i.test(url)) return { rejected: 'an installer without an address' };
  const sha256 = textAt(installer, 'InstallerSha256')?.trim().toLowerCase() ?? '';
  if (!/^[0-9a-f]{64}$/.test(sha256)) return { rejected: 'an installer without a SHA-256' };
  return { url, sha256 };
};

export const switchesOf = (installer: Json): Record<string, string> =>
  Object.fromEntries(
    Object.entries(objectAt(installer, 'InstallerSwitches')).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value] as const] : [],
    ),
  );

const packageOf = (installer: Json): { ok: Package } | { rejected: string } => {
  const source = sourceOf(installer);
  if ('rejected' in source) return source;
  const codes = unique([textAt(installer, 'ProductCode'), ...entryTexts(installer, 'ProductCode')]);
  return {
    ok: {
      architecture: textAt(installer, 'Architecture')?.toLowerCase() ?? 'neutral',
      scope: textAt(installer, 'Scope')?.toLowerCase() ?? null,
      kind: textAt(installer, 'InstallerType')?.toLowerCase() ?? 'exe',
      locale: textAt(installer, 'InstallerLocale') ?? null,
      ...source,
      switches: switchesOf(installer),
      upgradeBehavior: textAt(installer, 'UpgradeBehavior') ?? null,
      productCodes: codes.map((code) => code.toUpperCase()),
      displayNames: unique(entryTexts(installer, 'DisplayName')),
      publishers: unique(entryTexts(installer, 'Publisher')),
      details: Object.fromEntries(detailKeys.flatMap((key) => (key in installer ? [[key, installer[key]]] : []))),
    },
  };
};

/** What an installer does not say itself is said once for all of them, at the root; switches one by one. */
const inherited = (root: Json, installer: unknown): Json => {
  const { Installers: _all, ...shared } = root;
  const own = isObject(installer) ? installer : {};
  const switches = { ...objectAt(root, 'InstallerSwitches'), ...objectAt(own, 'InstallerSwitches') };
  return { ...shared, ...own, InstallerSwitches: switches };
};

interface Root {
  packageId: string;
  version: string;
  /** Each with what it inherits. */
  installers: Json[];
}

/** The installers of one version, from its manifest files: the document that lists them says whose they are. */
export const rootOf = (documents: readonly Json[]): Root | { rejected: string } => {
  const root = documents.find((document) => listAt(document, 'Installers').length > 0);
  if (root === undefined) return { rejected: 'no installers' };
  const packageId = textAt(root, 'PackageIdentifier')?.trim() ?? '';
  const version = textAt(root, 'PackageVersion')?.trim() ?? '';
  if (packageId === '' || version === '') return { rejected: 'no identifier or no version' };
  return { packageId, version, installers: listAt(root, 'Installers').map((installer) => inherited(root, installer)) };
};

/**
 * One version of a package, from its manifest files read with every value as text (22.10 is not 22.1). Keys nobody
 * knew when this was written are left alone.
 */
export const parseManifest = (
  files: readonly unknown[],
): { manifest: Manifest; rejected: string[] } | { rejected: string } => {
  const documents = files.filter(isObject);
  const root = rootOf(documents);
  if ('rejected' in root) return root;
  const { packageId, version, installers } = root;
  const packages = installers.map(packageOf);
  const locale = documents.find((document) => textAt(document, 'PackageName') !== undefined) ?? {};
  return {
    manifest: {
      packageId,
      version,
      releasedOn: installers.map((installer) => dayOf(textAt(installer, 'ReleaseDate'))).find(Boolean) ?? null,
      displayVersions: unique(installers.flatMap((installer) => entryTexts(installer, 'DisplayVersion'))).filter(
        (display) => display !== version,
      ),
      name: textAt(locale, 'PackageName')?.trim() ?? packageId.split('.').at(-1) ?? packageId,
      publisher: textAt(locale, 'Publisher')?.trim() ?? packageId.split('.')[0] ?? '',
      homepage: textAt(locale, 'PackageUrl')?.trim() ?? '',
      description: textAt(locale, 'ShortDescription')?.trim() ?? '',
      packages: packages.flatMap((each) => ('ok' in each ? [each.ok] : [])),
    },
    rejected: packages.flatMap((each) => ('rejected' in each ? [each.rejected] : [])),
  };
};
