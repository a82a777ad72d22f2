import './results.tables.ts';

export { nextHosts } from './applications/application-hosts.service.ts';
export { readTotals } from './applications/applications.service.ts';
export { findHistoryStart, selectSplit, selectSplitsBefore, type Standing } from './history/history.queries.ts';
export { endOfDay, readListsSince } from './past/past-day.service.ts';
export { readStatusSeries } from './history/history.service.ts';
export { correctionActs, ignoreActs } from './applications/gated-acts.service.ts';
export { type Holders, holdersOf } from './verdicts/holders.rules.ts';
export { loadMembers, type Members } from './verdicts/membership.service.ts';
export { type NeededUpdates, neededUpdates } from './windows-updates/needed-updates.service.ts';
export { inventoryRecountRequester, requestRecount } from './recount/recount-requests.service.ts';
export {
  countDrift,
  countExactly,
  recount,
  recountEverybody,
  recountHolders,
  sweepRecounts,
} from './recount/recount.jobs.ts';
export { isMoveUncounted } from './recount/requests.repository.ts';
export { recounter, type Recounter } from './recount/recount.service.ts';
export { resultRoutes } from './results.routes.ts';
export { type ReadUpdateApprovals, readFoundUpdates } from './windows-updates/windows-updates.service.ts';
export { followIssues } from './history/issue-history.jobs.ts';
export { keepHistory } from './history/keep-history.jobs.ts';
export { listOpenVulnerabilities, listVulnerabilities, type ReadDecisions } from './issues/vulnerabilities.service.ts';
export type { OpenVulnerability } from './issues/vulnerabilities.rules.ts';
