import type { Received } from '@patchkeep/contract/endpoint';
import type { RestartSettings } from '@patchkeep/contract/restart-settings';
import {
  defaultMinimumAgent,
  restartDefaults,
  type restarts,
  type SiteRestartSettings,
} from '@patchkeep/contract/restarts';
import type { Context } from '../../../platform/context.ts';
import { saveConflict } from '../../../platform/errors.ts';
import type { RestartSettingsRow, TagRow } from '../hosts.tables.ts';
import { recordHostAct } from '../site-audit.service.ts';
import { siteOf } from '../site.service.ts';
import { findRestartSettings, upsertRestartSettings } from './restart-settings.repository.ts';

const unsaved: SiteRestartSettings = {
  ...restartDefaults,
  minimumAgentVersion: defaultMinimumAgent,
  serialNumber: 0,
};

const present = (row: RestartSettingsRow): SiteRestartSettings => ({
  title: row.title,
  message: row.message,
  delaySeconds: row.delay_seconds,
  snoozeSeconds: row.snooze_seconds,
  secondsUntilForce: row.seconds_until_force,
  minimumAgentVersion: row.minimum_agent_version,
  serialNumber: row.revision,
});

/** How the site restarts hosts where no restart tag says otherwise. */
export const readRestartSettings = async (context: Context): Promise<SiteRestartSettings> => {
  const { customerId, siteId } = siteOf(context);
  const row = await findRestartSettings(context.tx, customerId, siteId);
  return row ? present(row) : unsaved;
};

export const saveRestartSettings = async (
  context: Context,
  { serialNumber, ...given }: Received<typeof restarts.saveSettings>['body'],
): Promise<SiteRestartSettings> => {
  const { customerId, siteId } = siteOf(context);
  const before = await readRestartSettings(context);
  const row: RestartSettingsRow = {
    customer_id: customerId,
    site_id: siteId,
    title: given.title,
    message: given.message,
    delay_seconds: given.delaySeconds,
    snooze_seconds: given.snoozeSeconds,
    seconds_until_force: given.secondsUntilForce,
    minimum_agent_version: given.minimumAgentVersion,
    revision: serialNumber + 1,
  };
  if (before.serialNumber !== serialNumber || !(await upsertRestartSettings(context.tx, row, serialNumber)))
    throw saveConflict('The restart settings were changed by somebody else');
  await recordHostAct(context, 'restartSettings.save', 'restartSettings', siteId, { before, after: present(row) });
  return present(row);
};

type TagColumns = Pick<
  TagRow,
  'restart_title' | 'restart_message' | 'delay_seconds' | 'snooze_seconds' | 'seconds_until_force'
>;

/** A restart tag's settings; what it leaves open is as the site has it. */
export const tagSettings = (tag: TagColumns, site: RestartSettings): RestartSettings => ({
  title: tag.restart_title ?? site.title,
  message: tag.restart_message ?? site.message,
  delaySeconds: tag.delay_seconds ?? site.delaySeconds,
  snoozeSeconds: tag.snooze_seconds ?? site.snoozeSeconds,
  secondsUntilForce: tag.seconds_until_force ?? site.secondsUntilForce,
});

export const tagColumns = (settings: RestartSettings): TagColumns => ({
  restart_title: settings.title,
  restart_message: settings.message,
  delay_seconds: settings.delaySeconds,
  snooze_seconds: settings.snoozeSeconds,
  seconds_until_force: settings.secondsUntilForce,
});

/** What is given replaces what was. */
export const withGiven = (
  before: RestartSettings,
  given: { [field in keyof RestartSettings]?: RestartSettings[field] | undefined } = {},
): RestartSettings => ({
  title: given.title ?? before.title,
  message: given.message ?? before.message,
  delaySeconds: given.delaySeconds ?? before.delaySeconds,
  snoozeSeconds: given.snoozeSeconds ?? before.snoozeSeconds,
  secondsUntilForce: given.secondsUntilForce ?? before.secondsUntilForce,
});
