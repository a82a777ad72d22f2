import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';

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

/**
 * One text per inventory, whatever order the system listed things in: agent and server hash this to know whether
 * they hold the same. A field that is absent differs from one that is empty.
 */
export const inventoryText = (software: readonly SoftwareCopy[]): string =>
  software
    .map((copy) => JSON.stringify(fields.map((field) => copy[field] ?? null)))
    .toSorted()
    .join('\n');
