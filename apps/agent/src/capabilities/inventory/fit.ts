import { agentLimits, type HostFacts, type SoftwareCopy } from '@patchkeep/contract/agent/protocol';

/** Control characters in a vendor's registry entry would break lines and columns further on. */
export const clean = (text: string, limit: number): string =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, limit)
    // A cut through a surrogate pair, or half of one that a vendor wrote, is not text.
    .toWellFormed();

const fitCopy = (copy: SoftwareCopy): SoftwareCopy => {
  const { user, path, fileVersion, productCode, architecture, offered } = copy;
  return {
    name: clean(copy.name, agentLimits.name),
    publisher: clean(copy.publisher, agentLimits.name),
    version: clean(copy.version, agentLimits.version),
    scope: copy.scope,
    ...(user && { user: clean(user, agentLimits.name) }),
    ...(path && { path: clean(path, agentLimits.path) }),
    ...(fileVersion && { fileVersion: clean(fileVersion, agentLimits.version) }),
    ...(productCode && { productCode: clean(productCode, agentLimits.name) }),
    source: copy.source,
    ...(architecture && { architecture: clean(architecture, 20) }),
    // Cut short it would be another version.
    ...(offered && offered.length <= agentLimits.version && { offered: clean(offered, agentLimits.version) }),
  };
};

/** The list as the protocol takes it: within its bounds, nothing twice, in one order whatever the system's was. */
export const fitSoftware = (software: readonly SoftwareCopy[]): SoftwareCopy[] => {
  const byText = new Map<string, SoftwareCopy>();
  for (const copy of software.map(fitCopy)) if (copy.name) byText.set(JSON.stringify(copy), copy);
  const sorted = [...byText].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sorted.slice(0, agentLimits.software).map(([, copy]) => copy);
};

export const fitFacts = (facts: HostFacts): HostFacts => ({
  hostName: clean(facts.hostName, 100) || 'unnamed',
  os: {
    family: facts.os.family,
    name: clean(facts.os.name, agentLimits.name),
    version: clean(facts.os.version, agentLimits.version),
    architecture: clean(facts.os.architecture, 20),
  },
  agentVersion: clean(facts.agentVersion, agentLimits.version),
  bootTime: facts.bootTime,
  freeDiskBytes: Math.max(0, Math.trunc(facts.freeDiskBytes)),
  users: facts.users.map((user) => clean(user, agentLimits.name)).slice(0, agentLimits.users),
  timeZone: clean(facts.timeZone, 64),
});
