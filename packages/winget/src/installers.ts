import { isObject, type Json, listAt, objectAt, textAt, textsAt } from '@patchkeep/records/json';
import { entryTexts, rootOf, sourceOf, switchesOf, unique } from './manifest.ts';

/** What a manifest says of one installer, with all that whoever makes a package of it must know. */
export interface Installer {
  /** As winget spells it: x64, x86, arm64, arm, neutral. */
  architecture: string;
  scope: 'machine' | 'user' | null;
  /** As winget spells it, lower-case: msi, wix, burn, inno, nullsoft, exe, zip, msix, portable … */
  kind: string;
  /** What lies in the archive, where the file is one. */
  nestedKind: string | null;
  nestedFiles: string[];
  locale: string | null;
  url: string;
  /** Lower-case hexadecimal. */
  sha256: string;
  switches: Record<string, string>;
  /** How it can run: interactive, silent, silentWithProgress. Empty where the manifest does not say. */
  installModes: string[];
  upgradeBehavior: string | null;
  /** To be updated only when somebody asks for this very application. */
  isExplicitOnly: boolean;
  /** Somebody must say where it shall be installed. */
  needsFolder: boolean;
  elevation: string | null;
  /** Exit codes that mean success, besides 0. */
  successCodes: number[];
  returnCodes: { code: number; response: string }[];
  /** Packages it needs, by their identifier. */
  dependencies: string[];
  unsupportedArguments: string[];
  /** Upper-case: Windows compares uninstall keys without regard to case. */
  productCodes: string[];
  upgradeCodes: string[];
  /** The kinds of the entries in the list of installed software, where they differ from the file's own. */
  entryKinds: string[];
  displayNames: string[];
  displayVersions: string[];
  publishers: string[];
  defaultFolder: string | null;
  minimumOs: string | null;
  unsupportedArchitectures: string[];
}

export interface InstallerManifest {
  packageId: string;
  version: string;
  installers: Installer[];
}

const lower = (value: unknown, key: string): string | null => textAt(value, key)?.trim().toLowerCase() ?? null;
const isTrue = (value: unknown, key: string): boolean => lower(value, key) === 'true';

const scopeOf = (installer: Json): Installer['scope'] => {
  const scope = lower(installer, 'Scope');
  return scope === 'machine' || scope === 'user' ? scope : null;
};

const numbers = (texts: readonly string[]): number[] => texts.map(Number).filter(Number.isSafeInteger);

const returnCodesOf = (installer: Json): Installer['returnCodes'] =>
  listAt(installer, 'ExpectedReturnCodes').flatMap((entry) => {
    const code = Number(textAt(entry, 'InstallerReturnCode'));
    return Number.isSafeInteger(code) ? [{ code, response: textAt(entry, 'ReturnResponse') ?? '' }] : [];
  });

const codesOf = (installer: Json, key: string): string[] =>
  unique([textAt(installer, key), ...entryTexts(installer, key)]).map((code) => code.toUpperCase());

const installerOf = (installer: Json): { ok: Installer } | { rejected: string } => {
  const source = sourceOf(installer);
  if ('rejected' in source) return source;
  const needed = listAt(objectAt(installer, 'Dependencies'), 'PackageDependencies');
  return {
    ok: {
      ...source,
      architecture: lower(installer, 'Architecture') ?? 'neutral',
      scope: scopeOf(installer),
      kind: lower(installer, 'InstallerType') ?? 'exe',
      nestedKind: lower(installer, 'NestedInstallerType'),
      nestedFiles: unique(listAt(installer, 'NestedInstallerFiles').map((entry) => textAt(entry, 'RelativeFilePath'))),
      locale: textAt(installer, 'InstallerLocale')?.trim() ?? null,
      switches: switchesOf(installer),
      installModes: textsAt(installer, 'InstallModes'),
      upgradeBehavior: lower(installer, 'UpgradeBehavior'),
      isExplicitOnly: isTrue(installer, 'RequireExplicitUpgrade'),
      needsFolder: isTrue(installer, 'InstallLocationRequired'),
      elevation: textAt(installer, 'ElevationRequirement') ?? null,
      successCodes: numbers(textsAt(installer, 'InstallerSuccessCodes')),
      returnCodes: returnCodesOf(installer),
      dependencies: unique(needed.map((entry) => textAt(entry, 'PackageIdentifier'))),
      unsupportedArguments: textsAt(installer, 'UnsupportedArguments'),
      productCodes: codesOf(installer, 'ProductCode'),
      upgradeCodes: codesOf(installer, 'UpgradeCode'),
      entryKinds: unique(entryTexts(installer, 'InstallerType')).map((kind) => kind.toLowerCase()),
      displayNames: unique(entryTexts(installer, 'DisplayName')),
      displayVersions: unique(entryTexts(installer, 'DisplayVersion')),
      publishers: unique(entryTexts(installer, 'Publisher')),
      defaultFolder: textAt(objectAt(installer, 'InstallationMetadata'), 'DefaultInstallLocation') ?? null,
      minimumOs: textAt(installer, 'MinimumOSVersion') ?? null,
      unsupportedArchitectures: textsAt(installer, 'UnsupportedOSArchitectures'),
    },
  };
};

/**
 * The installers of one version, from its manifest files as `documentsOf` reads them: one file, or several. An installer
 * that cannot be read is left out and named in `rejected`. Never throws.
 */
export const readInstallers = (
  files: readonly unknown[],
): { manifest: InstallerManifest; rejected: string[] } | { rejected: string } => {
  const root = rootOf(files.filter(isObject));
  if ('rejected' in root) return root;
  const read = root.installers.map(installerOf);
  return {
    manifest: {
      packageId: root.packageId,
      version: root.version,
      installers: read.flatMap((each) => ('ok' in each ? [each.ok] : [])),
    },
    rejected: read.flatMap((each) => ('rejected' in each ? [each.rejected] : [])),
  };
};
