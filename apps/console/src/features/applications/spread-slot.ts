import type { ComponentType } from 'react';

/** What is decided for everything that has an application or misses a Windows update; another part of the console knows. */
export type SpreadSlot = ComponentType<{
  subject: { channelTag: string } | { wuaKey: string };
  place?: { groupUuid?: string; tagUuid?: string };
  /** One after the other instead of one below the other. */
  isLine?: boolean;
}>;
