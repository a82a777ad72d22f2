import type { Returned } from '@patchkeep/contract/endpoint';
import type { hosts } from '@patchkeep/contract/hosts';
import type { Context } from '../../platform/context.ts';
import { findHost } from '../hosts/public.ts';
import { deleteChanges } from './changes.repository.ts';
import { readInventory } from './inventory.queries.ts';
import { changeHolders, deleteInventories, lockInventories } from './inventory.repository.ts';
import { holdersOfEach } from './posting.rules.ts';
import { deleteWindowsUpdates } from './windows-updates.repository.ts';

/** What is on a host, copy by copy, by name. */
export const readHostInventory = async (
  context: Context,
  hostId: string,
): Promise<Returned<typeof hosts.inventory>> => {
  const { host_no } = await findHost(context, hostId);
  const stored = await readInventory(context.tx, context.principal.customerId, host_no);
  if (!stored) return { takenAt: null, software: [] };
  const names = new Map(stored.versions.map((version) => [version.version_id, version]));
  const software = stored.copies.flatMap(({ versionId, scope, user, path, fileVersion, offered }) => {
    const named = names.get(versionId);
    if (!named) return [];
    const { name, publisher, version } = named;
    return [
      {
        name,
        publisher,
        version,
        scope,
        ...(user !== undefined && { user }),
        ...(path !== undefined && { path }),
        ...(fileVersion !== undefined && { fileVersion }),
        ...(offered !== undefined && { offered }),
      },
    ];
  });
  return {
    takenAt: stored.takenAt.toISOString(),
    software: software.toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
  };
};

/** Lets go of hosts that are deleted for good, in both directions. */
export const forgetHosts = async (
  { tx, principal: { customerId } }: Context,
  hostNos: readonly number[],
): Promise<void> => {
  const held = await lockInventories(tx, customerId, hostNos);
  const removed = holdersOfEach([...held].map(([hostNo, { keys }]) => [hostNo, keys]));
  await changeHolders(tx, customerId, { added: new Map(), removed });
  await deleteInventories(tx, customerId, hostNos);
  await deleteChanges(tx, customerId, hostNos);
  await deleteWindowsUpdates(tx, customerId, hostNos);
};
