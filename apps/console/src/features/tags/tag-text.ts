import { type Tag, tagKind } from '@patchkeep/contract/tags';

export const kindText: Record<Tag['tagKind'], string> = {
  [tagKind.BasicTag]: 'Basic',
  [tagKind.RestartTag]: 'Restart',
  [tagKind.AzureGroupTag]: 'Directory group',
};
