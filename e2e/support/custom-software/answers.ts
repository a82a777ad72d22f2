import { createHash } from 'node:crypto';
import type { ApproversAnswer, CustomConfig, ToSign } from '@patchkeep/contract/custom-software';
import type { SiteResource } from '@patchkeep/contract/resources';
import type { Answers } from '../stage.ts';

/** Custom software of a made-up company, as the server answers. */

export const id = (place: number) => `c0000000-0000-4000-8000-00000000000${place}`;
export const hex = (of: string) => createHash('sha256').update(of).digest('hex');
export const ana = { userAccountUuid: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', name: 'Ana Lund' };
export const ben = { userAccountUuid: 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb', name: 'Ben Holm' };
const keyOf = (person: typeof ana, letter: string, label: string): ApproversAnswer['candidates'][number] => ({
  ...person,
  keyId: hex(letter),
  kind: 'passkey',
  label,
});
export const keys = [keyOf(ana, 'a', 'Laptop'), keyOf(ben, 'b', 'Security key')];
export const vouching: ApproversAnswer = {
  approvers: { version: 1, threshold: 2, startsAt: '2026-01-22T08:00:00.000Z', keys, statementHash: hex('1') },
  next: null,
  candidates: keys,
  obstacle: null,
};
export const nobody: ApproversAnswer = { approvers: null, next: null, candidates: keys, obstacle: null };

export const config = (place: number, changes: Partial<CustomConfig> = {}): CustomConfig => ({
  customDeploymentConfigUuid: id(place),
  title: 'ERP Client 7.2',
  serialNumber: 3,
  taskSpec: {
    files: [id(6), id(7)],
    mainFile: id(6),
    scope: 'machine',
    installArguments: ['INSTALLDIR=C:\\ERP', 'TRANSFORMS={folder}\\contoso.mst'],
    removeArguments: [],
    progressPopup: false,
    interactive: false,
    requiresUac: false,
    recognition: { by: 'productCode', productCode: '{0F1A2B3C-4D5E-4F60-8718-293A4B5C6D7E}' },
  },
  taskSpecTag: 'spec-3',
  taskSpecTagSeqNumber: 3,
  files: [
    {
      siteResourceTag: id(6),
      filename: 'erp-client-7.2.msi',
      size: 84_213_760,
      sha256: hex('5'),
      state: 'clean',
      isDeployable: true,
    },
    {
      siteResourceTag: id(7),
      filename: 'contoso.mst',
      size: 40_960,
      sha256: hex('6'),
      state: 'clean',
      isDeployable: true,
    },
  ],
  kind: 'msi',
  state: 'awaitsSignatures',
  missing: [],
  release: 3,
  statementHash: hex('7'),
  signatures: [{ ...ben, keyId: hex('b') }],
  neededCount: 2,
  expiresAt: null,
  changedAt: '2026-11-18T09:12:00.000Z',
  changedBy: 'Ben Holm',
  ...changes,
});
const signed = [
  { ...ana, keyId: hex('a') },
  { ...ben, keyId: hex('b') },
];
export const vouched = config(2, {
  title: 'Payroll forms',
  state: 'vouched',
  signatures: signed,
  expiresAt: '2027-12-24T10:00:00.000Z',
  changedAt: '2026-11-02T13:40:00.000Z',
  changedBy: 'Ana Lund',
});
/** One file, which is the main one. */
const oneFile = (filename: string, size: number): Pick<CustomConfig, 'files'> => ({
  files: config(1)
    .files.slice(0, 1)
    .map((file) => ({ ...file, filename, size, sha256: hex(filename) })),
});
export const someSoftware = [
  config(1),
  config(3, {
    title: 'Label printer driver',
    state: 'draft',
    signatures: [],
    missing: ['The scanner has not examined label-setup.exe yet'],
    kind: 'exe',
    statementHash: null,
    release: 0,
    ...oneFile('label-setup.exe', 12_582_912),
  }),
  vouched,
  config(4, { title: 'VPN profile', state: 'approversChanged', kind: 'ps1', ...oneFile('vpn-profile.ps1', 6_144) }),
];
const statement = JSON.stringify({
  config: id(1),
  expires: Date.parse('2027-12-24T10:00:00.000Z'),
  files: [
    { bytes: 84_213_760, name: 'erp-client-7.2.msi', sha256: hex('5') },
    { bytes: 40_960, name: 'contoso.mst', sha256: hex('6') },
  ],
  flags: { interactive: false, progressPopup: false, requiresUac: false },
  installArguments: ['INSTALLDIR=C:\\ERP', 'TRANSFORMS={folder}\\contoso.mst'],
  kind: 'msi',
  main: 'erp-client-7.2.msi',
  recognition: { by: 'productCode', productCode: '{0F1A2B3C-4D5E-4F60-8718-293A4B5C6D7E}' },
  release: 3,
  removeArguments: [],
  scope: 'machine',
  title: 'ERP Client 7.2',
});
export const toSign: ToSign = {
  statement,
  statementHash: hex('7'),
  challenge: 'A'.repeat(43),
  rpId: 'localhost',
  credentials: [],
  signatures: [{ ...ben, keyId: hex('b') }],
  neededCount: 2,
  isTitleAsked: false,
};

/** A file that the scanner has looked at, with what an MSI says of itself. */
export const examined = (filename: string, tag: string, size: number): SiteResource => ({
  siteResourceTag: tag,
  category: 'installer',
  filename,
  contentType: 'application/octet-stream',
  size,
  bytesDone: size,
  state: 'clean',
  cause: null,
  found: null,
  isDeployable: true,
  sha256: hex(filename),
  facts: filename.endsWith('.msi')
    ? {
        kind: 'msi',
        architecture: 'x64',
        version: '7.2.0',
        product: 'ERP Client',
        company: 'Contoso Software',
        productCode: '{0F1A2B3C-4D5E-4F60-8718-293A4B5C6D7E}',
        signature: 'signed',
        signedBy: null,
      }
    : null,
  createdAt: '2026-11-18T09:00:00.000Z',
  expiresAt: null,
});

export const customAnswers = (configs: readonly CustomConfig[], approvers: ApproversAnswer): Answers => ({
  'GET /custom-deployment-config': { body: { customDeploymentConfigs: configs } },
  'GET /approver-key': { body: approvers },
  'POST /custom-deployment-config/:id/statement': { body: toSign },
  'GET /resource/installer/:id': ({ path }) => {
    const file = config(1).files.find(({ siteResourceTag }) => path.endsWith(siteResourceTag));
    if (!file) return { status: 404, body: { code: 404 } };
    return { body: { siteResource: examined(file.filename, file.siteResourceTag, file.size) } };
  },
});
