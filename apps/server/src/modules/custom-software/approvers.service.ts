import type {
  ApproverKeyShown,
  approverKeys,
  ApproversAnswer,
  SignedBody,
  ToSign,
} from '@patchkeep/contract/custom-software';
import type { Received } from '@patchkeep/contract/endpoint';
import { sitePermission } from '@patchkeep/contract/rights';
import { challengeOf, openApproved, readApprovals, vouchersOfRole } from '@patchkeep/orders/custom/approval';
import { type ApproverKey, approverKeyId } from '@patchkeep/orders/custom/approver-keys';
import { type Approvers, approvers, firstApproversWait } from '@patchkeep/orders/custom/approvers';
import { readRoot } from '@patchkeep/orders/root';
import { canonical } from '@patchkeep/orders/statements';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import { found, invalid, notFound, saveConflict } from '../../platform/errors.ts';
import type { SignerClient } from '../../platform/signer-client.ts';
import { recordSiteAct, siteOf } from '../hosts/public.ts';
import { listPasskeysOfHolders, type SigningPasskey, userName } from '../identity/public.ts';
import { envelopeOf, type Signable, takeSignatures, unlessRefused, withSignatures } from './approvals.service.ts';
import { deleteNext, insertApprovers, listApprovers, lockApprovers, updateApprovers } from './approvers.repository.ts';
import type { ApproverStatementRow, GivenApproval } from './custom-software.tables.ts';
import { passkeyKeyOf } from './passkey-key.service.ts';
import { hashOf, readApprovers, type Vouching, vouchingOf } from './vouching.rules.ts';

export interface ApproverTools {
  signer: Pick<SignerClient, 'nameFirstApprovers' | 'root'> | undefined;
  /** The address that users type: passkeys are bound to its host. */
  publicOrigin: string | undefined;
}

export const readVouching = async (tx: Tx, customerId: string, siteId: string): Promise<Vouching | undefined> =>
  vouchingOf(await listApprovers(tx, customerId, siteId));

/** The names of people, also of those who are gone. */
export const namesOf = async (
  tx: Tx,
  customerId: string,
  holders: readonly string[],
): Promise<(holder: string) => string> => {
  const names = new Map<string, string | undefined>();
  for (const holder of new Set(holders)) names.set(holder, await userName(tx, customerId, holder));
  return (holder) => names.get(holder) ?? 'A former user';
};

/** Who was named lately, so that somebody who has not named them can object. */
export const listNewApprovers = async (tx: Tx, customerId: string, siteId: string, now: Date) => {
  const since = now.getTime() - 2 * firstApproversWait;
  const rows = (await listApprovers(tx, customerId, siteId)).filter(
    ({ envelope, made_at }) => envelope !== null && made_at.getTime() > since,
  );
  const named = [];
  for (const row of rows) {
    const { version, threshold, keys } = readApprovers(row);
    const holders = [...new Set(keys.map(({ holder }) => holder))];
    const nameOf = await namesOf(tx, customerId, holders);
    named.push({ version, threshold, names: holders.map(nameOf), startsAt: row.starts_at });
  }
  return named;
};

const keyOf = ({ userId: holder, credentialId, publicKey }: SigningPasskey): ApproverKey | undefined => {
  const key = passkeyKeyOf(publicKey);
  return key && { kind: 'passkey', holder, credential: credentialId.toString('base64url'), key };
};

/** Passkeys of those who may write custom software here, as statements list them. */
const listCandidates = async (tx: Tx, customerId: string, siteId: string) =>
  (await listPasskeysOfHolders(tx, customerId, siteId, sitePermission.WriteCustomDeployments)).flatMap((passkey) => {
    const key = keyOf(passkey);
    return key ? [{ key, label: passkey.label, name: passkey.userName }] : [];
  });

export const shownSignatures = (approvals: readonly GivenApproval[], nameOf: (holder: string) => string) =>
  approvals.map(({ holder, keyid }) => ({ userAccountUuid: holder, name: nameOf(holder), keyId: keyid }));

