import { customerFactors } from '@patchkeep/contract/second-factor-policy';
import { session } from '@patchkeep/contract/session';
import { policyRefusals } from '@patchkeep/rules/users/needed-factor';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { byPassword, setUpApp } from '../../../testkit/factors/second-factor.ts';
import { people } from '../../../testkit/world.ts';

let app: TestApp;
let postgres: pg.Pool;
let admin: TestClient;
let manager: TestClient;
beforeAll(async () => {
  app = await testApp({ env: { PATCHKEEP_PUBLIC_URL: 'https://patchkeep.example', PATCHKEEP_STEP_UP_MINUTES: '15' } });
  postgres = app.database.pool('postgres');
  [admin, manager] = [await app.signIn('admin'), await app.signIn('manager')];
});
afterAll(() => app.close());

const read = async (client = admin) => (await client.call(customerFactors.read)).body;
const save = async (policy: 'optional' | 'writers' | 'passkeys', client = admin) =>
  client.call(customerFactors.save, { body: { policy, serialNumber: (await read()).serialNumber } });
const namesUnder = async (policy: string) =>
  (await read()).choices
    .find((each) => each.policy === policy)
    ?.missing.map(({ username, needed }) => [username, needed]);

describe('who needs a second factor', () => {
  it('says for each policy who would have to set one up, without those of single sign-on', async () => {
    expect(await read()).toMatchObject({ policy: 'optional', choices: [{ missingCount: 0 }, {}, {}] });
    const without = [people.admin, people.manager].toSorted();
    expect(await namesUnder('optional')).toEqual([]);
    expect(await namesUnder('writers')).toEqual(without.map((each) => [each, 'any']));
    expect(await namesUnder('passkeys')).toEqual(without.map((each) => [each, 'passkey']));
    await setUpApp(app, manager);
    expect(await namesUnder('writers')).toEqual([[people.admin, 'any']]);
    expect(await namesUnder('passkeys')).toEqual(without.map((each) => [each, 'passkey']));
  });

  it('is saved by a system administrator with a recent proof only, and stands in the log', async () => {
    expect((await manager.call(customerFactors.read)).status).toBe(403);
    const body = { policy: 'writers' as const, serialNumber: (await read()).serialNumber };
    expect((await manager.call(customerFactors.save, { body })).status).toBe(403);
    expect((await save('writers')).body.policy).toBe('writers');
    // Somebody has saved since.
    expect((await admin.call(customerFactors.save, { body })).status).toBe(409);
    const { rows } = await postgres.query(
      `select before->>'secondFactorPolicy' as before, after->>'secondFactorPolicy' as after from audit_entries
       where customer_id = $1 and verb = 'customer.change' order by seq desc limit 1`,
      [admin.customerId],
    );
    expect(rows).toEqual([{ before: 'optional', after: 'writers' }]);
    app.clock.now = new Date(app.clock.now.getTime() + 15 * 60_000);
    expect((await save('optional')).body).toMatchObject({ code: 2101 });
    expect((await read()).policy).toBe('writers');
  });

  it('counts at the next sign-in, and only for this customer', async () => {
    expect((await admin.ehlo()).status).toBe(200);
    const stepOf = async (username: string) =>
      (await app.anonymous().call(session.login, { body: { username, ...byPassword } })).body.step;
    expect([await stepOf(people.admin), await stepOf(people.stranger)]).toEqual(['enrol', 'signedIn']);
  });

  it('cannot be what the server cannot set up', async () => {
    const outcomes = [];
    for (const [env, isWithoutDataKey] of [
      [{}, true],
      [{}, false],
    ] as const) {
      const bare = await testApp({ database: app.database, env, isWithoutDataKey });
      await postgres.query('update customers set second_factor_policy = 0');
      await postgres.query('delete from factors');
      const client = await bare.signIn('admin');
      const { serialNumber, choices } = (await client.call(customerFactors.read)).body;
      expect(choices.map(({ refusal }) => refusal)).toEqual([
        null,
        isWithoutDataKey ? policyRefusals.writers : null,
        policyRefusals.passkeys,
      ]);
      for (const policy of ['passkeys', 'writers'] as const)
        outcomes.push((await client.call(customerFactors.save, { body: { policy, serialNumber } })).status);
      await bare.close();
    }
    expect(outcomes).toEqual([400, 400, 400, 200]);
  });
});
