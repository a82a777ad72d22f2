import type { Host } from '@patchkeep/contract/hosts';
import { selectionMax } from './host-selection.ts';

/** As many ids as one call takes. */
export const inPortions = (hosts: readonly Pick<Host, 'uuid'>[]): string[][] => {
  const ids = hosts.map(({ uuid }) => uuid);
  return Array.from({ length: Math.ceil(ids.length / selectionMax) }, (_, index) =>
    ids.slice(index * selectionMax, (index + 1) * selectionMax),
  );
};

interface Move {
  hosts: string[];
  groupUuid: string | null;
}

/** The moves that bring hosts back to where each one was; who was there already does not move. */
export const movesBack = (hosts: readonly Pick<Host, 'uuid' | 'groupUuid'>[], movedTo: string | null): Move[] => {
  const moved = hosts.filter(({ groupUuid }) => groupUuid !== movedTo);
  return [...Map.groupBy(moved, ({ groupUuid }) => groupUuid)].flatMap(([groupUuid, members]) =>
    inPortions(members).map((ids) => ({ hosts: ids, groupUuid })),
  );
};

interface TagChange {
  hosts: string[];
  addTags: string[];
  removeTags: string[];
}

/** The changes that give each host its own tags back: only what was new to it goes, only what it lost comes. */
export const tagsBack = (
  hosts: readonly Pick<Host, 'uuid' | 'tagUuids'>[],
  { addTags, removeTags }: { addTags: readonly string[]; removeTags: readonly string[] },
): TagChange[] => {
  const changes = hosts.map(({ uuid, tagUuids }) => ({
    uuid,
    addTags: removeTags.filter((tag) => tagUuids.includes(tag)),
    removeTags: addTags.filter((tag) => !tagUuids.includes(tag)),
  }));
  const alike = Map.groupBy(
    changes.filter((change) => change.addTags.length + change.removeTags.length > 0),
    (change) => JSON.stringify([change.addTags, change.removeTags]),
  );
  return [...alike.values()].flatMap((members) =>
    inPortions(members).map((ids) => ({
      hosts: ids,
      addTags: members[0]?.addTags ?? [],
      removeTags: members[0]?.removeTags ?? [],
    })),
  );
};
