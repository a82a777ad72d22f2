import { redirectBinding } from './saml-addresses.rules.ts';
import { samlNamespaces } from './signature.rules.ts';
import { readStrictXml } from './strict-xml.reader.ts';
import { childrenNamed, isNamed, withDescendants } from './xml-element.rules.ts';

export interface ProviderMetadata {
  issuer: string;
  signInAddress: string;
  /** Null where it offers none that browsers can be sent to. */
  signOutAddress: string | null;
  certificates: string[];
}
export type MetadataProblem =
  | 'unreadable'
  /** Not of one identity provider. */
  | 'several'
  | 'notProvider'
  | 'noAddress'
  | 'noCertificate';

/** What the metadata of one identity provider says. Whether to believe it is for the administrator who brings it. */
export const readMetadata = (text: string): ProviderMetadata | { problem: MetadataProblem } => {
  const read = readStrictXml(Buffer.from(text.trim()));
  if ('refusal' in read) return { problem: 'unreadable' };
  const { root } = read;
  if (!isNamed(root, samlNamespaces.metadata, 'EntityDescriptor')) return { problem: 'several' };
  const providers = childrenNamed(root, samlNamespaces.metadata, 'IDPSSODescriptor');
  const [provider, ...others] = providers;
  const issuer = root.attributes.get('entityID') ?? '';
  if (!provider || others.length > 0 || issuer === '') return { problem: 'notProvider' };
  const addressOf = (service: string): string =>
    childrenNamed(provider, samlNamespaces.metadata, service)
      .find(({ attributes }) => attributes.get('Binding') === redirectBinding)
      ?.attributes.get('Location') ?? '';
  const signInAddress = addressOf('SingleSignOnService');
  if (signInAddress === '') return { problem: 'noAddress' };
  const certificates = childrenNamed(provider, samlNamespaces.metadata, 'KeyDescriptor')
    .filter(({ attributes }) => attributes.get('use') !== 'encryption')
    .flatMap(withDescendants)
    .filter((element) => isNamed(element, samlNamespaces.signature, 'X509Certificate'))
    .map((element) => element.text.trim());
  return certificates.length > 0
    ? {
        issuer,
        signInAddress,
        signOutAddress: addressOf('SingleLogoutService') || null,
        certificates: [...new Set(certificates)],
      }
    : { problem: 'noCertificate' };
};
