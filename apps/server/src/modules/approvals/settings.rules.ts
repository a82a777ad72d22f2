import type { Customization, UpgradeConfig } from '@patchkeep/contract/customization';
import {
  type CustomizationFlags,
  customizationFlags,
  needsSettings,
  settingsState,
} from '@patchkeep/rules/approvals/customization';
import type { Facts, SettingsState } from '@patchkeep/rules/approvals/facts';
import { type CompareTwo, type Decision, type Resolution, settingsBearer } from '@patchkeep/rules/approvals/resolve';
import type { DecisionState } from './approvals.tables.ts';

type Customized = Pick<DecisionState, 'customization' | 'isCustomizationEnabled' | 'version'>;
interface Asked {
  config: UpgradeConfig | null;
}

const settingsOf = ({ config }: Asked, decision: Customized | undefined) =>
  config && {
    config,
    customization: decision?.customization ?? null,
    isEnabled: decision?.isCustomizationEnabled ?? false,
    version: decision?.version ?? config.newestVersion,
  };

/** The marks of custom settings that an approval shows. */
export const flagsAt = (subject: Asked, decision: Customized | undefined): CustomizationFlags =>
  customizationFlags(settingsOf(subject, decision));

export const lacksSettings = (subject: Asked, decision: Customized | undefined): boolean => {
  const settings = settingsOf(subject, decision);
  return settings !== null && needsSettings(settings);
};

const isCustomized = (decision: Decision): decision is Decision & Customized =>
  'customization' in decision && decision.customization !== null;

/** The tag whose settings an update would use. */
const bearerOf = (resolution: Resolution): (Decision & Customized) | undefined => {
  const bearer = settingsBearer(resolution, (each) => isCustomized(each) && each.isCustomizationEnabled);
  return bearer !== null && isCustomized(bearer) ? bearer : undefined;
};

/** Whether the update that is decided on has been told all it needs. */
const settingsIn = (subject: Asked, resolution: Resolution): SettingsState => {
  const settings = settingsOf(subject, bearerOf(resolution));
  return settings === null
    ? 'notNeeded'
    : settingsState({ ...settings, version: resolution.winner?.version ?? settings.version });
};

/** The custom settings that go along with an update; null when there are none. */
export const settingsFor = (resolution: Resolution): Customization | null =>
  bearerOf(resolution)?.customization ?? null;

/** A question to the engine, as far as it follows from who decided and what is there. */
export const askedOf = <D extends Decision>(
  subject: Asked & { compare: CompareTwo },
  resolution: Resolution<D>,
  facts: Facts,
) => {
  const settings = settingsFor(resolution);
  return {
    resolution,
    facts,
    compare: subject.compare,
    settings: settingsIn(subject, resolution),
    hasOwnFile: Object.keys(settings?.files ?? {}).length > 0,
    selectors: settings?.selectors ?? {},
  };
};
