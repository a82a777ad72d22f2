import type { InstalledCopy } from '@patchkeep/rules/approvals/facts';
import { holderKey, type OfferedCopies, variantOfKey, versionOfKey } from '../../inventory/public.ts';

/** Above every key of a version and variant; a version's id fits into 31 bits. */
const firstKey = holderKey(2 ** 31);

type Lists = ReadonlyMap<number, readonly number[]>;

/**
 * Parts the hosts that have a version by what their repositories offer for it, so that hosts with different offers fall
 * into different kinds. Copies with an offer get a key of their own; `copyOf` says what stands behind a key.
 */
export const partByOffer = (lists: Lists, offered: readonly OfferedCopies[]) => {
  const parted = new Map<number, readonly number[]>(lists);
  const copies = new Map<number, { key: number } & Pick<InstalledCopy, 'offered'>>();
  const byVersion = Map.groupBy(offered, (each) => each.versionId);
  for (const [key, holders] of lists) {
    const own = byVersion.get(versionOfKey(key)) ?? [];
    if (own.length === 0 || holders.length === 0) continue;
    const here = new Set(holders);
    for (const { copyNo, offered: version, hostNos } of own) {
      const apart = firstKey + holderKey(copyNo, variantOfKey(key));
      copies.set(apart, { key, offered: version });
      parted.set(
        apart,
        hostNos.filter((hostNo) => here.has(hostNo)),
      );
    }
    const withOffer = new Set(own.flatMap(({ hostNos }) => hostNos));
    parted.set(
      key,
      holders.filter((hostNo) => !withOffer.has(hostNo)),
    );
  }
  return { lists: parted, copyOf: (key: number) => copies.get(key) ?? { key } };
};
