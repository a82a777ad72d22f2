import './catalog.tables.ts';

export type { SoftwareIdentity } from './catalog.tables.ts';
export { versionRegister, type VersionRegister } from './versions.service.ts';
