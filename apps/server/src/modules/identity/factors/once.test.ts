import { loginFactors } from '@patchkeep/contract/factors';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTenant } from '../../../platform/db/tenant.ts';
import { rowSealer } from '../../../platform/sealed.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { afterPassword, setUpApp } from '../../../testkit/factors/second-factor.ts';
import { dataKey, people, pepper } from '../../../testkit/world.ts';
import { findUser } from '../users.queries.ts';
import { spendCode } from './prove.service.ts';
import { recoveryCodes as recoveryCodesOf } from './recovery-code.factory.ts';

/** Uses at once; `npm run proofs -- factors` makes the full number. */
const uses = process.env['FULL_SIZE'] === undefined ? 40 : 1_000;

let app: TestApp;
/** The same database behind a second server: what one remembers, the other does not. */
let second: TestApp;
beforeAll(async () => {
  app = await testApp();
  second = await testApp({ database: app.database });
});
afterAll(async () => {
  await second.close();
  await app.close();
});

const setUp = async () => {
  const postgres = app.database.pool('postgres');
  await postgres.query('delete from factors where confirmed_at is not null; delete from recovery_codes');
  await postgres.query('delete from login_throttle');
  const made = await setUpApp(app, await app.signIn('reader'));
  for (const each of [app, second]) each.clock.now = new Date(app.clock.now.getTime() + 30_000);
  return made;
};

describe('a code that is used many times at once, at two servers', () => {
  it.each(['totp', 'recovery'] as const)(
    'signs in once: %s',
    async (kind) => {
      const { code, recoveryCodes } = await setUp();
      const sent = kind === 'totp' ? code() : (recoveryCodes[0] ?? '');
      // Each browser has its own five tries, so that these do not decide.
      const browsers: TestClient[] = [];
      for (let i = 0; i < 8; i++) browsers.push(await afterPassword(i % 2 === 0 ? app : second, people.reader));
      const attempt = async (browser: TestClient): Promise<number> =>
        (await browser.call(loginFactors[kind], { body: { code: sent } })).status;
      const all = Array.from({ length: uses }, (_, i) => browsers[i % browsers.length] as TestClient);
      const statuses = await Promise.all(all.map(attempt));
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
    },
    600_000,
  );

  it.each(['totp', 'recovery'] as const)(
    'is used up by one of all who get past the throttle: %s',
    async (kind) => {
      const { code, recoveryCodes } = await setUp();
      const sent = kind === 'totp' ? code() : (recoveryCodes[0] ?? '');
      const tools = { rows: rowSealer([dataKey]), codes: recoveryCodesOf([pepper]) };
      const { rows } = await app.database
        .pool('postgres')
        .query('select customer_id, user_id from users where username = $1', [people.reader]);
      const { customer_id: customerId, user_id: userId } = rows[0];
      const pools = [app.database.pool('patchkeep_api'), second.database.pool('patchkeep_api')];
      const spend = (place: number) =>
        withTenant(pools[place % 2] as pg.Pool, { customerId, siteIds: [], actorId: userId }, async (tx) => {
          const user = await findUser(tx, customerId, userId);
          if (!user) throw new Error('There is no such user');
          return spendCode(tx, tools, user, { kind, code: sent }, app.clock.now);
        });
      const spent = await Promise.all(Array.from({ length: uses }, (_, place) => spend(place)));
      expect(spent.filter(Boolean)).toHaveLength(1);
    },
    600_000,
  );
});
