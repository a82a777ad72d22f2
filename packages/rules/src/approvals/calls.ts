import {
  type ApprovalKind,
  type ApprovalLevel,
  approvalLevels,
  type ApprovalType,
  approvalTypes,
} from '@patchkeep/contract/approval-fields';
import { approvalCalls, approvalCallsOfSite } from '@patchkeep/contract/approvals';

/** A call that cannot be made; its message is required text. */
export class InvalidApprovalCall extends Error {
  override readonly name = 'InvalidApprovalCall';
}

const isOneOf = <T extends string>(all: readonly T[], word: string): word is T => all.some((each) => each === word);

export function assertApprovalType(type: string): asserts type is ApprovalType {
  if (!isOneOf(approvalTypes, type)) throw new InvalidApprovalCall('Invalid approval update type');
}

export function assertApprovalLevel(level: string): asserts level is ApprovalLevel {
  if (!isOneOf(approvalLevels, level)) throw new InvalidApprovalCall('Invalid approval update level');
}

type ListField = `${ApprovalLevel}Approvals`;

/** The one list a call at a level sends. */
export const listField = (level: ApprovalLevel): ListField => `${level}Approvals`;

/** Which call makes a change, here or in a site that the path names, and the name of its one list. */
export const approvalCall = (level: string, kind: ApprovalKind, type: string, isSiteNamed = false) => {
  assertApprovalLevel(level);
  assertApprovalType(type);
  const { change, preview } =
    isSiteNamed && level !== 'system' ? approvalCallsOfSite[level][kind] : approvalCalls[level][kind];
  return { change, preview, params: { type }, listField: listField(level) };
};

interface Identified {
  channelTag?: string | undefined;
  wuaKey?: string | undefined;
  groupApprovalUuid?: string | undefined;
  tagApprovalUuid?: string | undefined;
}

/** What names the approval whose options change: its subject for the system and a site, its own id at a group or tag. */
export const optionsIdentifier = (level: string, kind: ApprovalKind, body: Identified): string => {
  assertApprovalLevel(level);
  const ids: Record<ApprovalLevel, string | undefined> = {
    system: kind === 'app' ? body.channelTag : body.wuaKey,
    site: kind === 'app' ? body.channelTag : body.wuaKey,
    group: body.groupApprovalUuid,
    tag: body.tagApprovalUuid,
  };
  const id = ids[level];
  if (id === undefined || id === '') throw new InvalidApprovalCall('Missing approval identifier');
  return id;
};
