import { scimPageMax } from '@patchkeep/contract/scim';
import { groupSchema, presentSchema, type ScimSchema, userSchema } from '@patchkeep/rules/scim/schemas';
import { found } from '../../../platform/errors.ts';
import { presentList, scimAddress } from './scim.presenter.ts';

const core = 'urn:ietf:params:scim:schemas:core:2.0';
const schemas = [userSchema, groupSchema];

/** What this service can do, in the form of RFC 7643, section 5. */
export const presentConfig = (origin: string | undefined) => ({
  schemas: [`${core}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: scimPageMax },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Token of the connection',
      description: 'A bearer token that an administrator makes in Patchkeep under Configuration, Single sign-on.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: scimAddress(origin, '/ServiceProviderConfig') },
});

const presentType = ({ urn, name, description }: ScimSchema, origin: string | undefined) => ({
  schemas: [`${core}:ResourceType`],
  id: name,
  name,
  description,
  endpoint: `/${name}s`,
  schema: urn,
  meta: { resourceType: 'ResourceType', location: scimAddress(origin, `/ResourceTypes/${name}`) },
});

const presentWithMeta = (schema: ScimSchema, origin: string | undefined) => ({
  schemas: [`${core}:Schema`],
  ...presentSchema(schema),
  meta: { resourceType: 'Schema', location: scimAddress(origin, `/Schemas/${schema.urn}`) },
});

export const presentTypes = (origin: string | undefined) =>
  presentList(
    schemas.map((schema) => presentType(schema, origin)),
    schemas.length,
    1,
  );

export const presentSchemas = (origin: string | undefined) =>
  presentList(
    schemas.map((schema) => presentWithMeta(schema, origin)),
    schemas.length,
    1,
  );

export const presentTypeNamed = (wanted: string, origin: string | undefined) =>
  presentType(found(schemas.find(({ name }) => name === wanted)), origin);

export const presentSchemaNamed = (wanted: string, origin: string | undefined) =>
  presentWithMeta(found(schemas.find(({ urn }) => urn === wanted)), origin);
