import { X509Certificate } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HoldName } from '../../evidence/holds.ts';
import type { Entry } from '../../evidence/ledger.ts';
import { createAuthority, type Identity } from '../authority.ts';
import { makeMsi, makeSetup, sign } from '../installers.ts';
import type { ManifestTold } from '../manifest.ts';
import { runTool } from '../tools.ts';

/** A file, or a way to one, that must never become a package. */
export interface Hostile {
  name: string;
  /** What keeps it. A judgement is lifted never here, all the others always. */
  hold: HoldName;
  /** Makes what the vendor serves and gives its name. */
  make: () => string;
  /** What the manifest says; the address and hash of the file where it says nothing. */
  told?: Partial<ManifestTold>;
  /** What was proposed before. */
  past?: Partial<Entry>;
}

export const asSetup = { kind: 'nullsoft' } as const;
/** Who signs the files of the vendor; the starter knows the name. */
export const organisation = 'Igor Pavlov';

/** Where a program of 32 bits says where its signatures are. */
export const signaturePlace = (bytes: Buffer): { entry: number; offset: number; size: number } => {
  const entry = bytes.readUInt32LE(60) + 24 + 96 + 32;
  return { entry, offset: bytes.readUInt32LE(entry), size: bytes.readUInt32LE(entry + 4) };
};

/** A good setup and a good MSI, and what turns them into bad ones. */
export const createBench = (folder: string) => {
  const at = (name: string): string => join(folder, name);
  const authority = createAuthority(folder, 'Code');
  // The operator trusts two roots, as everybody does.
  const second = createAuthority(folder, 'Second');
  const stranger = createAuthority(folder, 'Stranger');
  const roots = at('roots.pem');
  writeFileSync(roots, authority.rootText + second.rootText);
  const vendor = authority.publisher(organisation);
  const evil = authority.publisher('Evil Ltd');
  const rootHash = new X509Certificate(authority.rootText).fingerprint256.replaceAll(':', '').toLowerCase();
  sign(makeMsi(folder, 'plain.msi', '2.5.1'), at('tool.msi'), vendor);
  sign(makeSetup(folder, 'plain.exe', '2.5.1'), at('setup.exe'), vendor);
  let no = 0;
  const bench = {
    folder,
    at,
    authority,
    second,
    stranger,
    roots,
    vendor,
    evil,
    /** A new name with this ending. */
    fresh: (ending: string): string => `hostile-${(no += 1)}.${ending}`,
    write(ending: string, content: string | Buffer): string {
      const name = bench.fresh(ending);
      writeFileSync(at(name), content);
      return name;
    },
    /** A copy of a file of the bench with other bytes. */
    edited(from: string, change: (bytes: Buffer) => Buffer | void): string {
      const bytes = readFileSync(at(from));
      return bench.write(from.slice(-3), change(bytes) ?? bytes);
    },
    flipped: (from: string, place: (bytes: Buffer) => number): string =>
      bench.edited(from, (bytes) => void bytes.writeUInt8(bytes.readUInt8(place(bytes)) ^ 1, place(bytes))),
    appended: (from: string, more: string | Buffer): string =>
      bench.edited(from, (bytes) => Buffer.concat([bytes, Buffer.from(more)])),
    signed(from: string, by: Identity = vendor, ...more: string[]): string {
      const name = bench.fresh(from.slice(-3));
      sign(at(from), at(name), by, ...more);
      return name;
    },
    /** An unsigned MSI after changes by SQL, and with a text in it that no XML can hold. */
    changedMsi(sql: readonly string[], replace?: { text: string; by: string }, from = 'plain.msi'): string {
      const name = bench.fresh('msi');
      copyFileSync(at(from), at(name));
      for (const query of sql) runTool(folder, 'msibuild', name, '-q', query);
      if (!replace) return name;
      const { text, by } = replace;
      // The length of a text stands elsewhere, so it must stay.
      const bytes = readFileSync(at(name));
      const place = bytes.indexOf(text);
      if (place < 0 || by.length > text.length) throw new Error(`${text} cannot be replaced`);
      bytes.write(by.padEnd(text.length), place, 'latin1');
      writeFileSync(at(name), bytes);
      return name;
    },
    /** The publisher that a ledger knows. */
    pinned: { organisation, country: 'DE', root: rootHash },
  };
  return bench;
};
export type Bench = ReturnType<typeof createBench>;
