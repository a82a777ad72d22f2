import type { ConfigFlags } from './choices.ts';

/** An application, or custom software, that somebody wants to deploy. */
export interface Item extends Pick<
  ConfigFlags,
  'isInstallable' | 'isRemovable' | 'isConfigured' | 'isSetToInstall' | 'isSetToRemove'
> {
  title: string;
}

/** It could be deployed as it is: installed, because nothing is left to choose, or removed. */
export const isReady = ({ isInstallable, isConfigured, isRemovable }: Omit<Item, 'title'>): boolean =>
  (isInstallable && isConfigured) || isRemovable;

const isValid = (item: Item): boolean =>
  isReady(item) || (item.isSetToInstall && item.isConfigured) || item.isSetToRemove;

export const isListValid = (items: readonly Item[]): boolean => items.every(isValid);

export const noActionText = 'No Applications selected for installation or uninstallation';
export const noTargetText = 'No targets selected for software deployment job';
export const unconfiguredText = (title: string): string => `Cannot deploy unconfigured software "${title}"`;

/**
 * Why no job can be made of these, in the order in which a person fills in the form. What can be removed is ready, yet
 * whoever chose to install it has to configure it first.
 */
export const listProblem = (items: readonly Item[], targets: number): string | undefined => {
  const chosen = items.filter((item) => item.isSetToInstall || item.isSetToRemove);
  if (chosen.length === 0) return noActionText;
  if (targets === 0) return noTargetText;
  const unconfigured =
    chosen.find((item) => item.isSetToInstall && !item.isConfigured) ?? items.find((item) => !isListValid([item]));
  return unconfigured && unconfiguredText(unconfigured.title);
};
