import { randomUUIDv7 } from 'node:crypto';
import type { Correction, corrections } from '@patchkeep/contract/corrections';
import type { Received } from '@patchkeep/contract/endpoint';
import type { Context } from '../../../platform/context.ts';
import { notFound, saveConflict } from '../../../platform/errors.ts';
import { recordSiteAct, siteOf } from '../../hosts/public.ts';
import type { CorrectionRow } from '../results.tables.ts';
import { readApplication } from './applications.service.ts';
import {
  deleteCorrection,
  findCorrectionOf,
  findOwnSoftware,
  listCorrections,
  type ListedCorrection,
  upsertCorrection,
} from './corrections.repository.ts';

const present = (row: ListedCorrection): Correction => ({
  correctionUuid: row.correction_id,
  kind: row.application_id === null ? 'isUnknown' : 'isApplication',
  name: row.name,
  publisher: row.publisher,
  applicationId: row.application_id,
  applicationName: row.application_name,
  note: row.note,
  by: row.by ?? '',
  created: row.created_at.toISOString(),
});

export const readCorrections = async (context: Context): Promise<Correction[]> =>
  (await listCorrections(context.tx, siteOf(context).customerId)).map(present);

/** Says what software is, for all of the customer; the count that follows judges it anew. */
export const correct = async (
  context: Context,
  given: Received<typeof corrections.create>['body'],
): Promise<Correction> => {
  const { customerId } = siteOf(context);
  const software = await findOwnSoftware(context.tx, customerId, given.versionId);
  if (!software) throw notFound();
  const applicationId = given.kind === 'isApplication' ? given.applicationId : null;
  if (applicationId !== null) await readApplication(context, applicationId);
  const correctionId = randomUUIDv7();
  await upsertCorrection(context.tx, {
    customer_id: customerId,
    correction_id: correctionId,
    ...software,
    application_id: applicationId,
    note: given.note,
    created_by: context.principal.userId,
    created_at: context.now,
  });
  await recordSiteAct(context, 'correction.create', 'correction', correctionId, {
    after: { ...software, applicationId, note: given.note },
  });
  const made = (await readCorrections(context)).find((each) => each.correctionUuid === correctionId);
  if (!made) throw notFound();
  return made;
};

export const removeCorrection = async (context: Context, correctionId: string): Promise<void> => {
  const row = await deleteCorrection(context.tx, siteOf(context).customerId, correctionId);
  if (!row) throw notFound();
  const { name, publisher, application_id: applicationId } = row;
  await recordSiteAct(context, 'correction.delete', 'correction', correctionId, {
    before: { name, publisher, applicationId },
  });
};

/** A correction as a change set keeps it. */
export type StoredCorrection = Omit<CorrectionRow, 'created_at'> & { created_at: string };

/** Brings a correction back that was deleted or replaced, unless there is another one about the same software now. */
export const restoreCorrection = async (context: Context, stored: StoredCorrection): Promise<void> => {
  const { customerId } = siteOf(context);
  if (await findCorrectionOf(context.tx, customerId, stored))
    throw saveConflict('The software was corrected again since');
  const { name, publisher, application_id: applicationId, note } = stored;
  await upsertCorrection(context.tx, { ...stored, customer_id: customerId, created_at: new Date(stored.created_at) });
  await recordSiteAct(context, 'correction.create', 'correction', stored.correction_id, {
    after: { name, publisher, applicationId, note },
  });
};
