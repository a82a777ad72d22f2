import type { Mutant } from '../mutants/guards.ts';

/** A repair of a defect that users met in the console, how it looks without the repair, and the test that notices. */
export interface Defect extends Mutant {
  /** Its number in the review of the console. */
  no: number;
}

const links = 'apps/console/src/features/dashboards/chart-links.ts';
const linksTest = 'apps/console/src/features/dashboards/chart-links.test.ts';
const pressing = 'leads from what presses to just the rows that were counted';

export const consoleDefects: readonly Defect[] = [
  {
    no: 1,
    guard: 'download of the agent',
    file: 'apps/console/src/features/configuration/add-hosts-panel.tsx',
    without: '<AgentDownloads />',
    instead: '',
    red: {
      file: 'e2e/hosts.e2e.ts',
      test: 'teaches: agent, token, line to paste, and the row appears in the open page without reload [HOST-19]',
    },
  },
  {
    no: 2,
    guard: 'outcome of tasks in Why and in counts',
    file: 'packages/rules/src/approvals/verdict.ts',
    without: '.filter((failed) => isGivenUp(failed, wanted))',
    instead: '.filter(() => false)',
    red: {
      file: 'apps/server/src/modules/patching/planning/given-up.test.ts',
      test: 'is in the verdict: how often it was tried, what failed, and what to do; other hosts are promised it still',
    },
  },
  {
    no: 3,
    guard: 'result in the link to failed updates',
    file: links,
    without: `failed: to('/patching/activity', { result: 'unsolved' }),`,
    instead: `failed: to('/patching/activity'),`,
    red: { file: linksTest, test: pressing },
  },
  {
    no: 4,
    guard: 'filter in the link to exploited hosts',
    file: links,
    without: `applicationId: String(applicationId), mark: 'exploited' }`,
    instead: 'applicationId: String(applicationId) }',
    red: { file: linksTest, test: pressing },
  },
  {
    no: 5,
    guard: 'site of the tab in every call',
    file: 'apps/console/src/lib/call.ts',
    without: 'if (siteId !== undefined) headers.set(wire.siteHeader, siteId);',
    instead: '',
    red: {
      file: 'apps/console/src/lib/call.test.ts',
      test: 'is the one that the tab shows, unless the call is about another one',
    },
  },
  {
    no: 6,
    guard: 'words for a site without patching',
    file: 'apps/console/src/app/shell/no-access.tsx',
    without: 'subject === null ? undefined : moduleInTheWay(pages[page].right, subject);',
    instead: 'subject === null ? undefined : moduleInTheWay === undefined ? undefined : undefined;',
    red: {
      file: 'e2e/shell.e2e.ts',
      test: 'leads to no page of patching in a site without it, and such a page says so instead of denying a right',
    },
  },
  {
    no: 7,
    guard: 'who can confirm a request',
    file: 'apps/server/src/modules/changes/confirmers.service.ts',
    without: 'exceptUserId: userId, ',
    instead: `exceptUserId: '00000000-0000-0000-0000-000000000000', `,
    red: {
      file: 'apps/server/src/modules/approvals/changes/four-eyes.test.ts',
      test: 'names in its preview who can confirm it, and nobody where there is nobody else',
    },
  },
  {
    no: 8,
    guard: 'withdrawn requests apart from refused ones',
    file: 'apps/server/src/modules/changes/change-sets.presenter.ts',
    without: `if (state === 'refused' && isWithdrawn(row)) return 'withdrawn';`,
    instead: 'if (!isWithdrawn) return state;',
    red: {
      file: 'e2e/why.e2e.ts',
      test: 'waits for a second person when it is wide and the site wants two, and only another one can confirm it',
    },
  },
  {
    no: 9,
    guard: 'names that wrap',
    file: 'apps/console/src/ui/table/table.module.css',
    without: '  overflow-wrap: anywhere;\n  text-overflow: clip;\n  white-space: normal;',
    instead: '',
    red: {
      file: 'e2e/list-names.e2e.ts',
      test: 'names are whole and the status is in sight in every list, on a laptop, a desktop and a phone, and enlarged',
    },
  },
  {
    no: 10,
    guard: 'pending changes over reload and expiry',
    file: 'apps/console/src/lib/drafts.ts',
    without: 'else storage.setItem(keyOf(siteUuid, name), JSON.stringify(value));',
    instead: '',
    red: {
      file: 'e2e/two-sites.e2e.ts',
      test: 'two tabs on two sites: every write lands in the site that its tab shows, and no pending change is lost',
    },
  },
  {
    no: 11,
    guard: 'slips in what is typed into the palette',
    file: 'packages/rules/src/matching.ts',
    without: `? 'slip' : undefined`,
    instead: '? undefined : undefined',
    red: {
      file: 'apps/console/src/app/shell/palette/commands.test.ts',
      test: 'finds by a part, without spaces and with one slip',
    },
  },
  {
    no: 12,
    guard: 'Windows updates that were never reported',
    file: 'apps/console/src/features/results/host-updates-tab.tsx',
    without: 'if (reported === null)\n    return (',
    instead: 'if (reported === undefined)\n    return (',
    red: { file: 'e2e/numbers.e2e.ts', test: 'is not said to miss nothing' },
  },
  {
    no: 13,
    guard: 'people first in User Activity',
    file: 'apps/console/src/features/activity-log/log-search.ts',
    without: `of === 'site' && !isAsked ? 'people' : 'everybody'`,
    instead: `of === 'site' && !isAsked ? 'everybody' : 'everybody'`,
    red: {
      file: 'e2e/activities.e2e.ts',
      test: 'begins with people, shows hosts when asked to, and leads from a decision to its change',
    },
  },
  {
    no: 14,
    guard: 'basis of the number of licences',
    file: links,
    without: `countAgents: to('/hosts', { view: 'licensed' }),`,
    instead: `countAgents: to('/hosts'),`,
    red: {
      file: linksTest,
      test: 'leads from the summary to lists, but not from the versions [DASH-09] [DASH-10] [DASH-11] [DASH-12]',
    },
  },
  {
    no: 15,
    guard: 'share at risk in the order of sites',
    file: 'apps/server/src/modules/dashboards/site-order.rules.ts',
    without: 'shareAtRisk(b) - shareAtRisk(a) ||',
    instead: '',
    red: {
      file: 'apps/server/src/modules/dashboards/site-order.rules.test.ts',
      test: 'sites come by the share of their hosts that is at risk, then by their worst problems, then by name',
    },
  },
  {
    no: 16,
    guard: 'exploited before scores',
    file: 'packages/rules/src/vulnerabilities/priority.ts',
    without: `if (facts.isExploited) return 'act-now';`,
    instead: '',
    red: {
      file: 'packages/rules/src/vulnerabilities/priority.test.ts',
      test: 'puts what ransomware uses above a CVE of CVSS 5.5 and EPSS 1 %, however many hosts have that',
    },
  },
  {
    no: 17,
    guard: 'order of the Vulnerabilities page',
    file: 'apps/server/src/modules/results/issues/vulnerabilities.service.ts',
    without: 'rows: rows.toSorted(mostUrgentFirst)',
    instead: 'rows: rows.toSorted((a, b) => mostUrgentFirst(b, a))',
    red: {
      file: 'apps/server/src/modules/results/issues/vulnerabilities.test.ts',
      test: 'stand in the order of work, each with its level, reason, hosts and fix',
    },
  },
  {
    no: 18,
    guard: 'day of a past bar in its link',
    file: links,
    without: 'const search = { status, ...(asOf !== undefined && { asOf }) };',
    instead: 'const search = { status, ...(asOf === null && { asOf }) };',
    red: {
      file: 'e2e/dashboard.e2e.ts',
      test: 'leads from a bar of the past to the list of that day, whose rows add up to the bar',
    },
  },
  {
    no: 19,
    guard: 'site and day on paper',
    file: 'apps/console/src/app/shell/print-head.tsx',
    without: `parts.filter((part) => part !== undefined).join(' · ')`,
    instead: `parts.slice(0, 1).join(' · ')`,
    red: {
      file: 'e2e/hosts.e2e.ts',
      test: 'is printed with its site and day, and with every column on the page',
    },
  },
  {
    no: 20,
    guard: 'title of each page in its tab',
    file: 'apps/console/src/app/frame.tsx',
    without: 'document.title = [pageTitle, siteName, tabName]',
    instead: 'document.title = [tabName]',
    red: { file: 'e2e/pages.e2e.ts', test: 'applications down to a CVE [SHELL-08]' },
  },
  {
    no: 21,
    guard: 'row that decides in the link of Why?',
    file: 'apps/console/src/features/approvals/why/why-panel.tsx',
    without: '<Link {...decisionLink(winnerOf(data), about(data.name))} className={buttonClass()}>',
    instead: '<Link to="/patching/approvals" className={buttonClass()}>',
    red: {
      file: 'e2e/why.e2e.ts',
      test: 'is said in a sentence, with who decided and whom it overruled, on the page of the host',
    },
  },
  {
    no: 22,
    guard: 'focus after a layer has closed',
    file: 'apps/console/src/ui/focus/focus-memory.ts',
    without: 'if (!isAdrift() || isLayerOpen()) return;',
    instead: 'if (recentMax > 0) return;',
    red: { file: 'e2e/approvals.e2e.ts', test: 'is used by keyboard alone' },
  },
  {
    no: 23,
    guard: 'what an ignore rule changes',
    file: 'apps/server/src/modules/results/applications/preview.service.ts',
    without: 'sum + changedOn(hostNo), 0)',
    instead: 'sum + (changedOn(hostNo), 1), 0)',
    red: {
      file: 'apps/server/src/modules/ignores/ignores.test.ts',
      test: 'is previewed with what changes its status: where another CVE remains, nothing does',
    },
  },
  {
    no: 24,
    guard: 'next inspections of the effective schedule',
    file: 'apps/console/src/features/configuration/next-runs.tsx',
    without: 'const runs = clock ? nextRuns(',
    instead: 'const runs = !clock ? nextRuns(',
    red: {
      file: 'e2e/configuration.e2e.ts',
      test: 'is refused without a day, saved with one, and shows the next three runs [CONF-07] [CONF-08]',
    },
  },
  {
    no: 25,
    guard: 'banner of feeds that was read today',
    file: 'apps/console/src/app/shell/banners/stale-feed-banner.tsx',
    without: 'writeLocal(dismissedKey, dayOf(new Date()));',
    instead: '',
    red: {
      file: 'e2e/applications.e2e.ts',
      test: 'shows each once with its hosts by status, worst first, and is narrowed by status in the address [APP-08]',
    },
  },
];
