import type { SamlSettings, SsoCheck } from '@patchkeep/contract/single-sign-on';
import { dayMs } from '@patchkeep/rules/time-units';
import { invalid } from '../../../../platform/errors.ts';
import { returnAddressOf, signedOutAddressOf } from '../return-address.rules.ts';
import type { ConnectionRow } from '../sso.tables.ts';
import { type CertificateProblem, describeCertificate, readCertificate } from './certificate.rules.ts';
import { type MetadataProblem, type ProviderMetadata, readMetadata } from './metadata.reader.ts';
import { entityIdOf, ownMetadata } from './saml-addresses.rules.ts';

const certificateTexts: Record<CertificateProblem, string> = {
  unreadable: 'A certificate cannot be read. Paste all of it, as PEM.',
  kind: 'A certificate has no RSA key. Only signatures by RSA can be checked.',
  short: 'The key of a certificate has fewer than 2,048 bits.',
};
const metadataTexts: Record<MetadataProblem, string> = {
  unreadable:
    'The metadata cannot be read. It has to be XML of at most 128 KB, without a document type, comments or instructions.',
  several: 'The metadata is not of one identity provider: it has to begin with EntityDescriptor.',
  notProvider: 'The metadata does not describe one identity provider.',
  noAddress: 'The metadata names no address to sign in at by HTTP-Redirect.',
  noCertificate: 'The metadata holds no certificate for signatures.',
};

/** Certificates as they are kept: each once, each good for checking signatures. */
export const keptCertificates = (given: readonly string[]): string[] => {
  const read = given.map((text) => {
    const certificate = readCertificate(text);
    if ('problem' in certificate) throw invalid(certificateTexts[certificate.problem]);
    return certificate.pem;
  });
  return [...new Set(read)];
};

export const metadataOf = (text: string): ProviderMetadata => {
  const read = readMetadata(text);
  if ('problem' in read) throw invalid(metadataTexts[read.problem]);
  return { ...read, certificates: keptCertificates(read.certificates) };
};

export const presentSaml = (row: ConnectionRow, publicOrigin: string | undefined): SamlSettings | null => {
  if (!row.is_saml) return null;
  const entityId = entityIdOf(publicOrigin, row.connection_id);
  return {
    signInAddress: row.sign_in_address ?? '',
    signOutAddress: row.sign_out_address,
    certificates: (row.certificates ?? []).map((pem) => {
      const { validFrom, validTo, subject, fingerprint } = describeCertificate(pem);
      return { pem, subject, fingerprint, validFrom: validFrom.toISOString(), validTo: validTo.toISOString() };
    }),
    subjectAttribute: row.subject_attribute,
    entityId,
    metadata: ownMetadata(entityId, returnAddressOf(publicOrigin, row.connection_id), signedOutAddressOf(publicOrigin)),
  };
};

const soonMs = 30 * dayMs;
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** What can be seen without asking the identity provider: with SAML only browsers go there. */
export const samlChecks = (
  row: ConnectionRow,
  {
    publicOrigin,
    now,
    domains,
    groups,
  }: { publicOrigin: string | undefined; now: Date; domains: string[]; groups: number },
): SsoCheck[] => {
  const certificates = (row.certificates ?? []).map(describeCertificate);
  const isGoodOn = (at: number) => certificates.some(({ validFrom, validTo }) => +validFrom <= at && at < +validTo);
  const dates = certificates.map(({ validFrom, validTo }) => `${dayOf(validFrom)} to ${dayOf(validTo)}`).join(', ');
  const isSoonOver = isGoodOn(now.getTime()) && !isGoodOn(now.getTime() + soonMs);
  const address = new URL(row.sign_in_address ?? 'http://none.invalid');
  const returnAddress = returnAddressOf(publicOrigin, row.connection_id);
  return [
    {
      check: 'signInAddress',
      isGood: address.protocol === 'https:',
      detail: address.protocol === 'https:' ? `Browsers go to ${address.host}.` : 'It is not under https.',
    },
    {
      check: 'returnAddress',
      isGood: returnAddress.startsWith('https:'),
      detail: returnAddress.startsWith('https:') ? returnAddress : `${returnAddress} is not under https.`,
    },
    {
      check: 'certificateDates',
      isGood: isGoodOn(now.getTime() + soonMs),
      detail: isSoonOver ? `${dates}. Add the next certificate within 30 days.` : `${dates}.`,
    },
    {
      check: 'keySizes',
      isGood: certificates.every(({ bits }) => bits >= 2_048),
      detail: certificates.map(({ bits }) => `RSA with ${bits} bits`).join(', '),
    },
    {
      check: 'domain',
      isGood: domains.length > 0,
      detail: domains.length > 0 ? domains.join(', ') : 'No proven domain signs in by it.',
    },
    { check: 'groups', isGood: groups > 0, detail: groups > 0 ? `Mapped: ${groups}.` : 'Nobody new gets in.' },
  ];
};
