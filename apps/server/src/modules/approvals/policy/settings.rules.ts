import type { Customization, UpgradeConfig } from '@patchkeep/contract/customization';
import {
  type CustomizationFlags,
  customizationFlags,
  needsSettings,
  settingsState,
} from '@patchkeep/rules/approvals/customization';
import type { Facts, SettingsState } from '@patchkeep/rules/approvals/facts';
import { type CompareTwo, type Decision, type Resolution, settingsBearer } from '@patchkeep/rules/approvals/resolve';
import type { DecisionState } from '../approvals.tables.ts';

type Customized = Pick<DecisionState, 'customization' | 'isCustomizationEnabled' | 'version'>;
interface Configurable {
  config: UpgradeConfig | null;
}

const settingsOf = ({ config }: Configurable, decision: Customized | undefined) =>
  config && {
    config,
    customization: decision?.customization ?? null,
    isEnabled: decision?.isCustomizationEnabled ?? false,
    version: decision?.version ?? config.newestVersion,
  };

/** The marks of custom settings that an approval shows. */
export const flagsAt = (subject: Configurable, decision: Customized | undefined): CustomizationFlags =>
  customizationFlags(settingsOf(subject, decision));

export const lacksSettings = (subject: Configurable, decision: Customized | undefined): boolean => {
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
const settingsIn = (subject: Configurable, resolution: Resolution): SettingsState => {
  const settings = settingsOf(subject, bearerOf(resolution));
  return settings === null
    ? 'notNeeded'
    : settingsState({ ...settings, version: resolution.winner?.version ?? settings.version });
};

/** The custom settings that go along with an update; null when there are none. */
export const settingsFor = (resolution: Resolution): Customization | null =>
  bearerOf(resolution)?.customization ?? null;

/** What was left empty keeps what is there: the installer is told nothing. */
const toldBy = (settings: Customization | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings?.installOptions ?? {}).flatMap(([name, value]) =>
      value.trim() === '' ? [] : [[name, value.trim()]],
    ),
  );

/** A question to the engine, as far as it follows from who decided and what is there. */
export const questionOf = <D extends Decision>(
  subject: Configurable & { compare: CompareTwo },
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
    told: toldBy(settings),
  };
};
