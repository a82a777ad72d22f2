import type { KeyObject } from 'node:crypto';
import { readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { tufDate } from '../share/tuf.ts';
import type { NotReadReason } from '../subscribe/not-read.ts';
import {
  catalogueOf,
  changed,
  metaOf,
  nextRoot,
  shareTargets,
  signOnline,
  type stateOf,
  targetOf,
} from './share-forging.ts';
import {
  keyIdOf,
  lineOf,
  makeKey,
  type MetadataFile,
  providerKeys,
  sha256Of,
  shareWorld,
  type ShareWorld,
} from './share-world.ts';

const day = 86_400_000;

export interface ShareAttack {
  name: string;
  refused: NotReadReason;
  /** The subscriber has read `first`, and then `second`, which is what the folder holds. */
  attack: (world: ShareWorld, states: { first: ReturnType<typeof stateOf>; folder: string }) => void;
}

const ofTime: ShareAttack[] = [
  {
    name: 'an older timestamp',
    refused: 'rolledBack',
    attack: ({ put }, { first }) => put('timestamp.json', first.timestamp),
  },
  {
    name: 'an older snapshot under a newer timestamp, by the online key',
    refused: 'rolledBack',
    attack: ({ keys, json, put }, { first }) => {
      const { version } = JSON.parse(String(first.snapshot)).signed as { version: number };
      put(`${version}.snapshot.json`, first.snapshot);
      const before = json('timestamp.json');
      const change = { version: before.signed.version + 1, meta: { 'snapshot.json': metaOf(first.snapshot, version) } };
      put('timestamp.json', changed('timestamp', before, change, [keys.online]));
    },
  },
  {
    name: 'older targets under a newer snapshot, by the online key',
    refused: 'rolledBack',
    attack: (world, { first }) => {
      const { version } = JSON.parse(String(first.targets)).signed as { version: number };
      signOnline(world, { file: first.targets, version });
    },
  },
  {
    name: 'a snapshot that leaves the targets out',
    refused: 'mixedUp',
    attack: (world) => {
      const version = world.json(world.newest('targets')).signed.version;
      signOnline(world, { file: readFileSync(world.at(world.newest('targets'))), version }, { snapshot: { meta: {} } });
    },
  },
  {
    name: 'the root of before as the next one',
    refused: 'mixedUp',
    attack: ({ put, at }) => put('2.root.json', readFileSync(at('1.root.json'))),
  },
  {
    name: 'a state that nobody has renewed for four days',
    refused: 'expired',
    attack: (world) => {
      rmSync(world.out, { recursive: true });
      rmSync(world.home, { recursive: true });
      world.share([lineOf(world.sealed())], { now: Date.now() - 4 * day });
      world.subscribe();
    },
  },
  {
    name: 'an expired timestamp',
    refused: 'expired',
    attack: ({ keys, json, put }) => {
      const before = json('timestamp.json');
      const change = { version: before.signed.version + 1, expires: tufDate(Date.now() - 1_000) };
      put('timestamp.json', changed('timestamp', before, change, [keys.online]));
    },
  },
  {
    name: 'an expired snapshot under a fresh timestamp',
    refused: 'expired',
    attack: (world) => {
      const targets = world.json(world.newest('targets'));
      const file = readFileSync(world.at(world.newest('targets')));
      const snapshot = { expires: tufDate(Date.now() - 1_000) };
      signOnline(world, { file, version: targets.signed.version }, { snapshot });
    },
  },
  {
    name: 'expired targets under a fresh snapshot',
    refused: 'expired',
    attack: (world) => shareTargets(world, { expires: tufDate(Date.now() - 1_000) }, [world.keys.voucher]),
  },
  {
    name: 'an expired root',
    refused: 'expired',
    attack: (world) => nextRoot(world, { expires: tufDate(Date.now() - 1_000) }, world.keys.roots),
  },
  {
    name: 'a timestamp with a date that is none',
    refused: 'malformed',
    attack: ({ keys, json, put }) => {
      const before = json('timestamp.json');
      const change = { version: before.signed.version + 1, expires: 'never' };
      put('timestamp.json', changed('timestamp', before, change, [keys.online]));
    },
  },
  {
    name: 'a timestamp that lasts a year',
    refused: 'tooLongLived',
    attack: ({ keys, json, put }) => {
      const before = json('timestamp.json');
      const change = { version: before.signed.version + 1, expires: tufDate(Date.now() + 365 * day) };
      put('timestamp.json', changed('timestamp', before, change, [keys.online]));
    },
  },
];

/** A new state as far as the online key goes, with something wrong in what it names. */
const renewed = (world: ShareWorld): void => world.share([lineOf(world.sealed({ version: '26.04' }))]);

const ofMixing: ShareAttack[] = [
  {
    name: 'the snapshot of an older state under the name of the newest',
    refused: 'mixedUp',
    attack: (world, { first }) => {
      renewed(world);
      world.put(world.newest('snapshot'), first.snapshot);
    },
  },
  {
    name: 'the targets of an older state under the name of the newest',
    refused: 'mixedUp',
    attack: (world, { first }) => {
      renewed(world);
      world.put(world.newest('targets'), first.targets);
    },
  },
  {
    name: 'a catalogue with a byte changed',
    refused: 'mixedUp',
    attack: ({ at, put, catalogue }) => {
      const file = readFileSync(at(catalogue()));
      file.writeUInt8(file.readUInt8(20) ^ 1, 20);
      put(catalogue(), file);
    },
  },
  {
    name: 'a catalogue that is longer than it says',
    refused: 'tooLarge',
    attack: ({ put, catalogue }) => put(catalogue(), Buffer.alloc(100_000)),
  },
  {
    name: 'a catalogue that is shorter than it says',
    refused: 'mixedUp',
    attack: ({ put, catalogue }) => put(catalogue(), Buffer.alloc(10)),
  },
  {
    name: 'a snapshot as the timestamp',
    refused: 'malformed',
    attack: ({ put, at, newest }) => put('timestamp.json', readFileSync(at(newest('snapshot')))),
  },
  {
    name: 'metadata of a megabyte',
    refused: 'tooLarge',
    attack: ({ json, put }) => put('timestamp.json', { ...json('timestamp.json'), more: 'x'.repeat(1_048_576) }),
  },
  {
    name: 'a snapshot that is not there',
    refused: 'unreachable',
    attack: (world) => {
      renewed(world);
      rmSync(world.at(world.newest('snapshot')));
    },
  },
  {
    name: 'a link in a bundle to a file outside it',
    refused: 'malformed',
    attack: ({ at }, { folder }) => {
      renameSync(at('timestamp.json'), join(folder, 'outside.json'));
      symlinkSync(join(folder, 'outside.json'), at('timestamp.json'));
    },
  },
];

const ofKeys: ShareAttack[] = [
  {
    name: 'a timestamp of a stranger',
    refused: 'notSigned',
    attack: ({ json, put }) => {
      const before = json('timestamp.json');
      put('timestamp.json', changed('timestamp', before, { version: before.signed.version + 1 }, [makeKey()]));
    },
  },
  {
    name: 'targets signed by the online key',
    refused: 'notSigned',
    attack: (world) => shareTargets(world, {}, [world.keys.online]),
  },
  {
    name: 'a root signed by one of the two that must sign',
    refused: 'notSigned',
    attack: (world) => nextRoot(world, {}, world.keys.roots.slice(0, 1)),
  },
  {
    name: 'a root with the signature of one key twice',
    refused: 'malformed',
    attack: (world) => {
      nextRoot(world, {}, world.keys.roots.slice(0, 1));
      const file = world.json('2.root.json');
      world.put('2.root.json', { ...file, signatures: [...file.signatures, ...file.signatures] });
    },
  },
  {
    name: 'a root signed by those it names, and by none of those before',
    refused: 'notSigned',
    attack: (world) => {
      const thieves = [makeKey(), makeKey()];
      const keys = { ...(world.json('1.root.json').signed['keys'] as object) } as Record<string, unknown>;
      const hex = (key: KeyObject) => Buffer.from(String(key.export({ format: 'jwk' }).x), 'base64url').toString('hex');
      for (const key of thieves)
        keys[keyIdOf(key)] = { keytype: 'ed25519', scheme: 'ed25519', keyval: { public: hex(key) } };
      const roles = { ...(world.json('1.root.json').signed['roles'] as object) } as Record<string, unknown>;
      nextRoot(world, { keys, roles: { ...roles, root: { keyids: thieves.map(keyIdOf), threshold: 2 } } }, thieves);
    },
  },
  {
    name: 'a root with a lower threshold, signed by one',
    refused: 'notSigned',
    attack: (world) => {
      const roles = { ...(world.json('1.root.json').signed['roles'] as object) } as Record<string, object>;
      const one = { ...roles, root: { ...roles['root'], threshold: 1 } };
      nextRoot(world, { roles: one }, world.keys.roots.slice(0, 1));
    },
  },
  {
    name: 'a root that gives one key two names',
    refused: 'badRoles',
    attack: (world) => {
      const signed = world.json('1.root.json').signed;
      const keys = signed['keys'] as Record<string, unknown>;
      const roles = signed['roles'] as Record<string, { keyids: string[]; threshold: number }>;
      const id = roles['targets']?.keyids[0] ?? '';
      const twice = { ...roles, targets: { keyids: [id, 'f'.repeat(64)], threshold: 2 } };
      nextRoot(world, { keys: { ...keys, ['f'.repeat(64)]: keys[id] }, roles: twice }, world.keys.roots);
      // Signed under both names, so that nothing but the names is wrong.
      const before = world.json(world.newest('targets'));
      const version = before.signed.version + 10;
      const file = JSON.parse(String(changed('targets', before, { version }, [world.keys.voucher]))) as MetadataFile;
      const again = { keyid: 'f'.repeat(64), sig: file.signatures[0]?.sig ?? '' };
      const text = Buffer.from(JSON.stringify({ ...file, signatures: [...file.signatures, again] }));
      signOnline(world, { version, file: text });
    },
  },
  {
    name: 'a chain of roots with one left out',
    refused: 'notSigned',
    attack: (world) => {
      const [second, third] = [providerKeys(), providerKeys()];
      world.addRoot(2, second, world.keys);
      world.addRoot(3, third, second);
      world.share([lineOf(world.sealed({}, third.voucher))], { by: third });
      rmSync(world.at('2.root.json'));
    },
  },
  {
    name: 'the files of another provider',
    refused: 'notSigned',
    attack: (world, { folder }) => {
      const other = shareWorld(join(folder, 'other'));
      other.share([lineOf(other.sealed())]);
      rmSync(world.out, { recursive: true });
      renameSync(other.out, world.out);
    },
  },
];

const bomb = (): Buffer => gzipSync(Buffer.alloc(129 * 1_048_576, 0x20));
/** A catalogue that those who vouch have signed, whatever it holds. */
const shareFile = (world: ShareWorld, file: Buffer): void => {
  const hash = sha256Of(file);
  world.put(`${hash}.catalogue.jsonl.gz`, file);
  const targets = { 'catalogue.jsonl.gz': { length: file.length, hashes: { sha256: hash } } };
  shareTargets(world, { targets }, [world.keys.voucher]);
};

const ofCatalogue: ShareAttack[] = [
  {
    name: 'another file instead of the catalogue',
    refused: 'noCatalogue',
    attack: (world) => shareTargets(world, { targets: targetOf('tool.exe', 'a'.repeat(64)) }, [world.keys.voucher]),
  },
  {
    name: 'another file beside the catalogue',
    refused: 'noCatalogue',
    attack: (world) => {
      const targets = { ...catalogueOf('a'.repeat(64)), ...targetOf('tool.exe', 'a'.repeat(64)) };
      shareTargets(world, { targets }, [world.keys.voucher]);
    },
  },
  {
    name: 'a catalogue whose hash is a path',
    refused: 'noCatalogue',
    attack: (world) => shareTargets(world, { targets: catalogueOf('../../ledger') }, [world.keys.voucher]),
  },
  {
    name: 'a catalogue of somebody to whom it is delegated',
    refused: 'noCatalogue',
    attack: (world) => {
      const role = { name: 'other', keyids: [], threshold: 1, terminating: false, paths: ['*'] };
      shareTargets(world, { delegations: { keys: {}, roles: [role] } }, [world.keys.voucher]);
    },
  },
  {
    name: 'a statement of a stranger in the catalogue',
    refused: 'statementNotSigned',
    attack: (world) => world.share([lineOf(world.sealed()), lineOf(world.sealed({ version: '26.03' }, makeKey()))]),
  },
  {
    name: 'a statement that was changed in the catalogue',
    refused: 'statementNotSigned',
    attack: (world) => {
      const envelope = JSON.parse(world.sealed()) as { payload: string };
      const payload = Buffer.from(envelope.payload, 'base64').toString().replace('/qn', '/qb');
      world.share([lineOf(JSON.stringify({ ...envelope, payload: Buffer.from(payload).toString('base64') }))]);
    },
  },
  {
    name: 'the same package twice in the catalogue',
    refused: 'malformed',
    attack: (world) => world.share([lineOf(world.sealed()), lineOf(world.sealed({ release: 1 }))]),
  },
  {
    name: 'a catalogue that unpacks to more than fits',
    refused: 'tooLarge',
    attack: (world) => shareFile(world, bomb()),
  },
  {
    name: 'a catalogue that is not packed',
    refused: 'malformed',
    attack: (world) => shareFile(world, Buffer.from('not packed')),
  },
];

export const shareAttacks = { ofTime, ofMixing, ofKeys, ofCatalogue } as const;
