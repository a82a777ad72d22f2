import { createHash } from 'node:crypto';
import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import { inventoryText } from '@patchkeep/rules/inventory-text';

export const inventoryHash = (software: readonly SoftwareCopy[]): string =>
  createHash('sha256').update(inventoryText(software)).digest('hex');