export const readApproverKeys = async (context: Context, tools: ApproverTools): Promise<ApproversAnswer> => {
  const { tx } = context;
  const { customerId, siteId } = siteOf(context);
  const rows = await listApprovers(tx, customerId, siteId);
  const candidates = await listCandidates(tx, customerId, siteId);
  const labels = new Map(candidates.map(({ key, label }) => [approverKeyId(key), label]));
  const vouching = vouchingOf(rows);
  const next = rows.at(-1)?.envelope === null ? rows.at(-1) : undefined;
  const listed = [...(vouching?.by.keys ?? []), ...(next ? readApprovers(next).keys : [])];
  const nameOf = await namesOf(
    tx,
    customerId,
    listed.map(({ holder }) => holder),
  );
  const shown = (key: ApproverKey): ApproverKeyShown => ({
    keyId: approverKeyId(key),
    kind: key.kind,
    label: labels.get(approverKeyId(key)) ?? (key.kind === 'file' ? 'Key in a file' : 'A former passkey'),
    userAccountUuid: key.holder,
    name: nameOf(key.holder),
  });
  const about = (by: Approvers, startsAt: Date) => ({
    version: by.version,
    threshold: by.threshold,
    startsAt: startsAt.toISOString(),
    keys: by.keys.map(shown),
    statementHash: hashOf(canonical(by)).toString('hex'),
  });
  return {
    approvers: vouching ? about(vouching.by, vouching.startsAt) : null,
    next:
      next && vouching
        ? {
            ...about(readApprovers(next), next.starts_at),
            signatures: shownSignatures(next.approvals, nameOf),
            neededCount: vouching.by.threshold,
          }
        : null,
    candidates: candidates.map(({ key, label, name }) => ({
      keyId: approverKeyId(key),
      kind: key.kind,
      label,
      userAccountUuid: key.holder,
      name,
    })),
    obstacle: tools.publicOrigin === undefined ? 'noAddress' : tools.signer ? null : 'noSigner',
  };
};

/** The keys that were chosen, of candidates and of those who vouch now. */
const chosenKeys = async (
  context: Context,
  { keyIds, fileKeys }: Received<typeof approverKeys.name>['body'],
  present: readonly ApproverKey[],
): Promise<ApproverKey[]> => {
  const { customerId, siteId } = siteOf(context);
  const candidates = (await listCandidates(context.tx, customerId, siteId)).map(({ key }) => key);
  const known = new Map([...present, ...candidates].map((key) => [approverKeyId(key), key]));
  for (const { userAccountUuid } of fileKeys)
    if ((await userName(context.tx, customerId, userAccountUuid)) === undefined) throw notFound();
  const files = fileKeys.map(({ userAccountUuid: holder, x }): ApproverKey => ({ kind: 'file', holder, x }));
  const chosen = keyIds.map((keyId) => {
    const key = known.get(keyId);
    if (!key) throw invalid('One of these passkeys is not there any more');
    return key;
  });
  return [...chosen, ...files];
};

/** A statement about approvers that hosts can read, or why it is none. */
const statementOf = (wish: Approvers): Approvers => {
  const read = approvers.schema.safeParse(wish);
  if (!read.success) throw invalid(read.error.issues[0]?.message ?? 'This is no list of approvers');
  return read.data;
};

/**
 * Names those who vouch. The first ones are dated and signed by the signer, and count 72 hours later; the next ones wait
 * until as many of those before them have agreed as must sign. Naming others takes the place of what waited.
 */
export const nameApprovers = async (
  context: Context,
  body: Received<typeof approverKeys.name>['body'],
  tools: ApproverTools,
): Promise<ApproversAnswer> => {
  const { tx, now, principal } = context;
  const { customerId, siteId } = siteOf(context);
  await lockApprovers(tx, siteId);
  const rows = await listApprovers(tx, customerId, siteId);
  const present = vouchingOf(rows);
  const keys = await chosenKeys(context, body, present?.by.keys ?? []);
  const hasPasskeys = keys.some(({ kind }) => kind === 'passkey');
  if (hasPasskeys && tools.publicOrigin === undefined) throw invalid('This server does not know its own address');
  const home =
    hasPasskeys && tools.publicOrigin !== undefined
      ? { rpId: new URL(tools.publicOrigin).hostname, origins: [tools.publicOrigin] }
      : { rpId: null, origins: [] };
  const wish = { site: siteId, threshold: body.threshold, ...home, keys };
  const of = { customer_id: customerId, site_id: siteId, approvals: [], made_by: principal.userId };
  if (present === undefined) {
    statementOf({ ...wish, version: 1, former: null, madeAt: now.getTime(), starts: now.getTime() });
    if (!tools.signer) throw invalid('The server has no signer, so no host would believe anybody');
    const { statement: envelope } = await tools.signer.nameFirstApprovers(wish).catch((error: Error) => {
      if (!error.message.includes('409')) throw error;
      throw saveConflict(
        'The signer has named others for this site before. Only they, or the root keys, can name the next ones',
      );
    });
    const { text } = readApprovals(envelope);
    const named = statementOf(JSON.parse(text) as Approvers);
    const times = { starts_at: new Date(named.starts), made_at: new Date(named.madeAt) };
    await insertApprovers(tx, { ...of, version: 1, statement: text, statement_hash: hashOf(text), envelope, ...times });
  } else {
    await deleteNext(tx, customerId, siteId);
    const former = hashOf(canonical(present.by)).toString('hex');
    const version = present.by.version + 1;
    // Hosts begin no sooner with them than with those before; only the root keys say otherwise.
    const startsAt = new Date(Math.max(now.getTime(), present.startsAt.getTime()));
    const text = canonical(statementOf({ ...wish, version, former, madeAt: now.getTime(), starts: now.getTime() }));
    const times = { starts_at: startsAt, made_at: now };
    const row = { ...of, version, statement: text, statement_hash: hashOf(text), envelope: null };
    await insertApprovers(tx, { ...row, ...times });
  }
  const after = {
    threshold: body.threshold,
    keys: keys.map((key) => ({ holder: key.holder, key: approverKeyId(key) })),
  };
  await recordSiteAct(context, 'approvers.name', 'approvers', siteId, { after });
  return readApproverKeys(context, tools);
};

