import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inPortions, movesBack, tagsBack } from './host-undo.ts';

test('each host goes back to its own group, and who did not move stays', () => {
  const before = [
    { uuid: 'a', groupUuid: 'sales' },
    { uuid: 'b', groupUuid: null },
    { uuid: 'c', groupUuid: 'sales' },
    { uuid: 'd', groupUuid: 'lab' },
  ];
  expect(movesBack(before, 'lab')).toEqual([
    { hosts: ['a', 'c'], groupUuid: 'sales' },
    { hosts: ['b'], groupUuid: null },
  ]);
});

test('many go back in portions that one call takes, nobody left out', () => {
  const hosts = Array.from({ length: 2_000 }, (_, index) => ({ uuid: String(index), groupUuid: 'sales' }));
  const moves = movesBack(hosts, 'lab');
  expect(moves.map((move) => move.hosts.length)).toEqual([1_000, 1_000]);
  expect(moves.flatMap((move) => move.hosts)).toEqual(hosts.map(({ uuid }) => uuid));
  expect(inPortions([])).toEqual([]);
});

test('after the undo every host has the tags it had', () => {
  const tag = fc.constantFrom('kiosk', 'pilot', 'night');
  const anyHosts = fc.uniqueArray(fc.record({ uuid: fc.string(), tagUuids: fc.uniqueArray(tag) }), {
    selector: ({ uuid }) => uuid,
  });
  fc.assert(
    fc.property(anyHosts, fc.uniqueArray(tag), fc.uniqueArray(tag), (hosts, add, remove) => {
      const removeTags = remove.filter((one) => !add.includes(one));
      const tagsOfHost = new Map(hosts.map(({ uuid, tagUuids }) => [uuid, new Set<string>(tagUuids)]));
      const apply = (uuid: string, added: readonly string[], removed: readonly string[]) => {
        for (const one of removed) tagsOfHost.get(uuid)?.delete(one);
        for (const one of added) tagsOfHost.get(uuid)?.add(one);
      };
      for (const { uuid } of hosts) apply(uuid, add, removeTags);
      for (const back of tagsBack(hosts, { addTags: add, removeTags }))
        for (const uuid of back.hosts) apply(uuid, back.addTags, back.removeTags);
      for (const { uuid, tagUuids } of hosts)
        expect([...(tagsOfHost.get(uuid) ?? [])].toSorted()).toEqual(tagUuids.toSorted());
    }),
  );
});

test('hosts that need the same go in one call', () => {
  const hosts = [
    { uuid: 'a', tagUuids: [] },
    { uuid: 'b', tagUuids: ['pilot'] },
    { uuid: 'c', tagUuids: [] },
  ];
  expect(tagsBack(hosts, { addTags: ['pilot'], removeTags: [] })).toEqual([
    { hosts: ['a', 'c'], addTags: [], removeTags: ['pilot'] },
  ]);
});
