import './catalog.tables.ts';

export type { SoftwareIdentity } from './catalog.tables.ts';
export type { UpgradeRules } from './matching/channel.ts';
export { catalogRoutes } from './catalog.routes.ts';
export { readCatalogMark } from './channels/releases.queries.ts';
export { releasesOf, type Release } from './channels/releases.service.ts';
export { importBundle, makeBundle } from './feeds/bundle/bundle.service.ts';
export { addressesFrom, feedFolder, feedJobs, feedLock } from './feeds/feeds.jobs.ts';
export { changesWindowsUpdates, fetchAndMatch, matchImported } from './feeds/feeds.service.ts';
export { feedNamed, feeds } from './feeds/feeds.ts';
export { keptFiles } from './feeds/fetch/kept-files.ts';
export { judgeAs, unknownApplication } from './verdicts/corrections.service.ts';
export { explainVersions, type VersionEvidence } from './verdicts/explain.service.ts';
export type { Judgement } from './verdicts/judge.service.ts';
export { matchLock, requestStarter } from './verdicts/match-request.ts';
export { matchJobs } from './verdicts/match.jobs.ts';
export { matchStarter, rematch } from './verdicts/match.service.ts';
export { versionRegister, type VersionRegister } from './versions.service.ts';
