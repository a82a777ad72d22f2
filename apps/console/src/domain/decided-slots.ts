import type { ComponentType } from 'react';

type Subject = { channelTag: string } | { wuaKey: string };

/** What the approvals know of a subject, for pages of other features: their route brings the two together. */
export interface DecidedSlots {
  /** What is decided for all that have an application or miss a Windows update. */
  Spread: ComponentType<{
    subject: Subject;
    scope?: { groupUuid?: string; tagUuid?: string };
    /** One after the other instead of one below the other. */
    isLine?: boolean;
  }>;
  /** Why it is so on one host, in a panel. */
  Why: ComponentType<{ hostUuid: string; subject: Subject; name: string; onClose: () => void }>;
}
