/**
 * Seconds until a host's own place in the interval comes round. The place is a hash of its id, so that hosts spread
 * over the whole interval whenever they were started, and after an outage they come back at the steady rate.
 */
export const secondsToNextPhase = (hostId: string, intervalSeconds: number, nowMs: number): number => {
  const place = phaseOf(hostId) * intervalSeconds * 1_000;
  const into = nowMs % (intervalSeconds * 1_000);
  const wait = (place - into + intervalSeconds * 1_000) % (intervalSeconds * 1_000);
  // A host that is early by a hair would otherwise come twice.
  const seconds = Math.ceil(wait / 1_000);
  return seconds < intervalSeconds / 10 ? seconds + intervalSeconds : seconds;
};

/** A number in [0, 1) from an id: FNV-1a over its hex digits. */
export const phaseOf = (hostId: string): number => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < hostId.length; i++) hash = Math.imul(hash ^ hostId.charCodeAt(i), 0x01000193) >>> 0;
  // The low bits of FNV are its best; a final mix carries them up.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return ((hash ^ (hash >>> 12)) >>> 0) / 2 ** 32;
};
