import { unpackNumbers } from '../../../platform/db/packed-numbers.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import { selectCopyKinds } from '../../inventory/public.ts';
import { copiesOf, selectInventories } from '../tasks/copies.queries.ts';
import { machineCopy } from '../tasks/copies.rules.ts';
import { selectFound } from './verification.queries.ts';

/** What an inventory shows of applications. */
export interface ShownSoftware {
  /** By channel. */
  versions: ReadonlyMap<string, readonly string[]>;
  /** It holds something that nobody has looked at yet: what is not seen may be there all the same. */
  isDoubtful: boolean;
}

/**
 * What the last inventories of hosts show of these applications, by the number of the host, as it proves work: copies of
 * the machine only. Without hosts that were never inspected.
 */
export const readShown = async (
  tx: Tx,
  customerId: string,
  hostNos: readonly number[],
  channelTags: readonly string[],
): Promise<Map<number, ShownSoftware>> => {
  const rows = await selectInventories(tx, customerId, hostNos);
  const copyNosOf = (row: (typeof rows)[number]) => copiesOf(row).get(machineCopy) ?? [];
  const kinds = await selectCopyKinds(
    tx,
    customerId,
    rows.filter((row) => row.user_copies !== null).flatMap(copyNosOf),
  );
  const idsOf = new Map(
    rows.map((row) => [
      row.host_no,
      row.user_copies === null
        ? unpackNumbers(row.version_ids)
        : copyNosOf(row).flatMap((no) => kinds.get(no)?.versionId ?? []),
    ]),
  );
  const found = await selectFound(tx, channelTags, [...new Set([...idsOf.values()].flat())]);
  const unjudged = new Set(found.flatMap((row) => (row.channel_tag === null ? row.version_id : [])));
  const spelt = Map.groupBy(
    found.filter((row) => row.channel_tag !== null),
    (row) => row.version_id,
  );
  return new Map(
    [...idsOf].map(([hostNo, ids]) => {
      const byChannel = Map.groupBy(
        ids.flatMap((id) => spelt.get(id) ?? []),
        (row) => row.channel_tag ?? '',
      );
      const versions = channelTags.map(
        (tag) => [tag, (byChannel.get(tag) ?? []).map((row) => row.channel_version ?? '')] as const,
      );
      return [hostNo, { versions: new Map(versions), isDoubtful: ids.some((id) => unjudged.has(id)) }];
    }),
  );
};
