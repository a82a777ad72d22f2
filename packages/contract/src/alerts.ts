import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { byId, nothing, time, uuid } from './fields.ts';

/** What a site, or for `feed`, `signature` and `held` the installation, tells of by mail; urgent kinds first. */
export const alertKinds = [
  'exploited',
  'zeroday',
  'approvers',
  'failed',
  'overdue',
  'silent',
  'feed',
  'signature',
  'held',
] as const;
export type AlertKind = (typeof alertKinds)[number];

/**
 * What became of the last mail. `refused`: the mail server did not take it, and it is tried again. `unanswered`: it was
 * handed over and the answer was lost; it is not sent twice, so it may be missing.
 */
export const mailOutcomes = ['sent', 'refused', 'unanswered'] as const;
export type MailOutcome = (typeof mailOutcomes)[number];

/** Why the mail server did not take a mail, without a word that the server said. */
export const mailFailures = [
  'unreachable',
  'silent',
  'not-encrypted',
  'login',
  'sender-or-recipient',
  'content',
  'unsettled',
] as const;
export type MailFailure = (typeof mailFailures)[number];

const wanted = { hasAlerts: z.boolean(), hasReport: z.boolean() };

const choice = z.object({
  ...wanted,
  /** The last mail about it; null before the first. */
  lastMail: z.object({ at: time, outcome: z.enum(mailOutcomes) }).nullable(),
});
export type AlertChoice = z.output<typeof choice>;

const siteChoice = choice.extend({ siteAccountUuid: uuid, siteName: z.string() });
export type SiteAlertChoice = z.output<typeof siteChoice>;

const testMail = z.object({
  asked: time,
  state: z.enum(['waiting', 'sent', 'failed']),
  failure: z.enum(mailFailures).nullable(),
});
export type TestMail = z.output<typeof testMail>;

export const alertLimits = {
  /** Between two test mails of a user. */
  testEveryMs: 30_000,
} as const;

const body = z.strictObject(wanted);
const quiet = { moves: 'nothing', ungated: 'Changes which mails the caller gets, and no host' } as const;

export const alertChoices = {
  read: endpoint({
    method: 'GET',
    path: '/alert-choice',
    summary: 'Which mails the caller gets about the sites that they may see',
    right: 'signedIn',
    response: z.object({
      /** The operator has set a mail server. */
      isMailing: z.boolean(),
      /** Where mails to the caller go. */
      address: z.string(),
      /** By name. */
      sites: z.array(siteChoice),
      /** About all sites and the installation; null for those who are no system administrators. */
      system: choice.nullable(),
      testMail: testMail.nullable(),
    }),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/alert-choice/:id',
    summary: 'Choose which mails one gets about a site',
    right: 'signedIn',
    ...quiet,
    anySite: true,
    params: byId,
    body,
    response: nothing,
  }),
  saveSystem: endpoint({
    method: 'PUT',
    path: '/system-alert-choice',
    summary: 'Choose which mails one gets about the installation and about all sites together',
    right: 'isSystemAdmin',
    ...quiet,
    stepUp: 'recent',
    anySite: true,
    body,
    response: nothing,
  }),
  test: endpoint({
    method: 'POST',
    path: '/test-mail',
    summary: 'Have a mail sent to oneself, to see whether mails arrive',
    right: 'signedIn',
    ...quiet,
    anySite: true,
    response: nothing,
  }),
};
