import { createHash } from 'node:crypto';
import type { SoftwareCopy, WindowsUpdateReport } from '@patchkeep/contract/agent/protocol';
import { inventoryText } from '@patchkeep/rules/inventory-text';

export const inventoryHash = (software: readonly SoftwareCopy[], windowsUpdates?: WindowsUpdateReport): string =>
  createHash('sha256').update(inventoryText(software, windowsUpdates)).digest('hex');
