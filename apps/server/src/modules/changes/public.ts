import './changes.tables.ts';

export { newChangeSet } from './change-sets.factory.ts';
export { changeSetState, mostShown } from './change-sets.presenter.ts';
export { countMade, findTitleOfChange, type ListedChangeSet } from './change-sets.queries.ts';
export { insertChangeSet } from './change-sets.repository.ts';
export { enterAllSites, readChangeSet } from './change-sets.service.ts';
export { changeSetRoutes } from './changes.routes.ts';
export type { ChangeSetRow } from './changes.tables.ts';
export { confirmersOf } from './confirmers.service.ts';
export { openGate } from './gate.service.ts';
export { type ChangeKind, type ChangeKinds, changeKinds, type Gates } from './change-kinds.service.ts';
export { previewTokens, type PreviewTokens } from './preview-token.service.ts';
export { assertPreviewed } from './previewed.service.ts';
export { keepForSecondPerson, recordChange } from './record.service.ts';
export { isFourEyesRequired, isReachWide, isSecondPersonNeeded } from './width.service.ts';
