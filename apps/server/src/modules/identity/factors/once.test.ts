import { randomUUID } from 'node:crypto';
import { wire } from '@patchkeep/contract/constants';
import { uiBase } from '@patchkeep/contract/endpoint';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeEnv } from '../../../../../../tools/services/node-env.ts';
import { testDatabase, type TestDatabase } from '../../../testkit/database.ts';
import { byPassword } from '../../../testkit/factors/second-factor.ts';
import { startServer } from '../../../testkit/installed.ts';
import { printFigure } from '../../../testkit/print-figure.ts';
import { dataKey, people, pepper, secretKey } from '../../../testkit/world.ts';
import { loginTickets } from './login-ticket.factory.ts';

/** Uses at once; `npm run proofs -- factors` makes the full number. */
const uses = process.env['FULL_SIZE'] === undefined ? 40 : 1_000;

let database: TestDatabase;
/** Two processes on one database: what one remembers, the other does not. */
let servers: Awaited<ReturnType<typeof startServer>>[] = [];
beforeAll(async () => {
  database = await testDatabase();
  const settings = {
    ...nodeEnv(),
    PATCHKEEP_DATABASE_URL: database.url('patchkeep_api'),
    PATCHKEEP_WORKER_DATABASE_URL: database.url('patchkeep_worker'),
    PATCHKEEP_QUEUE_DATABASE_URL: database.url('patchkeep_queue'),
    PATCHKEEP_SECRET_KEY: secretKey,
    PATCHKEEP_PEPPER: pepper,
    PATCHKEEP_DATA_KEY: dataKey,
    PATCHKEEP_FEEDS: 'bundle',
  };
  servers = await Promise.all([startServer(settings), startServer(settings)]);
  // The throttle refuses the sixth try. Here its buckets stay empty, so that every use comes to the row that decides.
  const postgres = database.pool('postgres');
  await postgres.query(`create function keep_empty() returns trigger language plpgsql as
    'begin new.level := 0; return new; end'`);
  await postgres.query(`create trigger keep_empty before insert or update on login_throttle
    for each row execute function keep_empty()`);
}, 300_000);
afterAll(async () => {
  for (const { child } of servers) child.kill('SIGTERM');
  await Promise.all(servers.map(({ ended }) => ended));
  await database.close();
});

const urlOf = (place: number): string => servers[place % servers.length]?.url ?? '';

const send = async (url: string, method: string, path: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${url}${uiBase}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown>, cookies };
};

const login = (place: number) => send(urlOf(place), 'POST', '/login', { username: people.reader, ...byPassword });

/** Sets an authenticator app up, as the console would. Its present code is used up by that. */
const setUpApp = async () => {
  await database.pool('postgres').query('delete from factors; delete from recovery_codes');
  const { cookies } = await login(0);
  const cookie = cookies.find((each) => each.startsWith('sid=')) ?? '';
  const instance = `?${wire.instanceParam}=${randomUUID()}`;
  const hello = await fetch(`${urlOf(0)}${uiBase}/ehlo${instance}`, { headers: { cookie } });
  const headers = { cookie, [wire.csrfHeader]: ((await hello.json()) as { csrf: string }).csrf };
  const begun = await send(urlOf(0), 'POST', `/mfa${instance}`, { name: 'Phone', proof: byPassword }, headers);
  const { factorUuid, secret } = begun.body as { factorUuid: string; secret: string };
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = (afterSeconds = 0) => totp.generate({ timestamp: Date.now() + afterSeconds * 1_000 });
  const confirmed = await send(urlOf(0), 'POST', `/mfa/${factorUuid}/confirm${instance}`, { code: code() }, headers);
  return { code, recoveryCodes: confirmed.body['recoveryCodes'] as string[] };
};

/** What a right password gives, one for each use: nobody is refused for too many tries. */
const ticketsFor = async (count: number): Promise<string[]> => {
  const { rows } = await database
    .pool('postgres')
    .query('select customer_id, user_id, password_digest from users where username = $1', [people.reader]);
  const { make } = loginTickets([secretKey]);
  return Array.from({ length: count }, () => `login=${make(rows[0], rows[0].password_digest, new Date())}`);
};

/**
 * Sends a code as often as said, all at once. A server that is busy says so without having decided: those uses are sent
 * again, together, each with a new ticket.
 */
const sendAtOnce = async (kind: string, code: string, count: number): Promise<number[]> => {
  const tickets = await ticketsFor(count);
  const answers = await Promise.all(
    tickets.map((cookie, place) => send(urlOf(place), 'POST', `/login/${kind}`, { code }, { cookie })),
  );
  const decided = answers.map(({ status }) => status).filter((status) => status !== 503);
  return decided.length === count ? decided : [...decided, ...(await sendAtOnce(kind, code, count - decided.length))];
};

describe('a code that is used many times at once, at two server processes', () => {
  it.each(['totp', 'recovery'] as const)(
    'signs in once: %s',
    async (kind) => {
      const { code, recoveryCodes } = await setUpApp();
      // Of the next step, which counts already: the uses may take a while.
      const sent = kind === 'totp' ? code(30) : (recoveryCodes[0] ?? '');
      const statuses = await sendAtOnce(kind, sent, uses);
      const counted = [...new Set(statuses)].map((one) => `${statuses.filter((each) => each === one).length} × ${one}`);
      printFigure(`${kind}: ${uses} uses at two processes, ${counted.join(', ')}`);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      // Each of the others was refused because the code was used, not by a limit or a failure.
      expect(statuses.filter((status) => status === 401)).toHaveLength(uses - 1);
    },
    900_000,
  );
});
