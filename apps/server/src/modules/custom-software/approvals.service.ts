import type { SignedBody } from '@patchkeep/contract/custom-software';
import { type Approval, openApproved, readApprovals, sealApprovals } from '@patchkeep/orders/custom/approval';
import { type ApproverKey, approverKeyId } from '@patchkeep/orders/custom/approver-keys';
import { type Approvers, vouchersOf } from '@patchkeep/orders/custom/approvers';
import { Refused } from '@patchkeep/orders/refusal';
import { invalid } from '../../platform/errors.ts';
import type { GivenApproval } from './custom-software.tables.ts';

/** A statement that people sign, and those who may. */
export interface Signable {
  type: string;
  text: string;
  by: Approvers;
}

const base64 = (text: string): string => Buffer.from(text, 'base64url').toString('base64');

/** The touch of a passkey, which must be the caller's own. */
const approvalOfTouch = (
  { id, response }: NonNullable<SignedBody['passkey']>,
  keys: readonly ApproverKey[],
  userId: string,
): Approval => {
  const key = keys.find((each) => each.kind === 'passkey' && each.credential === id && each.holder === userId);
  if (!key) throw invalid('This passkey is none of yours that vouch at this site');
  return {
    keyid: approverKeyId(key),
    sig: base64(response.signature),
    passkey: {
      authenticatorData: base64(response.authenticatorData),
      clientData: base64(response.clientDataJSON),
    },
  };
};

const readSigned = (signed: string, { type, text }: Signable): Approval[] => {
  const found = readApprovals(signed);
  if (found.payloadType !== type || found.text !== text) throw invalid('This was signed about something else');
  return found.signatures;
};

/** Undefined for what a host would refuse. */
export const unlessRefused = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
};

/** Whether one signature holds, by what hosts check it with. */
const holds = ({ type, text, by }: Signable, approval: Approval): boolean =>
  unlessRefused(() =>
    openApproved(sealApprovals(type, text, [approval]), type, { ...vouchersOf(by), threshold: 1 }),
  ) !== undefined;

/**
 * The signatures that somebody brings, each checked as hosts check it before anything of it is kept. What a host would
 * refuse is refused here, where somebody can do something about it.
 */
export const takeSignatures = (signable: Signable, body: SignedBody, userId: string): GivenApproval[] => {
  const { keys } = signable.by;
  const given = body.passkey
    ? [approvalOfTouch(body.passkey, keys, userId)]
    : unlessRefused(() => readSigned(body.signed ?? '', signable));
  if (!given) throw invalid('This is no signed statement');
  if (given.length === 0) throw invalid('Nobody has signed this');
  return given.map((approval) => {
    const key = keys.find((each) => approverKeyId(each) === approval.keyid);
    if (!key) throw invalid('Somebody has signed who does not vouch at this site');
    if (!holds(signable, approval)) throw invalid('The signature does not hold');
    return { ...approval, holder: key.holder };
  });
};

/** One signature of each person, the last one. */
export const withSignatures = (before: readonly GivenApproval[], more: readonly GivenApproval[]): GivenApproval[] => [
  ...new Map([...before, ...more].map((each) => [each.holder, each])).values(),
];

/** What hosts get, once enough people have signed; null before. */
export const envelopeOf = (
  { type, text }: Pick<Signable, 'type' | 'text'>,
  approvals: readonly GivenApproval[],
  neededCount: number,
): string | null =>
  approvals.length < neededCount
    ? null
    : sealApprovals(
        type,
        text,
        approvals.map(({ holder: _holder, ...approval }) => approval),
      );
