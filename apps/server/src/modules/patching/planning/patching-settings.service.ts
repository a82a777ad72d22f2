import type { Received } from '@patchkeep/contract/endpoint';
import { patchingDefaults, type patching, type PatchingSettings } from '@patchkeep/contract/patching';
import type { Context } from '../../../platform/context.ts';
import { saveConflict } from '../../../platform/errors.ts';
import { requestPlan } from '../../approvals/public.ts';
import { recordSiteAct, siteOf } from '../../hosts/public.ts';
import type { PatchingSettingsRow } from '../patching.tables.ts';
import { findPatchingSettings, upsertPatchingSettings } from './patching-settings.repository.ts';

const present = (row: PatchingSettingsRow): PatchingSettings => ({
  releaseBudget: row.release_budget,
  taskLifeDays: row.task_life_days,
  serialNumber: row.revision,
});

/** How fast and how long the site's hosts are given work. */
export const readPatchingSettings = async (context: Context): Promise<PatchingSettings> => {
  const { customerId, siteId } = siteOf(context);
  const row = await findPatchingSettings(context.tx, customerId, siteId);
  return row ? present(row) : { ...patchingDefaults, serialNumber: 0 };
};

export const savePatchingSettings = async (
  context: Context,
  { serialNumber, releaseBudget, taskLifeDays }: Received<typeof patching.saveSettings>['body'],
): Promise<PatchingSettings> => {
  const { customerId, siteId } = siteOf(context);
  const before = await readPatchingSettings(context);
  const row: PatchingSettingsRow = {
    customer_id: customerId,
    site_id: siteId,
    release_budget: releaseBudget,
    task_life_days: taskLifeDays,
    revision: serialNumber + 1,
  };
  if (before.serialNumber !== serialNumber || !(await upsertPatchingSettings(context.tx, row, serialNumber)))
    throw saveConflict('The patching settings were changed by somebody else');
  // A larger budget lets out at once what waited for it.
  await requestPlan(context);
  await recordSiteAct(context, 'patchingSettings.save', 'patchingSettings', siteId, { before, after: present(row) });
  return present(row);
};
