const alerts = 'apps/server/src/modules/alerts';
const mails = `${alerts}/alerts.test.ts`;
const choices = `${alerts}/choices.test.ts`;

/** Guards of alerts and of the report by mail. */
export const alertMutants = [
  {
    guard: 'rights when an alert is sent',
    file: 'apps/server/src/modules/identity/user-rights.service.ts',
    without: 'const [site] = await listUsableSites(tx, customerId, user, siteId);',
    instead: 'const [site] = await listUsableSites(tx, customerId, { ...user, is_system_admin: true }, siteId);',
    red: { file: mails, test: 'are not sent to who lost the right to see the site by the time of sending' },
  },
  {
    guard: 'rights when a report is sent',
    file: `${alerts}/report-mail.service.ts`,
    without: "if (siteId !== null && !mayCall('canViewResults', subject)) return undefined;",
    instead: '',
    red: {
      file: `${alerts}/report-mail.test.ts`,
      test: 'is not sent to who may not see the site any more, nor after it was switched off',
    },
  },
  {
    guard: 'no alerts to who cannot sign in',
    file: 'apps/server/src/modules/identity/user-rights.service.ts',
    without: 'user.disabled_at !== null || (user.password_digest === null && !user.is_sso_login_only)',
    instead: 'user.password_digest === null && !user.is_sso_login_only',
    red: { file: mails, test: 'are not sent to who lost the right to see the site by the time of sending' },
  },
  {
    guard: 'kinds of alerts by right',
    file: `${alerts}/tell.service.ts`,
    without: '.filter(({ kind }) => kinds.includes(kind))',
    instead: '.filter(({ kind }) => kinds.includes(kind) || kind !== undefined)',
    red: { file: mails, test: 'are not sent to who lost the right to see the site by the time of sending' },
  },
  {
    guard: 'alerts of the installation to system administrators',
    file: 'apps/server/src/modules/identity/user-rights.service.ts',
    without: 'if (siteId === null && !user.is_system_admin) return undefined;',
    instead: '',
    red: {
      file: `${alerts}/report-mail.test.ts`,
      test: 'of all sites goes to system administrators, while they are ones',
    },
  },
  {
    guard: 'one process sends a mail',
    file: `${alerts}/mails.repository.ts`,
    without: 'for update of m skip locked',
    instead: '',
    red: { file: mails, test: 'is sent once by many who try at once' },
  },
  {
    guard: 'told before the last line',
    file: `${alerts}/tell.service.ts`,
    without: `await changeMailRow(tx, told, { ...due.sent, mailed_at: clock(), outcome: 'unanswered' });`,
    instead: '',
    red: {
      file: `${alerts}/killed.test.ts`,
      test: 'a mail whose server was killed after the last line, before the answer, is not sent again',
    },
  },
  {
    guard: 'nothing taken before it is told',
    file: 'apps/server/src/platform/mail/mailer.ts',
    without: '      handed.resolve();\n      await last.promise;',
    instead: '      handed.resolve();',
    red: {
      file: `apps/server/src/platform/mail/mailer.test.ts`,
      test: 'a mail is not taken before it is finished, and never if it is aborted',
    },
  },
  {
    guard: 'one check an hour',
    file: `${alerts}/findings.repository.ts`,
    without: 'where alert_checks.checked_at < ${hour}',
    instead: 'where alert_checks.checked_at <= ${now}',
    red: { file: mails, test: 'are looked for at most once an hour' },
  },
  {
    guard: 'escaped words of mails',
    file: 'apps/server/src/platform/mail/mail-parts.rules.ts',
    without: '`<li>${escapeHtml(item)}</li>`',
    instead: '`<li>${item}</li>`',
    red: { file: mails, test: 'never make markup or a link of a name, and bound it' },
  },
  {
    guard: 'no links made of names in mails',
    file: 'apps/server/src/platform/mail/mail-text.rules.ts',
    without: `return short.replaceAll(linking, '$&\\u200b');`,
    instead: 'return short;',
    red: { file: mails, test: 'never make markup or a link of a name, and bound it' },
  },
  {
    guard: 'alerts of sites that one may see',
    file: `${alerts}/choices.service.ts`,
    without: `const there = await inNamedSite(context, siteId, 'canViewResults');`,
    instead: 'const there = context;',
    red: { file: choices, test: 'is refused for a site that the user may not see' },
  },
  {
    guard: 'alerts of the site of the tab',
    file: 'apps/server/src/modules/identity/named-site.service.ts',
    without: 'if (!mayCall(right, subject))',
    instead: 'if (siteId !== principal.siteId && !mayCall(right, subject))',
    red: { file: choices, test: 'is refused for the site of the tab where detection is off' },
  },
  {
    guard: 'time between test mails',
    file: `${alerts}/choices.repository.ts`,
    without: 'where mail_tests.asked_at <= ${asked.notSince}',
    instead: '',
    red: { file: choices, test: 'is not sent again within half a minute' },
  },
];
