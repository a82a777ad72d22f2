import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { usualRoots } from '@patchkeep/evidence/roots';
import { signatureOf } from '@patchkeep/evidence/signature';
import { describe, expect, it } from 'vitest';
import { windowsNode } from '../../../agent/packaging/windows-node.ts';
import { hasTools } from '../testkit/tools.ts';

const text = readFileSync(usualRoots, 'utf8');
/** A line with the name and the last day, a line with the SHA-256, and the certificate. */
const entries = text
  .trim()
  .split('\n\n')
  .map((entry) => {
    const [about = '', sha256 = '', ...pem] = entry.split('\n');
    const [name = '', until = ''] = about.split(', until ');
    return { name, until, sha256, certificate: new X509Certificate(pem.join('\n')) };
  });

describe('the roots that come with the packager', () => {
  it('are what the lines above them say, each once', () => {
    expect(entries).toHaveLength(41);
    for (const { name, until, sha256, certificate } of entries) {
      const common = /^CN=(.*)$/m.exec(certificate.subject)?.[1] ?? '';
      expect({
        name: name.startsWith(common) ? name : common,
        until: certificate.validToDate.toISOString().slice(0, 10),
        sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
      }).toEqual({ name, until, sha256 });
    }
    expect(new Set(entries.map(({ sha256 }) => sha256)).size).toBe(entries.length);
  });

  it('are authorities that signed themselves, with keys that nobody breaks', () => {
    const isSound = ({ certificate }: (typeof entries)[number]): boolean => {
      const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey;
      const isStrong =
        type === 'rsa' ? (details?.modulusLength ?? 0) >= 2_048 : type === 'ec' && details?.namedCurve === 'secp384r1';
      const isOwn = certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey);
      return certificate.ca && isOwn && isStrong;
    };
    expect(entries.filter((entry) => !isSound(entry)).map(({ name }) => name)).toEqual([]);
  });

  // The one file of a real vendor that comes from a package registry: Node for Windows, which agents bring along.
  it.skipIf(!hasTools())('hold for a program that a real vendor signed', async () => {
    const signature = await signatureOf({ path: windowsNode(), hasSignature: true }, usualRoots);
    const root = entries.find(({ name }) => name.startsWith('Microsoft Identity Verification Root'))?.sha256;
    expect(signature).toEqual({ state: 'signed', by: { organisation: 'OpenJS Foundation', country: 'US', root } });
  });
});
