import type { InstalledCopy } from '@patchkeep/rules/approvals/facts';
import type { OfferedCopies } from '../../inventory/public.ts';

/** Above every id of a version, which fits into 31 bits. */
const firstKey = 2 ** 31;

type Lists = ReadonlyMap<number, readonly number[]>;

/**
 * Parts the hosts that have a version by what their repositories offer for it, so that hosts with different offers fall
 * into different kinds. Copies with an offer get a key of their own; `copyOf` says what stands behind a key.
 */
export const partByOffer = (lists: Lists, offered: readonly OfferedCopies[]) => {
  const parted = new Map<number, readonly number[]>(lists);
  const copies = new Map<number, { id: number } & Pick<InstalledCopy, 'offered'>>();
  for (const [versionId, own] of Map.groupBy(offered, (each) => each.versionId)) {
    const holders = new Set(lists.get(versionId));
    if (holders.size === 0) continue;
    for (const { copyNo, offered: version, hostNos } of own) {
      copies.set(firstKey + copyNo, { id: versionId, offered: version });
      parted.set(
        firstKey + copyNo,
        hostNos.filter((hostNo) => holders.has(hostNo)),
      );
    }
    const withOffer = new Set(own.flatMap(({ hostNos }) => hostNos));
    parted.set(
      versionId,
      [...holders].filter((hostNo) => !withOffer.has(hostNo)),
    );
  }
  return { lists: parted, copyOf: (key: number) => copies.get(key) ?? { id: key } };
};
