import { type RecognisedBy, isRecognised } from '@patchkeep/rules/software/recognition';
import { unpackNumbers } from '../../../platform/db/packed-numbers.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import { selectInventories, selectListedCopies } from '../tasks/copies.queries.ts';

/**
 * Says whether inventories show custom software: by the copies of the machine, each as its host lists it. What copies
 * of one kind are is asked once for all of these inventories.
 */
export const recogniser = async (
  tx: Tx,
  customerId: string,
  inventories: readonly { copy_nos: Buffer }[],
): Promise<(inventory: { copy_nos: Buffer }, recognition: RecognisedBy) => boolean> => {
  const listed = await selectListedCopies(
    tx,
    customerId,
    inventories.flatMap((inventory) => unpackNumbers(inventory.copy_nos)),
  );
  const showing = new Map<RecognisedBy, ReadonlySet<number>>();
  const copiesThatShow = (recognition: RecognisedBy): ReadonlySet<number> => {
    const known =
      showing.get(recognition) ??
      new Set([...listed].flatMap(([copyNo, copy]) => (isRecognised([copy], recognition) ? copyNo : [])));
    showing.set(recognition, known);
    return known;
  };
  return (inventory, recognition) => {
    const copyNos = copiesThatShow(recognition);
    return unpackNumbers(inventory.copy_nos).some((copyNo) => copyNos.has(copyNo));
  };
};

/** The same of hosts by their numbers, of their last inventories. A host that was never inspected shows nothing. */
export const readRecognised = async (
  tx: Tx,
  customerId: string,
  hostNos: readonly number[],
  recognitions: readonly RecognisedBy[],
): Promise<(hostNo: number, recognition: RecognisedBy | null) => boolean> => {
  if (recognitions.length === 0) return () => false;
  const inventories = await selectInventories(tx, customerId, hostNos);
  const shows = await recogniser(tx, customerId, inventories);
  const byNo = new Map(inventories.map((inventory) => [inventory.host_no, inventory]));
  return (hostNo, recognition) => {
    const inventory = byNo.get(hostNo);
    return inventory !== undefined && recognition !== null && shows(inventory, recognition);
  };
};
