export interface ConnectionRow {
  customer_id: string;
  connection_id: string;
  is_saml: boolean;
  name: string;
  issuer: string;
  /** Null with SAML. */
  client_id: string | null;
  client_secret: Buffer | null;
  groups_claim: string;
  /** These four are for SAML only. */
  sign_in_address: string | null;
  /** Null where the identity provider offers none. */
  sign_out_address: string | null;
  certificates: string[] | null;
  subject_attribute: string | null;
  is_required: boolean;
  serial_number: number;
  created_at: Date;
}

export interface DomainRow {
  customer_id: string;
  domain_id: string;
  domain: string;
  challenge: string;
  connection_id: string | null;
  created_at: Date;
  verified_at: Date | null;
  checked_at: Date | null;
  /** Of a proven domain whose record is not found any more. */
  missing_since: Date | null;
}

export interface ExternalIdentityRow {
  customer_id: string;
  connection_id: string;
  issuer: string;
  subject: string;
  user_id: string;
  created_at: Date;
  used_at: Date | null;
  /** By what SCIM calls the same person. */
  external_id: string | null;
}

export interface RoleMappingRow {
  customer_id: string;
  connection_id: string;
  group_name: string;
  site_id: string;
  permissions: number;
}

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    connections: ConnectionRow;
    domains: DomainRow;
    domain_directory: { domain_hash: Buffer; customer_id: string; connection_id: string | null };
    external_identities: ExternalIdentityRow;
    role_mappings: RoleMappingRow;
  }
}
