import type { SignatureParameters } from '@patchkeep/rules/message-signature';
import { Refusal } from '../errors.ts';

/** Nonces kept per caller: more than an agent's calls while a signature is valid (one in five minutes). */
const maxNonces = 8;
const maxCallers = 1_000_000;

/** First 32 bits of the nonce; it is signed, so collisions cannot be forged. */
const shortNonce = (nonce: string): number => Buffer.from(nonce.slice(0, 6), 'base64url').readUInt32LE(0);

/**
 * Refuses a call that was received before, and does so before the call has any effect. Otherwise a replayed call would
 * count as a sighting of the host, and its old clone-detection token would look like a copied identity. After a restart
 * the nonces are gone; then only clone detection protects against a replay.
 */
export const replayGuard = () => {
  const calls = new Map<string, number[]>();
  return (caller: string, { nonce }: SignatureParameters, now: Date): void => {
    const last = calls.get(caller);
    const value = shortNonce(nonce);
    if (last?.includes(value))
      throw new Refusal(401, 'This call came before', { info: { serverTime: now.toISOString() } });
    if (last) {
      if (last.length === maxNonces) last.shift();
      last.push(value);
      return;
    }
    if (calls.size >= maxCallers) calls.clear();
    calls.set(caller, [value]);
  };
};
