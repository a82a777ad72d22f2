import type { SiteSettings } from '@patchkeep/contract/sites';
import { formatCount } from '../../ui/format.ts';

export type Module = keyof SiteSettings;

interface ModuleWords {
  module: Module;
  label: string;
  offers: string;
  /** What switching it does, for a site with so many hosts at work. */
  off: (hosts: number) => string;
  on: (hosts: number) => string;
}

/** The modules in the order in which pages show them. */
export const moduleWords: readonly ModuleWords[] = [
  {
    module: 'isDetectionModuleEnabled',
    label: 'Detection',
    offers: 'Hosts, applications, vulnerabilities, groups, tags, dashboards and reports.',
    off: (hosts) =>
      `Detection off: all pages about hosts of this site are closed, and so is patching. ${formatCount(hosts, 'host')} at work keep reporting. The menu of this site no longer leads to Sites: come back from another site, or by the address of this page.`,
    on: () => 'Detection on: the pages about hosts of this site are open again.',
  },
  {
    module: 'isPatchingEnabled',
    label: 'Patching',
    offers: 'Approvals, packages and updates of hosts. Needs Detection.',
    off: (hosts) =>
      `Patching off: updates that wait for one of ${formatCount(hosts, 'host')} are taken back, and no new ones are planned. What a host has begun is finished. Approvals are kept.`,
    on: (hosts) => `Patching on: what is approved goes out to ${formatCount(hosts, 'host')} from the next minute on.`,
  },
  {
    module: 'isPatchProModuleEnabled',
    label: 'PatchPro',
    offers: 'Publishing applications to a device-management tenant.',
    off: () => 'PatchPro off: the page PatchPro of this site is closed.',
    on: () => 'PatchPro on: the page PatchPro of this site is open.',
  },
];

/** The names of the modules that a site has. */
export const modulesOf = (settings: SiteSettings): string[] =>
  moduleWords.filter(({ module }) => settings[module]).map(({ label }) => label);

/** A sentence for each module that a change switches. Without detection, patching has nothing to act on. */
export const effectsOf = (before: SiteSettings, after: SiteSettings, hosts: number): string[] => {
  const hasPatching = ({ isDetectionModuleEnabled, isPatchingEnabled }: SiteSettings) =>
    isDetectionModuleEnabled && isPatchingEnabled;
  return moduleWords.flatMap(({ module, off, on }) => {
    const isPatching = module === 'isPatchingEnabled';
    const was = isPatching ? hasPatching(before) : before[module];
    const is = isPatching ? hasPatching(after) : after[module];
    return was === is ? [] : [(is ? on : off)(hosts)];
  });
};
