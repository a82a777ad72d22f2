import './catalog.tables.ts';

export type { SoftwareIdentity, VerdictColumns } from './catalog.tables.ts';
export type { UpgradeRules } from '@patchkeep/starter/channel';
export { catalogRoutes } from './catalog.routes.ts';
export { readCatalogMark } from './channels/releases.queries.ts';
export { releasesOf, type Release } from './channels/releases.service.ts';
export { markWorkInProgress } from './channels/work-in-progress.service.ts';
export { importBundle, makeBundle } from './feeds/bundle/bundle.service.ts';
export { addressesFrom, feedFolder, feedJobs, feedLock, requestFeeds } from './feeds/feeds.jobs.ts';
export { changesWindowsUpdates, fetchAndMatch, matchImported } from './feeds/feeds.service.ts';
export { feedNamed, feeds } from './feeds/feed-list.service.ts';
export { readFreshness } from './feeds/freshness.service.ts';
export { keptFiles } from './feeds/fetch/kept-files.service.ts';
export { liftHold, listBuildLines } from './packages/lift-hold.service.ts';
export { listPackages } from './packages/package-builds.service.ts';
export { listPackageFiles } from './packages/packages.repository.ts';
export { importPackage } from './packages/packages.service.ts';
export { syncPackages, syncPackagesNow } from './packages/sync-packages.jobs.ts';
export {
  countStatements,
  selectInstallable,
  selectPreparing,
  selectVouched,
  type Vouched,
  type VouchedOptions,
} from './packages/vouched.queries.ts';
export { canPlace } from './matching/judge.rules.ts';
export { judgeAs, unknownApplication } from './verdicts/corrections.service.ts';
export { explainVersions, type VersionEvidence } from './verdicts/explain.service.ts';
export { fixesOf } from './verdicts/fixes.service.ts';
export type { Judgement } from './verdicts/judge.service.ts';
export { matchLock, requestStarter } from './verdicts/match-request.service.ts';
export { matchJobs } from './verdicts/match.jobs.ts';
export { matchStarter, rematch, retrySetAside } from './verdicts/match.service.ts';
export { selectSetAside } from './verdicts/set-aside.repository.ts';
export { versionRegister, type VersionRegister } from './versions.service.ts';
