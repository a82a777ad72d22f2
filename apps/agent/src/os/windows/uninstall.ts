import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import type { RegKey } from './reg-text.ts';

/** One entry of an uninstall key, before anybody looked at the files it names. */
export interface Listed {
  copy: SoftwareCopy;
  icon: string;
  location: string;
  uninstall: string;
}

/** Whose key it is, and how the paths in it are to be read. */
export interface Place {
  scope: 'machine' | 'user';
  user?: string;
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
