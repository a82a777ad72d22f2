import { approvals } from '@patchkeep/contract/approvals';
import { why } from '@patchkeep/contract/why';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { type ApprovalWorld, approvalWorld } from '../../../testkit/approval-world.ts';
import { importVouched, raiseSigner, type RaisedSigner } from '../../../testkit/signed-packages.ts';

let app: TestApp;
let signer: RaisedSigner;
let manager: TestClient;
let world: ApprovalWorld;
const channelTag = 'alpha-editor';
const clock: { of?: TestApp } = {};
beforeAll(async () => {
  signer = await raiseSigner(() => clock.of?.clock.now ?? new Date('2026-11-15T09:00:00Z'));
  app = await testApp({ env: { PATCHKEEP_SIGNER_SOCKET: signer.socket, PATCHKEEP_FILES_DIR: signer.files } });
  clock.of = app;
  manager = await app.signIn('manager');
  world = await approvalWorld(app, manager, 1);
  await world.upload(0, ['Alpha Editor 1']);
  await world.count();
  await importVouched(app, signer, { channelTag, version: '3.0' });
  const changes = [{ level: 'site', kind: 'app', type: 'automate', channelTag } as const];
  await manager.call(approvals.applyChanges, { body: { changes } });
});
afterAll(() => app.close());

const told = async () => {
  const params = { id: world.agents[0]?.agentUuid ?? '' };
  const { verdict, awaits } = (await manager.call(why.explain, { params, query: { channelTag } })).body;
  return { sentence: verdict.sentence, action: verdict.action, awaits };
};
/** As the process does by itself every few seconds. */
const lookAtSigner = () => app.app.inject({ url: '/readyz' });
const pass = (seconds: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + seconds * 1_000);
};

describe('a signer that does not answer', () => {
  it('is waited for by name once it has been silent for a minute; nobody asks it for an answer of Why?', async () => {
    await lookAtSigner();
    expect((await told()).sentence).toBe('Will get 3.0 at its next check-in: the site follows the newest version.');
    await signer.close();
    const since = app.clock.now;
    await lookAtSigner();
    pass(30);
    await lookAtSigner();
    expect((await told()).awaits.map(({ kind }) => kind)).toEqual(['checkIn']);
    pass(31);
    const { sentence, action, awaits } = await told();
    // Work is written all the same, and fetched as soon as orders are signed again.
    expect(action).toBe('update');
    expect(sentence).toBe('Will get 3.0 once the signer answers: the site follows the newest version.');
    expect(awaits.map(({ kind }) => kind)).toEqual(['signerAnswer', 'checkIn']);
    expect(awaits[0]?.sentence).toContain(
      `has not answered since ${since.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    );
  });
});
