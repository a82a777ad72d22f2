import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleHandshake } from '../apps/console/src/testkit/sample-handshake.ts';
import { type Scene, type Stage, startStage } from './support/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage?.stop());

it('tells administrators, and nobody else, of more licences in use than there are [HOST-09]', async () => {
  const licences = (licencesInUse: number) => {
    const body = { ...sampleHandshake().customerSettings, isSiteRedirect: false, licencesInUse, serialNumber: 1 };
    return { 'GET /customer-settings': { body } };
  };
  // Dormant hosts take a licence too: the number of active ones says nothing.
  const banner = '4 001 licences in use, 4 000 available. Patching goes on for every host.';
  await using over = await stage.open('/#/', { handshake: { activeAgentCount: 1 }, answers: licences(4_001) });
  await over.page.getByText(banner).waitFor();
  const asked = (scene: Scene) => scene.calls.some(({ path }) => path === '/customer-settings');
  await using within = await stage.open('/#/', { handshake: { activeAgentCount: 5_000 }, answers: licences(4_000) });
  await expect.poll(() => asked(within)).toBe(true);
  await within.page.waitForLoadState('networkidle');
  await expect.poll(() => within.page.getByText('licences in use').count()).toBe(0);
  await using other = await stage.open('/#/', { handshake: { isSystemAdmin: false }, answers: licences(4_001) });
  await other.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await other.page.waitForLoadState('networkidle');
  await expect.poll(() => other.page.getByText('licences in use').count()).toBe(0);
  expect(asked(other)).toBe(false);
});
