import type { WindowsUpdateReport } from '@patchkeep/contract/agent/protocol';
import type { ColumnType, Generated } from 'kysely';

/** What one copy adds to its version: kept only where there is something to say. */
export interface CopyFacts {
  versionId: number;
  scope: 'machine' | 'user';
  user?: string;
  path?: string;
  fileVersion?: string;
  productCode?: string;
  source: string;
  architecture?: string;
  /** The newer version that the host's own repositories offer. */
  offered?: string;
}

/** What copies of one kind have in common on every host that has one. */
export type KindFacts = Omit<CopyFacts, 'versionId' | 'user'>;

/** A copy that belongs to a user: its kind, whose it is, and the folder of that user in its path. */
export type UserCopy = [copyNo: number, user: string, folder: string];

/** Copies of one version of a package for which the repositories of their hosts offer the same newer version. */
export interface OfferedCopies {
  copyNo: number;
  versionId: number;
  /** Of the package. */
  name: string;
  offered: string;
  /** The day a host of the customer first told of the offer. */
  notedOn: string;
  hostNos: number[];
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    host_windows_updates: {
      customer_id: string;
      host_no: number;
      installed_kbs: Buffer;
      missing_kbs: Buffer;
      pending_kbs: Buffer;
      offers: ColumnType<WindowsUpdateReport['offers'], string, string>;
      taken_at: Date;
    };
    copy_kinds: {
      customer_id: string;
      copy_no: number;
      facts_hash: Buffer;
      version_id: number;
      facts: ColumnType<KindFacts, string, never>;
      /** The day the customer first had a copy of this kind. */
      noted_on: ColumnType<string, string, never>;
    };
    copy_numbers: { customer_id: string; next_copy_no: number };
    host_inventories: {
      customer_id: string;
      host_no: number;
      version_ids: Buffer;
      copy_nos: Buffer;
      user_copies: ColumnType<UserCopy[] | null, string | null, string | null>;
      /** Its copies stand in the lists of their variants; before its next report, under 0. */
      has_variants: Generated<boolean>;
      /** Those of the copies for which repositories offer a newer version; null for none. */
      offer_nos: Buffer | null;
      taken_at: Date;
    };
    inventory_changes: {
      customer_id: string;
      host_no: number;
      at: Date;
      change_id: string;
      came: Buffer;
      went: Buffer;
    };
    version_holders: {
      customer_id: string;
      version_id: number;
      variant: Generated<number>;
      bucket: number;
      host_nos: Buffer;
    };
  }
}
