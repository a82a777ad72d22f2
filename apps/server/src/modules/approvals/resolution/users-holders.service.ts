import { BoundedMap } from '../../../platform/bounded-map.ts';
import type { Context } from '../../../platform/context.ts';
import { listUsersHolders, type UsersHolders } from '../../inventory/public.ts';
import type { HeldVersion } from '../policy/holders.queries.ts';
import { readCountRevision } from '../policy/subjects.queries.ts';

/** By customer. */
const remembered = new BoundedMap<string, { revision: number; holders: ReadonlyMap<number, UsersHolders> }>(50);

/** Reading the copies of users on a hundred thousand hosts takes longer than a page may: kept until the next count. */
export const loadUsersHolders = async (context: Context): Promise<ReadonlyMap<number, UsersHolders>> => {
  const { customerId } = context.principal;
  const revision = await readCountRevision(context.tx, customerId);
  const known = remembered.get(customerId);
  if (known?.revision === revision) return known.holders;
  const holders = await listUsersHolders(context.tx, customerId);
  remembered.set(customerId, { revision, holders });
  return holders;
};

/**
 * The hosts that have each version: under its id where the machine has it, under the negative id where a user has it.
 * So hosts fall into other kinds by whose copies they have, because a package is for one of them.
 */
export const listsByOwner = (
  held: readonly HeldVersion[],
  lists: ReadonlyMap<number, readonly number[]>,
  usersHolders: ReadonlyMap<number, UsersHolders>,
): Map<number, readonly number[]> => {
  const parted = new Map<number, readonly number[]>();
  for (const { version_id: id } of held) {
    const all = lists.get(id) ?? [];
    const users = usersHolders.get(id);
    const ofUsers = new Set(users?.hostNos);
    const withoutMachine = new Set(users?.withoutMachine);
    parted.set(id, users ? all.filter((hostNo) => !withoutMachine.has(hostNo)) : all);
    if (users)
      parted.set(
        -id,
        all.filter((hostNo) => ofUsers.has(hostNo)),
      );
  }
  return parted;
};