/** What waits for the signatures of those who vouch now. */
const nextOf = async (context: Context): Promise<{ row: ApproverStatementRow; signable: Signable }> => {
  const { customerId, siteId } = siteOf(context);
  const rows = await listApprovers(context.tx, customerId, siteId);
  const row = found(rows.at(-1)?.envelope === null ? rows.at(-1) : undefined);
  const { by } = found(vouchingOf(rows));
  return { row, signable: { type: approvers.type, text: row.statement, by } };
};

/** What a browser asks the passkey of the caller. */
export const toSignOf = async (
  context: Context,
  { type, text, by }: Signable,
  approvals: readonly GivenApproval[],
  neededCount: number,
): Promise<Omit<ToSign, 'isTitleAsked'>> => {
  const nameOf = await namesOf(
    context.tx,
    context.principal.customerId,
    approvals.map(({ holder }) => holder),
  );
  return {
    statement: text,
    statementHash: hashOf(text).toString('hex'),
    challenge: challengeOf(type, text),
    rpId: by.rpId,
    credentials: by.keys.flatMap((key) =>
      key.kind === 'passkey' && key.holder === context.principal.userId ? [key.credential] : [],
    ),
    signatures: shownSignatures(approvals, nameOf),
    neededCount,
  };
};

export const nextToSign = async (context: Context): Promise<ToSign> => {
  const { row, signable } = await nextOf(context);
  return { ...(await toSignOf(context, signable, row.approvals, signable.by.threshold)), isTitleAsked: false };
};

/**
 * Whether the root keys have signed exactly this: they name approvers at any time, for instance when those before have
 * lost their keys, or nobody wants to wait 72 hours.
 */
const isSignedByRoot = async (signed: string | undefined, { type, text }: Signable, tools: ApproverTools) => {
  if (signed === undefined || !tools.signer) return false;
  const { root } = readRoot(await tools.signer.root());
  return unlessRefused(() => openApproved(signed, type, vouchersOfRole(root)).toString()) === text;
};

/** The signatures of those who vouch now, or of the root keys, which need nobody besides. */
const agreementTo = async (
  row: ApproverStatementRow,
  signable: Signable,
  body: SignedBody,
  userId: string,
  tools: ApproverTools,
) => {
  if (await isSignedByRoot(body.signed, signable, tools)) {
    const startsAt = new Date(readApprovers(row).starts);
    return { approvals: [], envelope: body.signed ?? null, startsAt, holders: ['root'] };
  }
  const more = takeSignatures(signable, body, userId);
  const approvals = withSignatures(row.approvals, more);
  const envelope = envelopeOf(signable, approvals, signable.by.threshold);
  return { approvals, envelope, startsAt: row.starts_at, holders: more.map(({ holder }) => holder) };
};

export const signNext = async (context: Context, body: SignedBody, tools: ApproverTools): Promise<ApproversAnswer> => {
  const { siteId } = siteOf(context);
  await lockApprovers(context.tx, siteId);
  const { row, signable } = await nextOf(context);
  if (row.statement_hash.toString('hex') !== body.statementHash) throw saveConflict('Others were named meanwhile');
  const { holders, ...change } = await agreementTo(row, signable, body, context.principal.userId, tools);
  await updateApprovers(context.tx, row, change);
  const after = { version: row.version, statement: body.statementHash, holders };
  await recordSiteAct(context, 'approvers.sign', 'approvers', siteId, { after });
  return readApproverKeys(context, tools);
};

export const withdrawNext = async (context: Context): Promise<Record<string, never>> => {
  const { customerId, siteId } = siteOf(context);
  await lockApprovers(context.tx, siteId);
  if (!(await deleteNext(context.tx, customerId, siteId))) throw notFound();
  await recordSiteAct(context, 'approvers.withdraw', 'approvers', siteId);
  return {};
};
