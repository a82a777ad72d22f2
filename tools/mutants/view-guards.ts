const test = 'apps/server/src/modules/views/views.test.ts';
const contract = 'packages/contract/src/saved-views.ts';
const service = 'apps/server/src/modules/views/views.service.ts';

/** Guards of saved views. */
export const viewMutants = [
  {
    guard: 'owner of a view',
    file: 'apps/server/src/modules/views/views.repository.ts',
    without: `.where((eb) => eb.or([eb('v.is_shared', '=', true), eb('v.owner_id', '=', userId)]))`,
    instead: '',
    red: { file: test, test: 'is saved by who may only read, as it was given, and is nobody else’s' },
  },
  {
    guard: 'calls of shared views',
    file: service,
    without: 'row.view_id === viewId && row.is_shared === isShared',
    instead: 'row.view_id === viewId',
    red: { file: test, test: 'is shared, changed and taken back only by who may make changes' },
  },
  {
    guard: 'right to share a view',
    file: contract,
    without: `with everybody who may see the site',\n    right: 'canMakeChanges',`,
    instead: `with everybody who may see the site',\n    right: 'canRead',`,
    red: { file: test, test: 'is shared, changed and taken back only by who may make changes' },
  },
  {
    guard: 'parameters of a view',
    file: contract,
    without: 'list: z.enum(hostLists), search: hostSearch }',
    instead: 'list: z.enum(hostLists), search: hostSearch.or(z.looseObject({})) }',
    red: { file: test, test: 'are address parameters of its own list' },
  },
  {
    guard: 'number of views',
    file: service,
    without: 'if (alike.length >= most)',
    instead: 'if (alike.length < 0)',
    red: { file: test, test: 'is bounded for each user' },
  },
];
