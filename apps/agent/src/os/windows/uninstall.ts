import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import type { RegKey } from './reg-text.ts';
import type { View } from './registry.ts';

/** One entry of an uninstall key, before anybody looked at the files it names. */
export interface Listed {
  copy: SoftwareCopy;
  /** The view of the registry that it stands in; what belongs to a user is the same in both. */
  view?: View;
  icon: string;
  location: string;
  uninstall: string;
}

/** Whose key it is, and how the paths in it are to be read. */
export interface Place {
  scope: 'machine' | 'user';
  user?: string;
  view?: View;
  environment: Record<string, string | undefined>;
}

const codeShape = /^\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}$/i;
/** Whether the name of an entry is a product code of the Windows Installer. */
export const isProductCode = (name: string): boolean => codeShape.test(name);
/** Updates of a product are listed beside it and are not products. */
const update = /update|hotfix|service ?pack/i;

const textOf = (key: RegKey, name: string): string => {
  const value = key.get(name);
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
};

/** `%Name%` by the environment of the key's owner, whatever the case. */
export const expand = (text: string, environment: Place['environment']): string => {
  const byName = new Map(Object.entries(environment).map(([name, value]) => [name.toLowerCase(), value]));
  return text.replaceAll(/%([^%]+)%/g, (whole, name: string) => byName.get(name.toLowerCase()) ?? whole);
};

const listed = (name: string, key: RegKey, place: Place): Listed | undefined => {
  const displayName = textOf(key, 'displayname');
  if (!displayName || textOf(key, 'systemcomponent') === '1') return undefined;
  if (textOf(key, 'parentkeyname') || update.test(textOf(key, 'releasetype'))) return undefined;
  const uninstall = expand(textOf(key, 'uninstallstring'), place.environment);
  const isMsi =
    isProductCode(name) && (textOf(key, 'windowsinstaller') === '1' || /msiexec(\.exe)?"?\s/i.test(uninstall));
  return {
    copy: {
      name: displayName,
      publisher: textOf(key, 'publisher'),
      version: textOf(key, 'displayversion'),
      scope: place.scope,
      ...(place.user !== undefined && { user: place.user }),
      productCode: isMsi ? name.toUpperCase() : name,
      source: isMsi ? 'msi' : 'exe',
    },
    ...(place.view !== undefined && { view: place.view }),
    icon: expand(textOf(key, 'displayicon'), place.environment),
    location: expand(textOf(key, 'installlocation'), place.environment),
    uninstall,
  };
};

/** The products of an exported uninstall key: its direct children that a person would see in the list of programs. */
export const listUninstall = (keys: Map<string, RegKey>, place: Place): Listed[] =>
  [...keys].flatMap(([path, key]) => {
    const name = /\\uninstall\\([^\\]+)$/i.exec(path)?.[1];
    return name === undefined ? [] : (listed(name, key, place) ?? []);
  });

/**
 * For which processor a copy is. A product of the Windows Installer is 32-bit exactly when it stands in the 32-bit view,
 * whatever its programs are. Setups write where they like: there the program says it, else the view.
 */
export const architectureOf = (
  { copy, view }: Pick<Listed, 'copy' | 'view'>,
  program: string | undefined,
): string | undefined => {
  const byView = view === undefined ? undefined : view === '32' ? 'x86' : 'x64';
  if (copy.source !== 'msi' || byView === undefined) return program ?? byView;
  return byView === 'x64' && program === 'arm64' ? program : byView;
};
