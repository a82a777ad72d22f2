import { z } from 'zod';

/**
 * The closed list of things a hint can be about, each with its meaning as a comment: every console carries the list. A hint says that such a thing changed, never what it changed to, so
 * whoever hears one asks for the thing again. `tools/hints.test.ts` holds that every word is sent by the server and
 * heard by the console, or by the server's own processes where it stands in the second list.
 */
export const consoleHints = [
  /** An act was written into the activity log of the site, or of the customer. */
  'activityLog',
  /** The settings of all agents of the site were saved. */
  'agentSettings',
  /** Which mails a user gets changed, or a test mail was sent. */
  'alertChoice',
  /** An API token was made or revoked; server processes forget what they keep of it. */
  'apiToken',
  /** A decision, a change set or the settings of approvals changed. */
  'approvals',
  /** Who vouches for the custom software of the site changed, or is about to. */
  'approvers',
  /** A person said what a piece of software is, or took that back. */
  'correction',
  /** The numbers of the site were counted again. */
  'counts',
  /** Custom software was added, changed, signed or removed. */
  'customSoftware',
  /** A saved dashboard changed. */
  'dashboard',
  /** The access of a detached dashboard was made or revoked. */
  'dashboardToken',
  /** A deployment job was made, edited, stopped or resumed, or its work moved. */
  'goal',
  /** A group changed. */
  'group',
  /** One host changed (`id`), or any number of hosts of the site (no `id`); server processes read them again. */
  'host',
  /** An ignore rule changed. */
  'ignoreRule',
  /** An install token was made or revoked. */
  'installToken',
  /** The patching settings of the site were saved. */
  'patchingSettings',
  /** A file that the site brings has come, was examined or was removed. */
  'resource',
  /** The restart settings of the site were saved. */
  'restartSettings',
  /** A view that is shared with the site changed. */
  'savedView',
  /** A site was created, renamed or got other modules, or settings of the customer changed. */
  'site',
  /** A tag changed. */
  'tag',
  /** Work of hosts was written, taken, ended or proven. */
  'tasks',
  /** A user of a site, or an invitation, changed. */
  'user',
] as const;

/** Heard by server processes only; no console is told. */
export const serverHints = [
  /** The sessions of a user (`id`) changed; server processes forget what they keep of them. */
  'session',
] as const;

export type ConsoleHint = (typeof consoleHints)[number];
export type HintWord = ConsoleHint | (typeof serverHints)[number];

export const consoleHintWord = z.enum(consoleHints);
export const hintWord = z.enum([...consoleHints, ...serverHints]);

const toldToConsoles: ReadonlySet<HintWord> = new Set(consoleHints);
export const isConsoleHint = (word: HintWord): word is ConsoleHint => toldToConsoles.has(word);
