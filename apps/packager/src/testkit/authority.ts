import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from './tools.ts';

const settings = `[req]
distinguished_name = name
[name]
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
[code]
basicConstraints = CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = codeSigning
[server]
basicConstraints = CA:FALSE
extendedKeyUsage = serverAuth
subjectAltName = DNS:vendor.test, DNS:*.vendor.test
`;
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** A certificate and its key, as files. */
export interface Identity {
  certificate: string;
  key: string;
}

/** Makes certificates for tests: a root of its own, below it who signs files and who serves them. */
export const createAuthority = (folder: string, name: string) => {
  const at = (file: string) => join(folder, `${name}-${file}`);
  const openssl = (...args: string[]) => runTool(folder, 'openssl', ...args);
  writeFileSync(at('settings'), settings);
  const common = ['-config', at('settings'), '-days', '3650'];
  const root = at('root.pem');
  const rootArgs = ['-subj', `/C=DE/O=${name}/CN=${name} Root`, '-extensions', 'root'];
  openssl('req', '-x509', ...newKey, '-keyout', at('root.key'), '-out', root, ...common, ...rootArgs);

  const issue = (file: string, subject: string, extensions: string, days = 3650): Identity => {
    const [request, certificate, key] = [at(`${file}.csr`), at(`${file}.pem`), at(`${file}.key`)];
    openssl('req', '-utf8', ...newKey, '-keyout', key, '-out', request, '-config', at('settings'), '-subj', subject);
    const issuer = ['-CA', root, '-CAkey', at('root.key'), '-CAcreateserial'];
    const made = ['-days', String(days), '-extfile', at('settings'), '-extensions', extensions];
    openssl('x509', '-req', '-in', request, '-out', certificate, ...issuer, ...made);
    return { certificate, key };
  };
  return {
    root,
    rootText: readFileSync(root, 'utf8'),
    publisher: (organisation: string) =>
      issue(organisation.replaceAll(' ', '-'), `/C=DE/O=${organisation}/CN=${organisation}`, 'code'),
    /** Who signs files, with another country or life, or with a subject that nobody would give out. */
    oddPublisher: (file: string, { subject = '/C=DE/O=Igor Pavlov/CN=Igor Pavlov', days = 3650 } = {}) =>
      issue(file, subject, 'code', days),
    /** Nobody has vouched for it but itself. */
    selfSigned: (organisation: string): Identity => {
      const made = { certificate: at('self.pem'), key: at('self.key') };
      const subject = ['-subj', `/C=DE/O=${organisation}/CN=${organisation}`, '-extensions', 'code'];
      openssl('req', '-x509', ...newKey, '-keyout', made.key, '-out', made.certificate, ...common, ...subject);
      return made;
    },
    server: () => issue('server', '/CN=vendor.test', 'server'),
  };
};
export type Authority = ReturnType<typeof createAuthority>;
