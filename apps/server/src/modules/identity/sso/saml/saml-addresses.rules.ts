import { persistentFormat, type SamlSession } from './assertion.rules.ts';
import { samlNamespaces } from './signature.rules.ts';

export const entityIdOf = (publicOrigin: string | undefined, connectionId: string): string =>
  `${publicOrigin ?? ''}/saml/${connectionId}`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
export const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';

export interface SamlRequest {
  requestId: string;
  now: Date;
  signInAddress: string;
  consumerAddress: string;
  entityId: string;
  /** Who is signed in there already has to sign in anew. */
  isForced: boolean;
}

/** Asks the identity provider to sign somebody in and to say so at our address. */
export const authnRequest = (request: SamlRequest): string =>
  `<samlp:AuthnRequest xmlns:samlp="${samlNamespaces.protocol}" xmlns:saml="${samlNamespaces.assertion}"` +
  ` ID="${request.requestId}" Version="2.0" IssueInstant="${request.now.toISOString()}"` +
  ` Destination="${escaped(request.signInAddress)}" ProtocolBinding="${post}"` +
  `${request.isForced ? ' ForceAuthn="true"' : ''} AssertionConsumerServiceURL="${escaped(request.consumerAddress)}">` +
  `<saml:Issuer>${escaped(request.entityId)}</saml:Issuer></samlp:AuthnRequest>`;

export interface LogoutRequest extends SamlSession {
  requestId: string;
  now: Date;
  signOutAddress: string;
  entityId: string;
}

/** Tells the identity provider that somebody signs out, by the names that it gave. */
export const logoutRequest = (request: LogoutRequest): string => {
  const attribute = (name: string, value: string | null): string =>
    value === null ? '' : ` ${name}="${escaped(value)}"`;
  const named = [
    attribute('Format', request.format),
    attribute('NameQualifier', request.nameQualifier),
    attribute('SPNameQualifier', request.spNameQualifier),
  ].join('');
  const index = request.index === null ? '' : `<samlp:SessionIndex>${escaped(request.index)}</samlp:SessionIndex>`;
  return (
    `<samlp:LogoutRequest xmlns:samlp="${samlNamespaces.protocol}" xmlns:saml="${samlNamespaces.assertion}"` +
    ` ID="${request.requestId}" Version="2.0" IssueInstant="${request.now.toISOString()}"` +
    ` Destination="${escaped(request.signOutAddress)}"><saml:Issuer>${escaped(request.entityId)}</saml:Issuer>` +
    `<saml:NameID${named}>${escaped(request.name)}</saml:NameID>${index}</samlp:LogoutRequest>`
  );
};

/** What an administrator gives to the identity provider. Says that assertions must be signed. */
export const ownMetadata = (entityId: string, consumerAddress: string, signedOutAddress: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="${samlNamespaces.metadata}" entityID="${escaped(entityId)}">
  <md:SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${samlNamespaces.protocol}">
    <md:SingleLogoutService Binding="${redirectBinding}" Location="${escaped(signedOutAddress)}"/>
    <md:NameIDFormat>${persistentFormat}</md:NameIDFormat>
    <md:AssertionConsumerService Binding="${post}" Location="${escaped(consumerAddress)}" index="0" isDefault="true"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`;
