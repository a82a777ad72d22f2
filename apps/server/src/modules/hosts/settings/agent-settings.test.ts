import { configuration } from '@patchkeep/contract/configuration';
import { constants } from '@patchkeep/contract/constants';
import { noDayText } from '@patchkeep/rules/inspection-schedule';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { release } from '../../../platform/version.ts';
import { TestAgent } from '../../../testkit/agent.ts';
import { type TestApp, testApp } from '../../../testkit/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const given = { daysOfWeek: 62, hour: 6, minute: 30, isAcceptanceRequired: false };

describe('agent settings', () => {
  it('of a new site start at 13:55 on every day, which is what its hosts are told [CONF-04] [CONF-05]', async () => {
    const { body } = await (await app.signIn('reader')).call(configuration.readAgentSettings);
    expect(body).toMatchObject({ daysOfWeek: 127, hour: 13, minute: 55, currentVersion: release });
    // The required default names no day: a schedule that was never set.
    expect(constants.schedule).toEqual({ hour: 13, minute: 55, daysOfWeek: 0 });
    const manager = await app.signIn('manager');
    const made = await manager.call(configuration.createInstallToken, {
      body: { name: 'New', useCap: 1 },
    });
    const agent = new TestAgent(app);
    await agent.enrol(made.body.secret);
    const { daysOfWeek, hour, minute } = body;
    expect((await agent.checkIn({ scheduleRevision: 9 })).body.schedule).toEqual({ daysOfWeek, hour, minute });
  });

  it('are saved by who may change, with at least one day, over the version they saw [CONF-07] [CONF-08]', async () => {
    const manager = await app.signIn('manager');
    const none = await manager.call(configuration.saveAgentSettings, {
      body: { ...given, daysOfWeek: 0, serialNumber: 0 },
    });
    expect([none.status, none.body]).toEqual([400, { message: noDayText }]);
    expect(
      (
        await (
          await app.signIn('reader')
        ).call(configuration.saveAgentSettings, { body: { ...given, serialNumber: 0 } })
      ).status,
    ).toBe(403);
    const saved = await manager.call(configuration.saveAgentSettings, { body: { ...given, serialNumber: 0 } });
    expect(saved.body).toMatchObject({ ...given, serialNumber: 1 });
    expect((await manager.call(configuration.saveAgentSettings, { body: { ...given, serialNumber: 0 } })).status).toBe(
      409,
    );
    expect((await manager.call(configuration.readAgentSettings)).body).toMatchObject(given);
  });

  it('say what happens when an application that is to be updated is open, and keep it when it is not named', async () => {
    const manager = await app.signIn('manager');
    const read = async () => (await manager.call(configuration.readAgentSettings)).body;
    expect(await read()).toMatchObject({ openApplication: 'install', closeSeconds: 300 });
    const save = async (more: object) =>
      manager.call(configuration.saveAgentSettings, {
        body: { ...given, ...more, serialNumber: (await read()).serialNumber },
      });
    expect((await save({ openApplication: 'kill' })).status).toBe(400);
    expect((await save({ closeSeconds: 3_601 })).status).toBe(400);
    await save({ openApplication: 'close', closeSeconds: 60 });
    await save({});
    expect(await read()).toMatchObject({ openApplication: 'close', closeSeconds: 60 });
  });

  it('reach the agents of the site with their next check-in, and let newcomers wait when asked', async () => {
    const manager = await app.signIn('manager');
    const { serialNumber } = (await manager.call(configuration.readAgentSettings)).body;
    const token = async () =>
      (await manager.call(configuration.createInstallToken, { body: { name: 't', useCap: 9 } })).body.secret;
    const agent = new TestAgent(app);
    await agent.enrol(await token());
    app.clock.now = new Date(app.clock.now.getTime() + 11_000);
    expect((await agent.checkIn()).body.schedule).toEqual({ daysOfWeek: 62, hour: 6, minute: 30 });
    await manager.call(configuration.saveAgentSettings, {
      body: { ...given, serialNumber, isAcceptanceRequired: true },
    });
    expect((await new TestAgent(app).enrol(await token())).body.state).toBe('pending');
  });
});
