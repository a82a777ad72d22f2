import type { SoftwareCopy, WindowsUpdateReport } from '@patchkeep/contract/agent/protocol';

const fields = [
  'name',
  'publisher',
  'version',
  'scope',
  'user',
  'path',
  'fileVersion',
  'productCode',
  'source',
  'architecture',
] as const;

/** What repositories offer stands only where they do: agents that know nothing of it come to the same text. */
const valuesOf = (copy: SoftwareCopy): (string | null)[] => [
  ...fields.map((field) => copy[field] ?? null),
  ...(copy.offered === undefined ? [] : [copy.offered]),
];

/**
 * One text per inventory, whatever order the system listed things in: agent and server hash this to know whether
 * they hold the same. A field that is absent differs from one that is empty.
 */
export const inventoryText = (software: readonly SoftwareCopy[], windowsUpdates?: WindowsUpdateReport): string => {
  const lines = software.map((copy) => JSON.stringify(valuesOf(copy))).toSorted();
  return (windowsUpdates ? [...lines, windowsUpdateText(windowsUpdates)] : lines).join('\n');
};

const windowsUpdateText = ({ installed, offers }: WindowsUpdateReport): string =>
  JSON.stringify([
    installed.toSorted((a, b) => a - b),
    offers
      .map((offer) => [
        offer.kb,
        offer.foundUpdateUuid,
        offer.title,
        offer.classification,
        offer.severity,
        offer.isPending,
      ])
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  ]);
