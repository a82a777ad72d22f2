import type { ApprovalKind, ApprovalLevel, ApprovalType } from '@patchkeep/contract/approval-fields';
import { approvalCalls } from '@patchkeep/contract/approvals';
import type { Call } from '@patchkeep/contract/endpoint';
import type { Administrator } from '../../tools/administrator.ts';
import { type FeedEdge, startFeedEdge } from './feed-edge.ts';
import { furnishOffice } from './office-fleet.ts';
import type { Stack } from './stack.ts';

export interface DecidedOffice {
  edge: FeedEdge;
  salesUuid: string;
  pilotUuid: string;
}

/** The office with versions to go to: forty hosts, of which the 24 in Sales carry the tag Pilot. */
export const openOffice = async (stack: Stack, administrator: Administrator): Promise<DecidedOffice> => {
  const edge = await startFeedEdge(stack);
  edge.publishPackages({
    '7zip.7zip': ['23.01', '24.09', '26.02', '26.03'],
    'Google.Chrome': ['148.0.7650.91', '151.0.7922.174', '152.0.8000.10'],
  });
  await edge.fetch('winget');
  const { sales, pilot } = await furnishOffice(stack, administrator);
  // Nothing of these is needed here; without a contact every page would warn that they are too old.
  await stack.sql(
    `insert into feeds (feed, revision, records, rejected, checked_at, is_importing) select unnest(array['nvd', 'nvd-overrides', 'msrc', 'windows-updates']), 0, 0, 0, now(), false on conflict do nothing`,
  );
  return { edge, salesUuid: sales.uuid, pilotUuid: pilot.tagUuid };
};

type Body = Call<(typeof approvalCalls)['site']['app']['change']>['body'];

/** Decides as the console does: looked at first, then made with the token of that look. */
export const decide = async (
  administrator: Administrator,
  [level, type]: readonly [ApprovalLevel, ApprovalType],
  body: Body,
  kind: ApprovalKind = 'app',
) => {
  const calls = approvalCalls[level][kind];
  const { previewToken } = await administrator.call(calls.preview, { params: { type }, body });
  return administrator.call(calls.change, { params: { type }, body: { ...body, previewToken } });
};
