import type { RoleMapping, SsoConnection, SsoDomain } from '@patchkeep/contract/single-sign-on';
import { lapsesAt } from './domain-record.rules.ts';
import { recordNameOf, recordTextOf } from './domain.rules.ts';
import { returnAddressOf } from './return-address.rules.ts';
import { presentSaml } from './saml/saml-connection.service.ts';
import type { ConnectionRow, DomainRow, RoleMappingRow } from './sso.tables.ts';

export const presentDomain = (row: DomainRow): SsoDomain => ({
  domainUuid: row.domain_id,
  domain: row.domain,
  recordName: recordNameOf(row.domain),
  recordText: recordTextOf(row.challenge),
  verified: row.verified_at?.toISOString() ?? null,
  checked: row.checked_at?.toISOString() ?? null,
  missingSince: row.missing_since?.toISOString() ?? null,
  lapses: lapsesAt(row)?.toISOString() ?? null,
  connectionUuid: row.connection_id,
});

export const presentConnection = (
  row: ConnectionRow,
  more: { publicOrigin: string | undefined; mappings: readonly RoleMappingRow[]; userCount: number },
): SsoConnection => ({
  connectionUuid: row.connection_id,
  name: row.name,
  kind: row.is_saml ? 'saml' : 'oidc',
  issuer: row.issuer,
  clientId: row.client_id,
  hasClientSecret: row.client_secret !== null,
  groupsClaim: row.groups_claim,
  isRequired: row.is_required,
  returnAddress: returnAddressOf(more.publicOrigin, row.connection_id),
  saml: presentSaml(row, more.publicOrigin),
  mappings: more.mappings.map((mapping) => ({
    group: mapping.group_name,
    siteAccountUuid: mapping.site_id,
    // Only presets are saved.
    sitePermissions: mapping.permissions as RoleMapping['sitePermissions'],
  })),
  userCount: more.userCount,
  serialNumber: row.serial_number,
});
