import { scimBase } from '@patchkeep/contract/endpoint';
import { type ScimGroup, type ScimListQuery, scimMessages, type ScimUser } from '@patchkeep/contract/scim';
import { project } from '@patchkeep/rules/scim/projection';
import { groupSchema, userSchema } from '@patchkeep/rules/scim/schemas';
import type { ScimUserWithAccount } from './scim-users.queries.ts';
import type { ScimGroupRow } from './scim.tables.ts';

export const scimAddress = (publicOrigin: string | undefined, rest = ''): string =>
  `${publicOrigin ?? ''}${scimBase}${rest}`;

const metaOf = (
  publicOrigin: string | undefined,
  kind: 'User' | 'Group',
  id: string,
  row: { created_at: Date; changed_at: Date },
) => ({
  resourceType: kind,
  created: row.created_at.toISOString(),
  lastModified: row.changed_at.toISOString(),
  location: scimAddress(publicOrigin, `/${kind}s/${id}`),
});

export const presentScimUser = (row: ScimUserWithAccount, publicOrigin: string | undefined): ScimUser => ({
  schemas: [userSchema.urn],
  id: row.user_id,
  ...row.attributes,
  // What is so: somebody whom an administrator has removed here does not come back by provisioning.
  ...(row.attributes['active'] !== undefined && { active: row.is_active && row.disabled_at === null }),
  meta: metaOf(publicOrigin, 'User', row.user_id, row),
});

export const presentScimGroup = (
  row: ScimGroupRow,
  members: readonly { user_id: string }[],
  publicOrigin: string | undefined,
): ScimGroup => ({
  schemas: [groupSchema.urn],
  id: row.group_id,
  displayName: row.display_name,
  ...(row.external_id !== null && { externalId: row.external_id }),
  ...(members.length > 0 && {
    members: members.map(({ user_id }) => ({
      value: user_id,
      $ref: scimAddress(publicOrigin, `/Users/${user_id}`),
    })),
  }),
  meta: metaOf(publicOrigin, 'Group', row.group_id, row),
});

type Shown = Pick<ScimListQuery, 'attributes' | 'excludedAttributes'>;

export const projected = <R extends ScimUser | ScimGroup>(resource: R, shown: Shown): R =>
  project(resource, shown) as R;

export const presentList = <R>(resources: readonly R[], total: number, startIndex: number) => ({
  schemas: [scimMessages.list],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: [...resources],
});
