import { signedOutPath } from '@patchkeep/contract/session';
import { type SsoConnection } from '@patchkeep/contract/single-sign-on';
import type { Keycloak } from './server.ts';

export const realm = 'contoso';
export const clientId = 'patchkeep';
export const group = 'patch-administrators';

export interface Account {
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  password: string;
  /** Member of the group that gives rights. */
  isAdministrator: boolean;
}

/** The administration of Keycloak over HTTP, as its own screens use it. */
export const realmOf = ({ url, administrator }: Keycloak) => {
  const ask = async (path: string, body?: object): Promise<unknown> => {
    // A token is good for a minute only.
    const signedIn = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...administrator }),
    });
    const { access_token: token } = (await signedIn.json()) as { access_token: string };
    const answer = await fetch(`${url}/admin/realms${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`Keycloak answered ${answer.status} for ${path}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const mapperOf = (protocol: 'openid-connect' | 'saml', name: string, protocolMapper: string, config: object) => ({
    name,
    protocol,
    protocolMapper,
    config,
  });
  return {
    make: (accounts: readonly Account[]) =>
      ask('', {
        realm,
        enabled: true,
        sslRequired: 'none',
        groups: [{ name: group }],
        users: accounts.map(({ password, isAdministrator, ...account }) => ({
          ...account,
          enabled: true,
          emailVerified: true,
          credentials: [{ type: 'password', value: password, temporary: false }],
          groups: isAdministrator ? [`/${group}`] : [],
        })),
      }),
    addOidcClient: ({ returnAddress }: SsoConnection, secret: string) =>
      ask(`/${realm}/clients`, {
        clientId,
        secret,
        protocol: 'openid-connect',
        publicClient: false,
        standardFlowEnabled: true,
        redirectUris: [returnAddress],
        attributes: {
          'post.logout.redirect.uris': new URL(signedOutPath, returnAddress).href,
          'pkce.code.challenge.method': 'S256',
        },
        protocolMappers: [
          mapperOf('openid-connect', 'groups', 'oidc-group-membership-mapper', {
            'claim.name': 'groups',
            'full.path': 'false',
            'id.token.claim': 'true',
          }),
        ],
      }),
    addSamlClient: ({ returnAddress, saml }: SsoConnection) =>
      ask(`/${realm}/clients`, {
        clientId: saml?.entityId,
        protocol: 'saml',
        frontchannelLogout: true,
        redirectUris: [returnAddress],
        attributes: {
          'saml.client.signature': 'false',
          'saml.assertion.signature': 'true',
          'saml.server.signature': 'true',
          'saml.signature.algorithm': 'RSA_SHA256',
          saml_signature_canonicalization_method: 'http://www.w3.org/2001/10/xml-exc-c14n#',
          'saml.authnstatement': 'true',
          'saml.force.post.binding': 'true',
          saml_name_id_format: 'persistent',
          saml_force_name_id_format: 'true',
          saml_assertion_consumer_url_post: returnAddress,
          saml_single_logout_service_url_redirect: new URL(signedOutPath, returnAddress).href,
        },
        protocolMappers: [
          mapperOf('saml', 'email', 'saml-user-property-mapper', {
            'user.attribute': 'email',
            'attribute.name': 'email',
            'attribute.nameformat': 'Basic',
          }),
          mapperOf('saml', 'groups', 'saml-group-membership-mapper', {
            'attribute.name': 'groups',
            'attribute.nameformat': 'Basic',
            single: 'true',
            'full.path': 'false',
          }),
        ],
      }),
    /** How many sessions the identity provider keeps of somebody. */
    async countSessions(username: string): Promise<number> {
      const [user] = (await ask(`/${realm}/users?exact=true&username=${username}`)) as { id: string }[];
      return ((await ask(`/${realm}/users/${user?.id}/sessions`)) as unknown[]).length;
    },
    samlMetadata: async (): Promise<string> => (await fetch(`${url}/realms/${realm}/protocol/saml/descriptor`)).text(),
  };
};
export type Realm = ReturnType<typeof realmOf>;
