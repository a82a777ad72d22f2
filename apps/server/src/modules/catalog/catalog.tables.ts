import type { Generated } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    software_versions: { version_id: Generated<number>; name: string; publisher: string; version: string };
  }
}

export interface SoftwareIdentity {
  name: string;
  publisher: string;
  version: string;
}
