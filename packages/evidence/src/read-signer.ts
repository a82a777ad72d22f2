// Runs in the sandbox: prints who signed, from the PKCS#7 of a file at /signature, by the certificates of /roots.
// Whether the signature holds is not decided here, but by osslsigncode.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type AsnType, Constructed, fromBER, Integer, Sequence, Set as AsnSet } from 'asn1js';

const partsOf = (value: AsnType | undefined): AsnType[] =>
  value instanceof Sequence || value instanceof AsnSet || value instanceof Constructed ? value.valueBlock.value : [];

const bytesOf = (value: AsnType): Buffer => Buffer.from(value.valueBeforeDecodeView);

/** The certificates in the signature, and which of them signed: the issuer and the number, as bytes. */
const readSignedData = (bytes: Buffer) => {
  const outer = fromBER(bytes);
  if (outer.offset === -1) throw new Error('not a PKCS#7');
  const [, content] = partsOf(outer.result);
  const parts = partsOf(partsOf(content)[0]);
  const certificates = parts.find((part) => part.idBlock.tagClass === 3 && part.idBlock.tagNumber === 0);
  const signers = partsOf(parts.at(-1));
  // Authenticode has exactly one; of two nobody could say which one was checked.
  if (signers.length !== 1) throw new Error('not one signer');
  const [issuer, serial] = partsOf(partsOf(signers[0])[1]);
  if (!issuer || !(serial instanceof Integer)) throw new Error('a signer without a certificate');
  return { certificates: partsOf(certificates).map(bytesOf), issuer: bytesOf(issuer), serial: bytesOf(serial) };
};

/** Whether a certificate is the one that an issuer gave this number. */
const isNamed = (der: Buffer, issuer: Buffer, serial: Buffer): boolean => {
  const fields = partsOf(partsOf(fromBER(der).result)[0]);
  const at = fields.findIndex((field) => field instanceof Integer);
  const [number, , name] = fields.slice(at);
  return number !== undefined && name !== undefined && bytesOf(number).equals(serial) && bytesOf(name).equals(issuer);
};

const isIssuer = (one: X509Certificate, of: X509Certificate): boolean =>
  of.checkIssued(one) && of.verify(one.publicKey);

/** The trusted certificate that a chain from this one ends in. */
const rootOf = (
  from: X509Certificate,
  others: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  depth = 0,
): X509Certificate | undefined => {
  const root = roots.find((one) => isIssuer(one, from));
  if (root || depth > 5) return root;
  for (const other of others.filter((one) => one.raw.compare(from.raw) !== 0 && isIssuer(one, from))) {
    const found = rootOf(other, others, roots, depth + 1);
    if (found) return found;
  }
  return undefined;
};

/** A name that is there twice says nothing. */
const single = (value: string | string[] | undefined): string | null => (typeof value === 'string' ? value : null);

const { certificates, issuer, serial } = readSignedData(readFileSync('/signature'));
const [der, ...more] = certificates.filter((one) => isNamed(one, issuer, serial));
// Microsoft's signing service puts the same certificate in twice; of two different ones nobody could say which counts.
const isOne = der !== undefined && more.every((one) => one.equals(der));
if (!isOne || certificates.length > 30) throw new Error('not one certificate of the signer');
const signer = new X509Certificate(der);
const roots = readFileSync('/roots', 'utf8')
  .split(/(?<=-----END CERTIFICATE-----)/)
  .filter((text) => text.includes('BEGIN CERTIFICATE'))
  .map((text) => new X509Certificate(text.trim()));
const root = rootOf(
  signer,
  certificates.map((one) => new X509Certificate(one)),
  roots,
);
const subject = signer.toLegacyObject().subject as Record<string, string | string[]>;
process.stdout.write(
  JSON.stringify({
    organisation: single(subject['O']),
    country: single(subject['C']),
    root: root?.fingerprint256.replaceAll(':', '').toLowerCase() ?? null,
  }),
);
