import './results.tables.ts';

export { inventoryNotes, recountingMount } from './recount/note.service.ts';
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
