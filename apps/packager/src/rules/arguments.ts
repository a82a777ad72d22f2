import type { Installer } from '@patchkeep/winget/installers';
import { type Dialect, joinCommandLine, splitCommandLine } from './command-line.ts';
import type { Reason } from './reasons.ts';
import { familyOf, kindOf } from './variant.ts';

/** What winget itself says to each kind where a manifest does not. The agent keeps the Windows Installer silent. */
const silentByKind: Record<string, string> = {
  msi: '',
  wix: '',
  burn: '/quiet /norestart',
  inno: '/SP- /VERYSILENT /SUPPRESSMSGBOXES /NORESTART',
  nullsoft: '/S',
};

// As a statement about a package allows.
const maxArguments = 50;
const maxLength = 1_000;

/** Winget's own placeholders, variables of the environment and options of packages would each be put in by somebody. */
const standsForSomethingElse = /<[A-Z]+>|%[A-Za-z_][\w()]*%|\{[a-z][A-Za-z0-9]*\}/;
const isAddress = /\bhttps?:\/\//i;

/** How much the Windows Installer shows and whether it restarts: the agent always says both itself. */
const msiQuiet = /^[-/](?:q[nbrf]?[-+!]{0,2}|quiet|passive|norestart)$/i;
const msiProperty = /^[A-Za-z_][\w.]*=/;

export type Arguments = { arguments: string[] } | { reason: Reason };

/** Undefined: a person would have to be there. */
const silentSwitch = (installer: Installer): string | undefined => {
  const { switches, installModes } = installer;
  if (installModes.length > 0 && !installModes.includes('silent')) return undefined;
  const said = switches['Silent'] ?? silentByKind[kindOf(installer)];
  if (said !== undefined) return said;
  // It has no other way to run than silently.
  return installModes.length > 0 && !installModes.includes('interactive') ? '' : undefined;
};

const isClear = (text: string, given: readonly string[], dialect: Dialect): boolean =>
  joinCommandLine(given, dialect) === (text.includes('"') ? text.trim() : text.trim().replaceAll(/[ \t]+/g, ' ')) &&
  !standsForSomethingElse.test(text) &&
  !/\p{Cc}/u.test(text) &&
  given.length <= maxArguments &&
  given.every((argument) => argument.length <= maxLength);

/**
 * The arguments with which this installer runs without a person: those of its kind or the manifest's own, then what the
 * manifest adds, then what it adds for an update, unless the package shall also install what is not there yet.
 */
export const argumentsOf = (installer: Installer, isInstallable: boolean): Arguments => {
  const silent = silentSwitch(installer);
  if (silent === undefined) return { reason: 'noSilentSwitch' };
  const { Custom: custom = '', Upgrade: upgrade = '' } = installer.switches;
  const text = [silent, custom, isInstallable ? '' : upgrade]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
  if (isAddress.test(text)) return { reason: 'downloadsMore' };
  const isMsi = familyOf(installer) === 'msi';
  const dialect = isMsi ? 'msi' : 'program';
  const given = splitCommandLine(text, dialect);
  if (!isClear(text, given, dialect)) return { reason: 'switchesUnclear' };
  if (!isMsi) return { arguments: given };
  const properties = given.filter((argument) => !msiQuiet.test(argument));
  if (!properties.every((argument) => msiProperty.test(argument))) return { reason: 'switchesUnclear' };
  return { arguments: properties };
};
