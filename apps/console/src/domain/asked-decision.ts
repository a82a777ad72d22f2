import type { ApprovalType } from '@patchkeep/contract/approval-fields';

const longestSearch = 100;

/**
 * The part of the address of approvals that goes to an application and begins a decision about it. It becomes a pending
 * change, which is reviewed before it is applied. To unblock is to remove the own decision (`disable`).
 */
export const askedDecision = (
  { name, channelTag }: { name: string; channelTag: string },
  decide: ApprovalType,
): { q: string; subject: string; decide: ApprovalType } => ({
  q: name.slice(0, longestSearch),
  subject: channelTag,
  decide,
});
