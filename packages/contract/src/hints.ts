import { z } from 'zod';

/**
 * The closed list of things a hint can be about. A hint says that such a thing changed, never what it changed to, so
 * whoever hears one asks for the thing again. `tools/hints.test.ts` holds that every word is sent by the server and
 * heard by the console, or by the server's own processes where it stands in the second list.
 */
export const consoleHints = {
  activityLog: 'An act was written into the activity log of the site, or of the customer',
  agentSettings: 'The settings of all agents of the site were saved',
  alertChoice: 'Which mails a user gets changed, or a test mail was sent',
  apiToken: 'An API token was made or revoked; server processes forget what they keep of it',
  approvals: 'A decision, a change set or the settings of approvals changed',
  correction: 'A person said what a piece of software is, or took that back',
  counts: 'The numbers of the site were counted again',
  dashboard: 'A saved dashboard changed',
  dashboardToken: 'The access of a detached dashboard was made or revoked',
  goal: 'A deployment job was made, or all of its tasks are written',
  group: 'A group changed',
  host: 'One host changed (`id`), or any number of hosts of the site (no `id`); server processes read them again',
  ignoreRule: 'An ignore rule changed',
  installToken: 'An install token was made or revoked',
  patchingSettings: 'The patching settings of the site were saved',
  restartSettings: 'The restart settings of the site were saved',
  savedView: 'A view that is shared with the site changed',
  site: 'A site was created, renamed or got other modules, or settings of the customer changed',
  tag: 'A tag changed',
  tasks: 'Work of hosts was written, taken, ended or proven',
  user: 'A user of a site, or an invitation, changed',
} as const;

/** Heard by server processes only; no console is told. */
export const serverHints = {
  session: 'The sessions of a user (`id`) changed; server processes forget what they keep of them',
} as const;

export type ConsoleHint = keyof typeof consoleHints;
export type HintWord = ConsoleHint | keyof typeof serverHints;

const wordsOf = <Word extends string>(list: Record<Word, string>) => Object.keys(list) as Word[];
export const consoleHintWord = z.enum(wordsOf(consoleHints));
export const hintWord = z.enum([...wordsOf(consoleHints), ...wordsOf(serverHints)]);

export const isConsoleHint = (word: HintWord): word is ConsoleHint => Object.hasOwn(consoleHints, word);
