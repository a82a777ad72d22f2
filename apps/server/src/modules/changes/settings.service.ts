import type { ApprovalSettings, approvalSettings } from '@patchkeep/contract/change-sets';
import type { Received } from '@patchkeep/contract/endpoint';
import type { Context } from '../../platform/context.ts';
import { forbidden, saveConflict } from '../../platform/errors.ts';
import { recordActOfCaller } from '../audit/public.ts';
import { siteOf } from '../hosts/public.ts';
import { listAdministratorIds, userName } from '../identity/public.ts';
import type { ApprovalSettingsRow } from './changes.tables.ts';
import { findSettings, saveSettings } from './settings.repository.ts';

// Whether wide changes of a site or of the system need a second person (four eyes).

/** A request to turn it off expires after this. */
const offRequestMs = 24 * 3_600_000;

type Level = 'site' | 'system';

const placeOf = (context: Context, level: Level) => {
  const { customerId, siteId } = siteOf(context);
  return level === 'system'
    ? { customerId, scopeId: customerId, siteId: null }
    : { customerId, scopeId: siteId, siteId };
};

/** The request to turn it off, if there is one that has not expired. */
const findOffRequest = (row: ApprovalSettingsRow | undefined, now: Date) => {
  const { off_asked_by: userId, off_asked_session: sessionId, off_asked_at: at } = row ?? {};
  if (!userId || !sessionId || !at || now.getTime() - at.getTime() >= offRequestMs) return undefined;
  return { userId, sessionId, until: new Date(at.getTime() + offRequestMs) };
};

const present = async (
  context: Context,
  level: Level,
  row: ApprovalSettingsRow | undefined,
): Promise<ApprovalSettings> => {
  const offRequest = findOffRequest(row, context.now);
  const { customerId, userId, siteId } = context.principal;
  const administrators = await listAdministratorIds(context.tx, customerId, level === 'system' ? null : siteId);
  return {
    isOnlyAdministrator: administrators.every((each) => each === userId),
    isFourEyesRequired: row?.is_four_eyes_required ?? level === 'system',
    serialNumber: row?.serial_number ?? 0,
    offAskedBy: offRequest ? ((await userName(context.tx, customerId, offRequest.userId)) ?? '') : null,
    offAskedUntil: offRequest?.until.toISOString() ?? null,
  };
};

export const readSettings = async (context: Context, level: Level): Promise<ApprovalSettings> => {
  const { customerId, scopeId } = placeOf(context, level);
  return present(context, level, await findSettings(context.tx, customerId, scopeId));
};

/**
 * Turning it on is one administrator's word. Turning it off would let a single stolen session make wide changes, so
 * it takes two: the first asks, another one asks for the same within a day. Who is the only administrator is both.
 */
export const changeSettings = async (
  context: Context,
  { level, isFourEyesRequired, serialNumber }: Received<typeof approvalSettings.update>['body'],
): Promise<ApprovalSettings> => {
  const { tx, principal, now } = context;
  const { customerId, scopeId, siteId } = placeOf(context, level);
  if (principal.kind === 'token') throw forbidden('A person decides whether a second one is needed');
  if (level === 'system' && !principal.subject?.isSystemAdmin) throw forbidden('Needs isSystemAdmin');
  const row = await findSettings(tx, customerId, scopeId);
  if ((row?.serial_number ?? 0) !== serialNumber) throw saveConflict('The setting was changed by somebody else');
  const isRequired = row?.is_four_eyes_required ?? level === 'system';
  const administrators = await listAdministratorIds(tx, customerId, siteId);
  const isOnly = administrators.every((userId) => userId === principal.userId);
  const offRequest = findOffRequest(row, now);
  const isSecond =
    offRequest !== undefined && offRequest.userId !== principal.userId && offRequest.sessionId !== principal.sessionId;
  const isWaiting = isRequired && !isFourEyesRequired && !isOnly && !isSecond;
  const saved: ApprovalSettingsRow = {
    customer_id: customerId,
    scope_id: scopeId,
    site_id: siteId,
    is_four_eyes_required: isWaiting || isFourEyesRequired,
    off_asked_by: isWaiting ? principal.userId : null,
    off_asked_session: isWaiting ? principal.sessionId : null,
    off_asked_at: isWaiting ? now : null,
    serial_number: serialNumber + 1,
    changed_by: principal.userId,
    changed_at: now,
  };
  if (!(await saveSettings(tx, saved))) throw saveConflict('The setting was changed by somebody else');
  await recordActOfCaller(context, {
    siteId,
    verb: isWaiting ? 'approval.askFourEyesOff' : 'approval.fourEyes',
    objectKind: 'approvalSettings',
    objectId: scopeId,
    before: { isFourEyesRequired: isRequired },
    after: { isFourEyesRequired: saved.is_four_eyes_required },
  });
  context.emit({ thing: 'approvals', id: scopeId, ...(siteId !== null && { siteAccountUuid: siteId }) });
  return present(context, level, saved);
};
