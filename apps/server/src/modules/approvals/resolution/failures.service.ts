import type { ApprovalKind } from '@patchkeep/contract/approval-fields';
import type { InstalledCopy } from '@patchkeep/rules/approvals/facts';
import type { FailedWork } from '@patchkeep/rules/approvals/given-up';
import type { Context } from '../../../platform/context.ts';
import { listUserCopies, type OwnedCopy } from '../../inventory/public.ts';
import type { HeldVersion } from '../policy/holders.queries.ts';
import { selectFailedWork } from './failed-work.queries.ts';

/** What failed for good on a host of one application or update. */
export interface HostFailures {
  failed: readonly FailedWork[];
  /** Its copies with their owners, where a user's copy is among what failed. */
  copies?: readonly InstalledCopy[];
}

/** By subject and host number: what failed for good at a site. How often and why is left out, so that hosts stay alike. */
export const loadFailures = async (
  context: Context,
  siteId: string,
  kind: ApprovalKind,
  subjects: readonly string[],
  held: readonly HeldVersion[],
): Promise<Map<string, Map<number, HostFailures>>> => {
  const { tx, principal } = context;
  const { customerId } = principal;
  const rows = await selectFailedWork(tx, { customerId, siteId }, kind, subjects);
  const mixed = rows.flatMap(({ hostNo, failed }) => (failed.owner === '' ? [] : hostNo));
  const versionOf = new Map(held.map((row) => [row.version_id, row.version]));
  const copies = mixed.length === 0 ? new Map() : await listUserCopies(tx, customerId, mixed);
  const copiesOn = (hostNo: number): InstalledCopy[] =>
    (copies.get(hostNo) ?? []).flatMap(({ versionId, owner, variant }: OwnedCopy) => {
      const version = versionOf.get(versionId);
      return version === undefined ? [] : { version, ...variant, owner };
    });
  const failures = new Map<string, Map<number, HostFailures>>();
  for (const [subject, own] of Map.groupBy(rows, (row) => row.subject)) {
    const byHost = Map.groupBy(own, (row) => row.hostNo);
    failures.set(
      subject,
      new Map(
        [...byHost].map(([hostNo, some]) => [
          hostNo,
          {
            failed: some.map(({ failed: { tries: _tries, ...failed } }) => failed),
            ...(copies.has(hostNo) && { copies: copiesOn(hostNo) }),
          },
        ]),
      ),
    );
  }
  return failures;
};
