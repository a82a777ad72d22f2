import type {
  BuildEvidence,
  BuildHold,
  BuildState,
  PackageBuild,
  ProviderState,
  VouchingMode,
} from '@patchkeep/contract/packager';
import type { Channel } from '@patchkeep/starter/channel';
import type { ColumnType, Generated } from 'kysely';
import type { Cvss } from './matching/advisory.types.ts';

/** A calendar day as text, YYYY-MM-DD: a day has no time zone. */
type Day = string;
/** Written as text, read as the value it holds. */
type Json<T> = ColumnType<T, string, string>;

/** What is known of a version once it is judged. */
export interface VerdictColumns {
  version_id: number;
  application_id: number;
  channel_version: string | null;
  /** 0 Ok, 1 EoL, 2 Insecure, 3 0-Day. */
  status: number;
  cve_nos: number[];
  /** Those of them without a fixed version to offer. */
  zero_day_nos: number[];
  eol_on: Day | null;
  fixed_version: string | null;
  recommended_version: string | null;
  highest_cvss: number | null;
  highest_epss: number | null;
}

/** Packages as the keepers of the catalogue vouch for them, word for word as they were signed. */
interface PackageStatementsTable {
  statement_hash: Buffer;
  channel_tag: string;
  version: string;
  release: number;
  kind: string;
  scope: string;
  architectures: string[] | null;
  family: string | null;
  sha256: Buffer;
  bytes: number;
  expires_at: Date;
  envelope: string;
  withdrawn_at: Generated<Date | null>;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    software_versions: {
      version_id: Generated<number>;
      name: string;
      publisher: string;
      version: string;
      product_code: Generated<string>;
      file_version: Generated<string>;
      source: Generated<string>;
    };
    version_variants: { version_id: number; variant: number };
    package_statements: PackageStatementsTable;
    package_builds: {
      build_id: string;
      channel_tag: string;
      version: string;
      variant: string | null;
      fits: Json<NonNullable<PackageBuild['fits']>> | null;
      state: BuildState;
      percent: number | null;
      holds: Json<BuildHold[]>;
      evidence: Json<BuildEvidence> | null;
      since: Date;
      retry_at: Date | null;
      statement_hash: Buffer | null;
    };
    package_lifts: { build_id: string; hold: string; reason: string; lifted_at: Date };
    packager_contact: {
      only_row: Generated<boolean>;
      answered_at: Date | null;
      silent_since: Date | null;
      providers: ColumnType<ProviderState[], string | undefined, string>;
      mode: VouchingMode | null;
    };
    feeds: {
      feed: string;
      revision: number;
      records: number;
      rejected: number;
      checked_at: Date | null;
      changed_at: Date | null;
      failure: string | null;
      failed_at: Date | null;
      is_importing: boolean;
    };
    feed_files: {
      feed: string;
      address: string;
      etag: string | null;
      last_modified: string | null;
      file_hash: Buffer;
      bytes: number;
      fetched_at: Date;
      records: number;
      imported_at: Date | null;
    };
    feed_rejections: { feed: string; address: string; record: string; reason: string };
    advisories: {
      feed: string;
      cve_id: string;
      content_hash: Buffer;
      revision: number;
      product_keys: string[];
      statement: Json<unknown>;
    };
    known_exploited: {
      cve_id: string;
      added_on: Day;
      due_on: Day | null;
      is_ransomware: boolean;
      vendor: string;
      product: string;
      title: string;
      action: string;
    };
    cves: {
      cve_no: Generated<number>;
      cve_id: string;
      content_hash: Buffer;
      title: string;
      description: string;
      published_on: Day | null;
      modified_at: Date | null;
      cvss_version: string | null;
      cvss_vector: string | null;
      cvss_score: number | null;
      cvss_source: string | null;
      cvss_all: Json<Cvss[]>;
      exploited_on: Day | null;
      exploited_due: Day | null;
      is_ransomware: boolean;
      is_rejected: boolean;
      is_disputed: boolean;
      reference_urls: string[];
      feeds: string[];
    };
    epss_scores: { cve_no: number; epss: number; percentile: number };
    channels: {
      channel_tag: string;
      name: string;
      vendor: string;
      scheme: string;
      winget_ids: string[];
      cpes: string[];
      endoflife_slug: string | null;
      homepage: string;
      description: string;
      is_driver: boolean;
      is_suite_member: boolean;
      is_hidden: boolean;
      is_starter: boolean;
      is_work_in_progress: Generated<boolean>;
      rules: Json<Channel>;
      content_hash: Buffer;
    };
    channel_rules: { channel_tag: string; rules: string };
    manifests: {
      package_id: string;
      version: string;
      channel_tag: string;
      content_hash: Buffer;
      released_on: Day | null;
      display_versions: string[];
    };
    packages: {
      package_id: string;
      version: string;
      installer_no: number;
      architecture: string;
      scope: string | null;
      kind: string;
      locale: string | null;
      url: string;
      sha256: Buffer;
      switches: Json<Record<string, string>>;
      upgrade_behavior: string | null;
      product_codes: string[];
      display_names: string[];
      publishers: string[];
      details: Json<Record<string, unknown>>;
    };
    channel_versions: { channel_tag: string; version: string; display_versions: string[]; released_on: Day | null };
    eol_products: { slug: string; title: string; content_hash: Buffer };
    eol_cycles: {
      slug: string;
      cycle: string;
      released_on: Day | null;
      ends_on: Day | null;
      is_ended: boolean;
      extended_until: Day | null;
      latest: string | null;
      latest_on: Day | null;
      is_lts: boolean;
    };
    windows_products: { product_no: Generated<number>; name: string };
    windows_updates: {
      kb: number;
      title: string;
      classification: string;
      severity: string;
      released_on: Day | null;
      is_restart_required: boolean | null;
    };
    windows_update_supersedes: { kb: number; superseded_kb: number };
    windows_product_cves: {
      product_no: number;
      cve_no: number;
      severity: string;
      impact: string;
      is_exploited: boolean;
      remedy: string;
    };
    windows_update_cves: { kb: number; product_no: number; cve_no: number; fixed_build: string };
    applications: {
      application_id: Generated<number>;
      identity_key: string;
      channel_tag: string | null;
      name: string;
      sort_name: string;
      publisher: string;
    };
    version_verdicts: VerdictColumns & {
      identified_by: string;
      is_exploited: boolean;
      revision: number;
      content_hash: Generated<Buffer>;
    };
    set_aside_versions: { version_id: number; reason: string; set_aside_at: Date };
    verdict_changes: { version_id: number; until: Date; status: number };
    catalog_revision: { only_row: Generated<boolean>; revision: number };
  }
}

/**
 * What tells rows of software apart: everything that decides how it is judged, and nothing else. Rows are shared by all
 * customers; a fact kept from whoever reported first would let one customer change what another sees.
 */
export interface SoftwareIdentity {
  name: string;
  publisher: string;
  version: string;
  /** The code its package installs under; empty without one. */
  productCode: string;
  /** The version of its file, only where the system lists none; empty otherwise. */
  fileVersion: string;
}

/** Software as an agent reports it. */
export interface ReportedSoftware {
  name: string;
  publisher: string;
  version: string;
  productCode?: string | undefined;
  fileVersion?: string | undefined;
  source?: string | undefined;
}
