import { persistentFormat } from './assertion.rules.ts';
import { samlNamespaces } from './signature.rules.ts';

export const entityIdOf = (publicOrigin: string | undefined, connectionId: string): string =>
  `${publicOrigin ?? ''}/saml/${connectionId}`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';

export interface SamlRequest {
  requestId: string;
  now: Date;
  signInAddress: string;
  consumerAddress: string;
  entityId: string;
}

/** Asks the identity provider to sign somebody in and to say so at our address. */
export const authnRequest = (request: SamlRequest): string =>
  `<samlp:AuthnRequest xmlns:samlp="${samlNamespaces.protocol}" xmlns:saml="${samlNamespaces.assertion}"` +
  ` ID="${request.requestId}" Version="2.0" IssueInstant="${request.now.toISOString()}"` +
  ` Destination="${escaped(request.signInAddress)}" ProtocolBinding="${post}"` +
  ` AssertionConsumerServiceURL="${escaped(request.consumerAddress)}">` +
  `<saml:Issuer>${escaped(request.entityId)}</saml:Issuer></samlp:AuthnRequest>`;

/** What an administrator gives to the identity provider. Says that assertions must be signed. */
export const ownMetadata = (entityId: string, consumerAddress: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="${samlNamespaces.metadata}" entityID="${escaped(entityId)}">
  <md:SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${samlNamespaces.protocol}">
    <md:NameIDFormat>${persistentFormat}</md:NameIDFormat>
    <md:AssertionConsumerService Binding="${post}" Location="${escaped(consumerAddress)}" index="0" isDefault="true"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`;
