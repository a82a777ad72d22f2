import { X509Certificate } from 'node:crypto';

const minBits = 2_048;

/** PEM of its own making: whoever reads a certificate later reads exactly one, and nothing around it. */
const pemOf = (certificate: X509Certificate): string =>
  `-----BEGIN CERTIFICATE-----\n${certificate.raw.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;

const parsed = (text: string): X509Certificate | undefined => {
  const body = text.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, '').replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(body)) return undefined;
  try {
    return new X509Certificate(Buffer.from(body, 'base64'));
  } catch {
    return undefined;
  }
};

/** The bits of an RSA key; undefined for keys of another kind, by which nothing here can check a signature. */
const bitsOf = ({ publicKey }: X509Certificate): number | undefined =>
  publicKey.asymmetricKeyType === 'rsa' ? publicKey.asymmetricKeyDetails?.modulusLength : undefined;

export type CertificateProblem = 'unreadable' | 'kind' | 'short';
/** One certificate, in PEM or the Base64 of metadata, with a key that is good for signatures. */
export const readCertificate = (text: string): { pem: string } | { problem: CertificateProblem } => {
  const certificate = parsed(text);
  if (!certificate) return { problem: 'unreadable' };
  const bits = bitsOf(certificate);
  if (bits === undefined) return { problem: 'kind' };
  return bits < minBits ? { problem: 'short' } : { pem: pemOf(certificate) };
};

export const describeCertificate = (pem: string) => {
  const certificate = new X509Certificate(pem);
  return {
    pem,
    subject: certificate.subject.replaceAll('\n', ', '),
    fingerprint: certificate.fingerprint256,
    validFrom: certificate.validFromDate,
    validTo: certificate.validToDate,
    bits: bitsOf(certificate) ?? 0,
  };
};
