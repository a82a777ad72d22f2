import { hash } from 'node:crypto';
import type { Customization, UpgradeConfig } from '@patchkeep/contract/customization';
import { type InstallOption, valuePlaceholder } from '@patchkeep/rules/deployments/options';
import type { UpgradeRules } from '../../catalog/public.ts';
import type { PackageFacts } from './customization.queries.ts';

type Selector = UpgradeConfig['pkgDataSelector'][number];

const titles: Record<string, string> = {
  x64: '64-bit',
  x86: '32-bit',
  arm64: 'ARM 64-bit',
  arm: 'ARM 32-bit',
  neutral: 'Any',
  machine: 'All users of a host',
  user: 'One user',
};

/** Which of them is meant when nobody chose: the first that is there. */
const preferred = { architecture: ['x64', 'x86', 'neutral'], scope: ['machine'], language: ['en-US', 'en-GB', 'en'] };

const selectorOf = (
  name: keyof typeof preferred,
  title: string,
  packages: readonly PackageFacts[],
  valueOf: (each: PackageFacts) => string | null,
): Selector[] => {
  const values = [...new Set(packages.flatMap((each) => valueOf(each) ?? []))].toSorted();
  // One package is no choice.
  if (values.length < 2) return [];
  const order: readonly string[] = preferred[name];
  const choices = values.map((value) => ({ value, title: titles[value] ?? value }));
  return [{ name, title, choices, defaultChoice: order.find((value) => values.includes(value)) ?? values[0] ?? null }];
};

const installFolder = {
  name: 'installLocation',
  title: 'Install folder',
  help: 'Empty keeps the folder it is in.',
  isRequired: false,
};

/** The switch of the installer that names the folder: hosts refuse switches that somebody typed. */
const folderSwitch = (packages: readonly PackageFacts[]): string | undefined =>
  packages.map(({ switches }) => switches['InstallLocation']).find((each) => each !== undefined);

/** What jobs can tell the installer, each with the argument that it becomes. */
export const installOptionsOf = (
  rules: UpgradeRules,
  packages: readonly PackageFacts[],
): (InstallOption & { help: string })[] => {
  const folder = folderSwitch(packages);
  return [
    ...(rules.options ?? []).map(({ isFlag = false, isRequired = false, ...option }) => ({
      ...option,
      isRequired,
      type: isFlag ? ('flag' as const) : ('text' as const),
    })),
    ...(folder === undefined
      ? []
      : [
          {
            ...installFolder,
            type: 'text' as const,
            argument: folder.replaceAll('"', '').replace(/<INSTALLPATH>/i, valuePlaceholder),
          },
        ]),
  ];
};

const isMsi = ({ kind }: PackageFacts): boolean => kind === 'msi' || kind === 'wix';
const transform = {
  name: 'transform',
  title: 'Transform',
  help: 'An .mst that is applied to the installer.',
  type: 'transform' as const,
  isRequired: false,
  isAdvanced: true,
};

type ConfigFields = readonly { name: string; isRequired: boolean; type?: string }[];

/** Of what the rules ask for alone: packages come and go with every version, and settings must outlive that. */
const configTagOf = (files: ConfigFields, options: ConfigFields): string => {
  const said = [files, options].map((fields) => fields.map(({ name, isRequired, type }) => [name, isRequired, type]));
  return hash('sha256', JSON.stringify(said)).slice(0, 16);
};

/** What the updates of a channel can be told: what its rules ask for, and what its packages leave open. */
export const upgradeConfigOf = (
  channelTag: string,
  rules: UpgradeRules,
  packages: readonly PackageFacts[],
  newestVersion: string | null,
): UpgradeConfig => {
  const files = (rules.files ?? []).map(({ isRequired = false, isAdvanced = false, ...file }) => ({
    ...file,
    isRequired,
    isAdvanced,
  }));
  const takesTransform = packages.some(isMsi) && !files.some(({ type }) => type === 'transform');
  // What is told as it is, or not at all, is for jobs: an update keeps what is there.
  const texts = (rules.options ?? []).filter(({ isFlag = false }) => !isFlag);
  const fields = texts.map(({ name, title, help, isRequired = false }) => ({
    name,
    title,
    help,
    isRequired,
    defaultValue: '',
  }));
  const folder = folderSwitch(packages) === undefined ? [] : [{ ...installFolder, defaultValue: '' }];
  return {
    channelTag,
    configTag: configTagOf(files, fields),
    isRequired: [...files, ...fields].some(({ isRequired }) => isRequired),
    pkgDataSelector: [
      ...selectorOf('architecture', 'Architecture', packages, (each) => each.architecture),
      ...selectorOf('language', 'Language', packages, (each) => each.locale),
      ...selectorOf('scope', 'Installed for', packages, (each) => each.scope),
    ],
    installOptions: [...fields, ...folder],
    files: takesTransform ? [...files, transform] : files,
    newestVersion,
  };
};

/** A package that fits every choice; one that says nothing of its scope or language fits any. */
export const hasPackageFor = (packages: readonly PackageFacts[], { selectors }: Customization): boolean => {
  const fits = (chosen: string | undefined, value: string | null): boolean =>
    chosen === undefined || value === null || chosen === value;
  return packages.some(
    ({ architecture, locale, scope }) =>
      fits(selectors['architecture'], architecture) &&
      fits(selectors['language'], locale) &&
      fits(selectors['scope'], scope),
  );
};
