import type { PackageActivity } from '@patchkeep/contract/activities';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stage, startStage } from './support/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage?.stop());

const moment = '2026-11-15T08:00:00.000Z';
/** The host says that it has the new version; no inventory has shown it. */
const unverified: PackageActivity = {
  activityUuid: '0195a000-0000-7000-8000-0000000000a1',
  agentUuid: '0195a000-0000-7000-8000-0000000000b1',
  hostName: 'LT-CPH-0412',
  groupUuid: null,
  groupName: null,
  channelTag: '7zip',
  title: '7-Zip',
  kbArticle: null,
  wuTitle: null,
  fromVersion: '23.01',
  toVersion: '25.01',
  result: 'tentative',
  isTask: true,
  pkgResult: 'Success',
  exitCode: 0,
  cause: '',
  attempt: 1,
  isRetryable: false,
  retried: null,
  nextAttempt: null,
  awaitedSince: null,
  isDiskFull: false,
  isAwaitingBoot: false,
  isAwaitingLogin: false,
  isAwaitingRegistration: false,
  isCustomDeploymentConfig: false,
  systemHasBootedSinceTaskRan: false,
  action: 'upgrade',
  lastBootRequestTime: null,
  rebootDeadline: null,
  restartState: 'None',
  restartTagUuid: null,
  created: moment,
  endTime: moment,
};

it.each([
  ['Updated', 'everybody', false],
  ['Tentative', 'those who run the product', true],
])('an update that is not verified yet is %s to %s [ACT-13]', async (label, _who, isInternalUse) => {
  await using scene = await stage.open('/#/patching/activity', {
    handshake: { isInternalUse },
    answers: { 'GET /package-activities': { body: { activities: [unverified], older: null } } },
  });
  const row = scene.page.getByRole('row').filter({ hasText: '7-Zip' });
  await row.getByText(label, { exact: true }).waitFor();
  await row.getByText('not yet verified').waitFor();
  const other = label === 'Updated' ? 'Tentative' : 'Updated';
  await expect.poll(() => row.getByText(other, { exact: true }).count()).toBe(0);
});
