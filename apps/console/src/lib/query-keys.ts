import type { ConsoleHint } from '@patchkeep/contract/hints';

/** First words of query keys that no hint is about, each with what keeps its answer fresh instead. */
export const keysWithoutHint = {
  account: 'belongs to one person, who changes it on the page that shows it; asked for again when that page opens',
  'approval-preview': 'belongs to one review and is asked for again with each step of it',
  changelog: 'changes with the release, and a new release reloads the page',
  detached: 'a detached dashboard has no session, so no hints reach it; it asks periodically',
  feed: 'feeds belong to the installation, not to a site; they are asked for periodically, and with the counts',
  package: 'packages belong to the installation, not to a site; they are asked for periodically',
  patchpro: 'consent given in another tab is told by that tab',
  report: 'says when it was made, and stays as it is while somebody reads it',
  search: 'asked for while somebody types',
  singleSignOn: 'set up by few people, on the page that shows it; asked for again when that page opens',
  support: 'changes with the settings of the server, and with messages of the user alone',
} as const;

/** The first word of a query key: the thing the answer is about, as hints name it. */
export type QueryWord = ConsoleHint | keyof typeof keysWithoutHint;
