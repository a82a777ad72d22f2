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

/** An installer that was supplied for a version is a package too. */
const withSupplied = (facts: Facts, subject: Asked, resolution: Resolution): Facts => {
  const files = settingsFor(resolution)?.files;
  if (facts.kind !== 'app' || files === undefined) return facts;
  const supplied = new Set(
    (subject.config?.files ?? [])
      .filter((choice) => choice.type === 'replaceInstaller')
      .flatMap((choice) => files[choice.name]?.forVersion ?? []),
  );
  return { ...facts, hasPackage: (version) => supplied.has(version) || facts.hasPackage(version) };
};

/** A question to the engine, as far as it follows from who decided and what is there. */
export const askedOf = <D extends Decision>(
  subject: Asked & { compare: CompareTwo },
  resolution: Resolution<D>,
  facts: Facts,
) => ({
  resolution,
  facts: withSupplied(facts, subject, resolution),
  compare: subject.compare,
  settings: settingsIn(subject, resolution),
  hasOwnFile: Object.keys(settingsFor(resolution)?.files ?? {}).length > 0,
});
