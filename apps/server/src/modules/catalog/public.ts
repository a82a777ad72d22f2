import './catalog.tables.ts';

export type { SoftwareIdentity } from './catalog.tables.ts';
export { catalogRoutes } from './catalog.routes.ts';
export { feedJobs } from './feeds/feeds.jobs.ts';
export { channelApplication, judgeAs, unknownApplication } from './verdicts/corrections.service.ts';
export { explainVersions, type VersionEvidence } from './verdicts/explain.service.ts';
export type { Judgement } from './verdicts/judge.service.ts';
export { requestStarter } from './verdicts/match-request.ts';
export { matchJobs } from './verdicts/match.jobs.ts';
export { versionRegister, type VersionRegister } from './versions.service.ts';
