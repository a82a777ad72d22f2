import type { SignatureParameters } from '@patchkeep/rules/message-signature';
import { Refusal } from '../errors.ts';

/** More than an agent calls within the minutes in which a signature is good: a call every five of them. */
const remembered = 8;
const mostCallers = 1_000_000;

/** A nonce as a small number: chance is signed too, so nobody can aim at another one's. */
const short = (nonce: string): number => Buffer.from(nonce.slice(0, 6), 'base64url').readUInt32LE(0);

/**
 * Refuses a call that came before, whoever sends it again, and before it touches anything: otherwise a captured call
 * would count as a second sighting, and the mark it carries would look like a copied identity. What a process forgot,
 * because it restarted, is left to the lineage.
 */
export const onlyOnce = () => {
  const calls = new Map<string, number[]>();
  return (caller: string, { nonce }: SignatureParameters, now: Date): void => {
    const last = calls.get(caller);
    const number = short(nonce);
    if (last?.includes(number))
      throw new Refusal(401, 'This call came before', { info: { serverTime: now.toISOString() } });
    if (last) {
      if (last.length === remembered) last.shift();
      last.push(number);
      return;
    }
    if (calls.size >= mostCallers) calls.clear();
    calls.set(caller, [number]);
  };
};
