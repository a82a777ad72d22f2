import { copyFileSync } from 'node:fs';
import { borrowSignature, makeSetup } from '../installers.ts';
import { runTool } from '../tools.ts';
import { asSetup as told, type Bench, type Hostile, organisation, signaturePlace } from './bench.ts';

/** Bytes that nobody signed. */
const changedFiles = ({ flipped, appended, edited }: Bench): Hostile[] => {
  const hold = 'signatureBroken';
  const exe = (name: string, make: () => string): Hostile => ({ name, hold, make, told });
  const msi = (name: string, make: () => string): Hostile => ({ name, hold, make });
  /** Puts bytes among the signatures of a setup. */
  const stuffed = (isCounted: boolean) =>
    edited('setup.exe', (bytes) => {
      const { entry, offset, size } = signaturePlace(bytes);
      bytes.writeUInt32LE(size + 24, entry + 4);
      if (isCounted) bytes.writeUInt32LE(bytes.readUInt32LE(offset) + 24, offset);
      return Buffer.concat([bytes, Buffer.alloc(24, 'evil')]);
    });
  return [
    exe('a setup with a byte of its DOS part changed', () => flipped('setup.exe', () => 70)),
    exe('a setup with a byte of its headers changed', () => flipped('setup.exe', (all) => all.readUInt32LE(60) + 40)),
    exe('a setup with a byte of its code changed', () => flipped('setup.exe', () => 5_000)),
    exe('a setup with the last byte that is signed changed', () =>
      flipped('setup.exe', (all) => signaturePlace(all).offset - 9),
    ),
    exe('a setup with a byte of its certificate changed', () =>
      flipped('setup.exe', (all) => all.indexOf(organisation, signaturePlace(all).offset)),
    ),
    exe('a setup with the end of its signature changed', () => flipped('setup.exe', (all) => all.length - 12)),
    exe('a setup with bytes behind its signature', () => appended('setup.exe', 'appended')),
    exe('a setup with an archive behind its signature', () => appended('setup.exe', 'PK\u{3}\u{4}'.repeat(100))),
    exe('a setup with bytes that only the place of signatures counts', () => stuffed(false)),
    { name: 'a setup with bytes within its signature', hold: 'bytesAdded', make: () => stuffed(true), told },
    exe('a setup that says its signature is elsewhere', () =>
      edited('setup.exe', (all) => void all.writeUInt32LE(4_096, signaturePlace(all).entry)),
    ),
    exe('a setup with thousands of sections', () =>
      edited('setup.exe', (all) => void all.writeUInt16LE(65_535, all.readUInt32LE(60) + 6)),
    ),
    exe('a setup that ends in the middle', () => edited('setup.exe', (all) => all.subarray(0, 50_000))),
    msi('an MSI with a byte of its tables changed', () => flipped('tool.msi', (all) => all.indexOf('Vendor GmbH'))),
    msi('an MSI with a byte of its certificate changed', () => flipped('tool.msi', (all) => all.indexOf(organisation))),
  ];
};

/** Signatures of others, and of nobody. */
const foreignSignatures = (bench: Bench): Hostile[] => {
  const { authority, stranger, evil, vendor, signed, at, fresh, folder } = bench;
  const exe = (name: string, make: () => string): Hostile => ({ name, hold: 'signatureBroken', make, told });
  const borrowed = (): string => {
    const name = fresh('exe');
    borrowSignature(at('setup.exe'), makeSetup(folder, `other-${name}`, '2.5.2'), at(name));
    return name;
  };
  const bySubject = (name: string, subject: string) => signed('plain.exe', authority.oddPublisher(name, { subject }));
  return [
    exe('a setup signed by itself', () => signed('plain.exe', stranger.selfSigned(organisation))),
    exe('a setup under a root that nobody trusts', () => signed('plain.exe', stranger.publisher(organisation))),
    exe('a setup signed with the certificate of a web server', () => signed('plain.exe', authority.server())),
    exe('a setup whose certificate had ended', () =>
      signed('plain.exe', authority.oddPublisher('ended', { days: -1 })),
    ),
    exe('a good signature nested in a foreign one', () =>
      signed(signed('plain.exe', stranger.publisher('Evil Ltd')), vendor, '-nest'),
    ),
    exe('the signature of another file', borrowed),
    exe('the signature of another file, and one of its own nested in it', () => signed(borrowed(), evil, '-nest')),
    exe('a certificate of two organisations', () => bySubject('two', `/C=DE/O=${organisation}/O=Evil Ltd/CN=x`)),
    exe('a certificate of no organisation', () => bySubject('none', `/C=DE/CN=${organisation}`)),
    {
      name: 'an MSI under a root that nobody trusts',
      hold: 'signatureBroken',
      make: () => signed('plain.msi', stranger.publisher(organisation)),
    },
  ];
};

/** Signatures that hold, by somebody who is not the vendor; or none. */
const otherPublishers = (bench: Bench): Hostile[] => {
  const { authority, second, evil, vendor, signed, at, fresh, folder, pinned } = bench;
  const as = (subject: string, file: string) => signed('plain.exe', authority.oddPublisher(file, { subject }));
  const isNew = (name: string, make: () => string): Hostile => ({ name, hold: 'publisherNew', make, told });
  const isChanged = (name: string, make: () => string): Hostile => ({
    name,
    hold: 'publisherChanged',
    make,
    told,
    past: { publisher: pinned, variant: 'x86 machine exe', upgradeCode: null },
  });
  const stripped = (): string => {
    const name = fresh('exe');
    runTool(folder, 'osslsigncode', 'remove-signature', '-in', at('setup.exe'), '-out', at(name));
    return name;
  };
  return [
    isNew('a setup of another organisation', () => signed('plain.exe', evil)),
    isNew('a setup of an organisation whose name begins alike', () => as(`/C=DE/O=${organisation}ich/CN=x`, 'ich')),
    isNew('a setup of an organisation whose name looks alike', () => as('/C=DE/O=Igor P\u{430}vlov/CN=x', 'alike')),
    isNew('a setup that calls somebody else the vendor', () => as(`/C=DE/O=Evil Ltd/CN=${organisation}`, 'common')),
    isNew('a setup described as of the vendor', () => signed('plain.exe', evil, '-n', `O=${organisation}`)),
    isNew('a setup with the certificate of the vendor beside that of its signer', () =>
      signed('plain.exe', evil, '-ac', vendor.certificate),
    ),
    { name: 'an MSI of another organisation', hold: 'publisherNew', make: () => signed('plain.msi', evil) },
    isChanged('a setup of a namesake in another country', () => as(`/C=FR/O=${organisation}/CN=x`, 'france')),
    isChanged('a setup of a namesake under another root', () => signed('plain.exe', second.publisher(organisation))),
    isChanged('a setup whose signature was taken off', stripped),
    { name: 'a setup that nobody signed', hold: 'unsigned', make: stripped, told },
    {
      name: 'a setup that nobody signed, from another host than before',
      hold: 'newDomain',
      make: stripped,
      told,
      past: { publisher: null, domain: 'old.vendor.test', variant: 'x86 machine exe', upgradeCode: null },
    },
    {
      name: 'a setup that was good before a newer one came',
      hold: 'olderVersion',
      make: () => {
        const name = fresh('exe');
        copyFileSync(at('setup.exe'), at(name));
        return name;
      },
      told,
      past: { publisher: pinned, variant: 'x86 machine exe', upgradeCode: null, version: '2.6.0' },
    },
  ];
};

export const badSignatures = [changedFiles, foreignSignatures, otherPublishers];
