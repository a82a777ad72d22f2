import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Installer, type InstallerManifest, readInstallers } from '@patchkeep/winget/installers';
import { familyOf } from '../../apps/packager/src/rules/variant.ts';

/** The newest manifests of the bundle with only those facts that decide how an application gets its package. */
export const reducedFile = join(import.meta.dirname, 'newest-manifests.jsonl');

const decidingSwitches = ['Silent', 'Custom', 'Upgrade'];
const keptLocales = 2;

const reducedInstaller = (installer: Installer): Record<string, unknown> => {
  const switches = Object.entries(installer.switches).filter(([name]) => decidingSwitches.includes(name));
  const facts = {
    Architecture: installer.architecture,
    InstallerType: installer.kind,
    NestedInstallerType: installer.nestedKind,
    // Of the programs in an archive that need no installation nobody asks for names.
    NestedInstallerFiles:
      installer.nestedFiles.length > 0 && familyOf(installer) !== undefined
        ? installer.nestedFiles.map((path) => ({ RelativeFilePath: path }))
        : null,
    Scope: installer.scope,
    InstallerLocale: installer.locale,
    InstallerSwitches: switches.length > 0 ? Object.fromEntries(switches) : null,
    InstallModes: installer.installModes.length > 0 ? installer.installModes : null,
    AppsAndFeaturesEntries:
      installer.entryKinds.length > 0 ? installer.entryKinds.map((kind) => ({ InstallerType: kind })) : null,
    Dependencies:
      installer.dependencies.length > 0
        ? { PackageDependencies: installer.dependencies.map((id) => ({ PackageIdentifier: id })) }
        : null,
    UpgradeBehavior: installer.upgradeBehavior === 'install' ? null : installer.upgradeBehavior,
    RequireExplicitUpgrade: installer.isExplicitOnly ? 'true' : null,
    InstallLocationRequired: installer.needsFolder ? 'true' : null,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== null));
};

/** One line of the file. What all installers say is said once; of many languages two are kept. */
export const reducedLine = ({ packageId, version, installers }: InstallerManifest): string => {
  const counts = new Map<string, number>();
  const kept = installers.map(reducedInstaller).filter(({ InstallerLocale: locale, ...rest }) => {
    const same = JSON.stringify(rest);
    counts.set(same, (counts.get(same) ?? 0) + 1);
    return locale === undefined || (counts.get(same) ?? 0) <= keptLocales;
  });
  const [first = {}] = kept;
  const shared = Object.entries(first).filter(([key, fact]) =>
    kept.every((each) => JSON.stringify(each[key]) === JSON.stringify(fact)),
  );
  const own = kept.map((each) =>
    Object.fromEntries(Object.entries(each).filter(([key]) => !shared.some(([name]) => name === key))),
  );
  const root = { PackageIdentifier: packageId, PackageVersion: version, ...Object.fromEntries(shared) };
  return JSON.stringify({ ...root, Installers: own });
};

/** Addresses and hashes are no facts that decide: made-up ones take their place. */
const withSource = (line: string): Record<string, unknown> => {
  const manifest = JSON.parse(line) as { Installers: object[] };
  const installers = manifest.Installers.map((installer, at) => ({
    ...installer,
    InstallerUrl: `https://vendor.example/${at}`,
    InstallerSha256: createHash('sha256').update(`${line}${at}`).digest('hex'),
  }));
  return { ...manifest, Installers: installers };
};

/** The reduced manifests by their identifier, read by the reader that reads whole ones. */
export const readReduced = (): Map<string, InstallerManifest> =>
  new Map(
    readFileSync(reducedFile, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const read = readInstallers([withSource(line)]);
        if (!('manifest' in read) || read.rejected.length > 0) throw new Error(`${reducedFile}: ${line.slice(0, 100)}`);
        return [read.manifest.packageId, read.manifest];
      }),
  );
