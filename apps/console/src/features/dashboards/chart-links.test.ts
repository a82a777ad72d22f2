import { expect, it, test } from 'vitest';
import { linksOf } from './chart-links.ts';

const siteLinks = linksOf('site', undefined);
const systemLinks = linksOf('system', undefined);

test.each(['ok', 'eol', 'insecure', 'zeroday'] as const)('%s leads to the applications in it [DASH-07]', (status) => {
  expect(siteLinks.status(status, {})).toBe(`#/applications?status=${status}`);
});

it('keeps to the group or tag that a card is about', () => {
  expect(siteLinks.status('eol', { groupUuid: 'g' })).toBe('#/groups/applications?groupUuid=g&status=eol');
  expect(siteLinks.status('eol', { tagUuid: 't' })).toBe('#/tags/applications?tagUuid=t&status=eol');
});

it('leads from a dashboard of a past day to the lists of that day, and nowhere where there is none', () => {
  const links = linksOf('site', undefined, '2026-11-03');
  expect(links.status('insecure', {})).toBe('#/applications?asOf=2026-11-03&status=insecure');
  expect(links.status('insecure', {}, '2026-11-01')).toBe('#/applications?asOf=2026-11-01&status=insecure');
  expect(links.status('eol', { tagUuid: 't' })).toBe('#/tags/applications?asOf=2026-11-03&tagUuid=t&status=eol');
  expect(links.summary('countZeroDay')).toBe('#/applications?asOf=2026-11-03&status=zeroday');
  expect(links.open()).toBe('#/vulnerabilities?asOf=2026-11-03');
  for (const count of ['countGroups', 'countAgents', 'countOutOfDateApprovals', 'countHosts'] as const)
    expect(links.summary(count)).toBeUndefined();
  expect([links.application(1), links.dormantHosts(), links.pressing('failed'), links.undecided()]).toEqual(
    Array(4).fill(undefined),
  );
});

it('leads from updates to those of their period, until its end [DASH-08]', () => {
  const period = { start: '2026-11-15T00:00:00.000Z', end: '2026-11-16T00:00:00.000Z' };
  expect(siteLinks.updatesIn(period)).toBe(
    '#/patching/activity?result=updated&startTime=2026-11-15T00%3A00%3A00.000Z&endTime=2026-11-15T23%3A59%3A59.999Z',
  );
});

it('leads from the summary to lists, but not from the versions [DASH-09] [DASH-10] [DASH-11] [DASH-12]', () => {
  expect(siteLinks.summary('countOutOfDateApprovals')).toBe('#/patching/approvals?approvalStatus=out-of-date');
  expect(siteLinks.summary('countGroups')).toBe('#/groups');
  expect(siteLinks.summary('countActiveAgents')).toBe('#/hosts');
  expect(siteLinks.summary('countAgents')).toBe('#/hosts?view=licensed');
  expect(siteLinks.summary('countChannelTags')).toBe('#/applications');
  expect(siteLinks.summary('countTotal')).toBe('#/applications');
  expect(siteLinks.summary('countZeroDay')).toBe('#/applications?status=zeroday');
  expect(siteLinks.summary('countChannelTagVersions')).toBeUndefined();
});

it('leads from what presses to just the rows that were counted', () => {
  expect(siteLinks.pressing('exploited')).toBe('#/applications?mark=exploited&fix=some');
  expect(siteLinks.pressing('blocked')).toBe('#/patching/approvals?approvalStatus=blocked&status=at-risk');
  expect(siteLinks.pressing('failed')).toBe('#/patching/activity?result=unsolved');
  expect(siteLinks.undecided()).toBe('#/patching/approvals?approvalStatus=undecided&status=at-risk');
  expect(systemLinks.undecided()).toBeUndefined();
  const entry = {
    name: '7-Zip',
    channelTag: '7-zip',
    applicationId: 7,
    status: null,
    hosts: 2,
    dueOn: null,
    act: null,
  };
  expect(siteLinks.doFirst({ ...entry, kind: 'exploited' })).toBe(
    '#/applications/hosts?applicationId=7&mark=exploited',
  );
  expect(siteLinks.doFirst({ ...entry, kind: 'failed' })).toBe('#/patching/activity?result=unsolved&channelTag=7-zip');
});

it('leads to the review of the decision that would help, and nowhere without one', () => {
  const entry = { name: '7-Zip', channelTag: '7-zip', applicationId: 7, status: null, hosts: 2, dueOn: null } as const;
  expect(siteLinks.decide({ ...entry, kind: 'exploited', act: 'approve' })).toBe(
    '#/patching/approvals?q=7-Zip&subject=7-zip&decide=approve',
  );
  expect(siteLinks.decide({ ...entry, kind: 'blocked', act: 'unblock' })).toBe(
    '#/patching/approvals?q=7-Zip&subject=7-zip&decide=disable',
  );
  expect(siteLinks.decide({ ...entry, kind: 'failed', act: null })).toBeUndefined();
  expect(systemLinks.decide({ ...entry, kind: 'exploited', act: 'approve' })).toBeUndefined();
});

it('leads from no number over all sites to the list of one', () => {
  expect(systemLinks.status('ok', {})).toBeUndefined();
  expect(systemLinks.summary('countActiveAgents')).toBeUndefined();
});

it('names the site that the dashboard shows', () => {
  const site = '11111111-1111-4111-8111-111111111111';
  expect(linksOf('site', site).summary('countGroups')).toBe(`#/groups?site=${site}`);
  expect(linksOf('site', site).status('eol', {})).toBe(`#/applications?status=eol&site=${site}`);
});
