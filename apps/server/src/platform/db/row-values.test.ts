import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testkit/database.ts';
import { readMoment } from './row-values.ts';

let database: TestDatabase;
let client: pg.PoolClient;
beforeAll(async () => {
  database = await testDatabase();
  client = await database.pool('patchkeep_api').connect();
});
afterAll(async () => {
  client.release();
  await database.close();
});

const moments = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });

it('A moment is read to the millisecond, with as many digits as it has', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 999 }), (at, micros) => {
      const exact = `${at.toISOString().slice(0, -1)}${String(micros).padStart(3, '0')}`;
      // Zeros at the end, and a point without digits, are left out.
      const written = exact
        .replace(/0{1,6}$/, '')
        .replace(/\.$/, '')
        .replace('T', ' ');
      expect(readMoment(`${written}+00`)).toEqual(at);
    }),
  );
});

it.each(['UTC', 'Asia/Kolkata', 'America/Los_Angeles'])(
  'Moments and identifiers of a session in %s are what they are',
  async (zone) => {
    await client.query(`set time zone '${zone}'`);
    const sent = fc.sample(moments, 200);
    const { rows } = await client.query('select unnest($1::timestamptz[]) as at', [sent.map((at) => at.toISOString())]);
    expect(rows.map(({ at }) => at)).toEqual(sent);
    const [one, other] = [randomUUID(), randomUUID()];
    const odd = await client.query(
      `select timestamptz 'infinity' as never, timestamptz '0044-03-15 12:00:00+00 BC' as before, timestamptz '20000-01-01 00:00:00+00' as late,
       timestamptz '0050-01-01 00:00:00+00' as early, null::timestamptz as none, $1::uuid[] as both, array[$2::uuid] as single, '{}'::uuid[] as empty,
       array[$2::uuid, null] as gap, array[array[$2::uuid], array[$2::uuid]] as deep`,
      [[one, other], one],
    );
    expect(odd.rows[0]).toEqual({
      never: Number.POSITIVE_INFINITY,
      before: new Date('-000043-03-15T12:00:00Z'),
      late: new Date('+020000-01-01T00:00:00Z'),
      early: new Date('0050-01-01T00:00:00Z'),
      none: null,
      both: [one, other],
      single: [one],
      empty: [],
      gap: [one, null],
      deep: [[one], [one]],
    });
  },
);
