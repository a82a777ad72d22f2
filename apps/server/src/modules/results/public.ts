import './results.tables.ts';

export { nextHosts } from './application-hosts.service.ts';
export { readTotals } from './applications.service.ts';
export { selectSplit } from './history.queries.ts';
export { readStatusSeries } from './history.service.ts';
export { correctionActs, ignoreActs } from './gated-acts.service.ts';
export { type Holders, holdersOf } from './holders.rules.ts';
export { loadMembers, type Members } from './membership.service.ts';
export { type NeededUpdates, neededUpdates } from './needed-updates.service.ts';
export { cutPage, pageEnd } from './page.service.ts';
export { inventoryNotes, noteChange } from './recount/note.service.ts';
export {
  countDrift,
  countExactly,
  recount,
  recountEverybody,
  recountHolders,
  sweepRecounts,
} from './recount/recount.jobs.ts';
export { recounter, type Recounter } from './recount/recount.service.ts';
export { resultRoutes } from './results.routes.ts';
export { type AskWords, readFoundUpdates } from './windows-updates.service.ts';
export { followIssues } from './issue-history.jobs.ts';
export { keepHistory } from './keep-history.jobs.ts';
