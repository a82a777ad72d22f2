import { activityLog } from '@patchkeep/contract/activity-log';
import { apiTokens } from '@patchkeep/contract/api-tokens';
import { publicBase } from '@patchkeep/contract/endpoint';
import { groups } from '@patchkeep/contract/groups';
import { rolePreset, sitePermission } from '@patchkeep/contract/rights';
import { sites } from '@patchkeep/contract/sites';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';

const bits = Object.values(sitePermission).filter((bit) => bit > 0);
/** Every set of the six bits. */
const masks = Array.from({ length: 2 ** bits.length }, (_, set) =>
  bits.reduce<number>((mask, bit, i) => (set & (2 ** i) ? mask | bit : mask), 0),
);
/** All pairs with FULL_SIZE; else every owner with one token in eight, another eighth for each owner. */
const isFull = process.env['FULL_SIZE'] === '1';

/** A call for each right that a token can have by a bit of its own, and the bits that it needs. */
const doors = [
  { endpoint: groups.list, needs: sitePermission.FullRead },
  // A body that does not fit: 400 when the caller may write, 403 when not.
  { endpoint: groups.create, needs: sitePermission.FullRead | sitePermission.FullWrite },
  { endpoint: activityLog.account, needs: sitePermission.FullRead | sitePermission.ViewLog },
];

let app: TestApp;
let manager: TestClient;
let alpha: string;
const tokens: { mask: number; secret: string }[] = [];
beforeAll(async () => {
  app = await testApp();
  const admin = await app.signIn('admin');
  alpha = (await admin.ehlo()).body.currentSite?.siteAccountUuid ?? '';
  manager = await app.signIn('manager');
  await manager.call(sites.select, { params: { id: alpha } });
  await manager.ehlo();
  for (const mask of masks) {
    const body = { name: `Mask ${mask}`, permissions: rolePreset['Read-Only'], expiresInDays: 300 };
    const { apiToken, secret } = (await manager.call(apiTokens.create, { body })).body;
    await app.database
      .pool('postgres')
      .query('update api_tokens set permissions = $1 where token_id = $2', [mask, apiToken.apiTokenUuid]);
    tokens.push({ mask, secret });
  }
});
afterAll(() => app.close());

const call = async (secret: string, { method, path }: (typeof doors)[number]['endpoint']) => {
  const body = method === 'POST' ? { payload: '{}', headers: { 'content-type': 'application/json' } } : { headers: {} };
  const headers = { ...body.headers, authorization: `Bearer ${secret}` };
  return (await app.app.inject({ method, url: `${publicBase}${path}`, ...body, headers })).statusCode;
};

describe('the rights of an API token', () => {
  it(
    'are those it was given and those its owner has at that moment, for every pair of masks',
    async () => {
      const wrong: unknown[] = [];
      let pairs = 0;
      for (const [i, owned] of masks.entries()) {
        await app.database.pool('postgres').query(
          `update site_members set permissions = $1 where site_id = $2 and user_id =
               (select user_id from users where customer_id = $3 and user_id in (select user_id from api_tokens))`,
          [owned, alpha, manager.customerId],
        );
        // Nothing that was believed of the pairs before is believed any more.
        app.clock.now = new Date(app.clock.now.getTime() + 30_000);
        for (const { mask, secret } of tokens.filter((_, n) => isFull || (n + (n >> 3) + i) % 8 === 0)) {
          pairs += 1;
          for (const { endpoint, needs } of doors) {
            const isAllowed = (mask & owned & needs) === needs;
            const status = await call(secret, endpoint);
            // An owner without any right in the site takes the token along.
            const expected = [200, 400].includes(status) ? isAllowed : !isAllowed && [401, 403].includes(status);
            if (!expected) wrong.push({ mask, owned, path: endpoint.path, status });
          }
        }
      }
      expect(wrong).toEqual([]);
      expect(pairs).toBe(isFull ? 4_096 : 512);
    },
    isFull ? 600_000 : 120_000,
  );
});
