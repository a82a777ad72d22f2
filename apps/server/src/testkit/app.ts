import { randomUUID } from 'node:crypto';
import { wire } from '@patchkeep/contract/constants';
import type { AnyEndpoint, Answer, Call } from '@patchkeep/contract/endpoint';
import { uiBase } from '@patchkeep/contract/endpoint';
import { session } from '@patchkeep/contract/session';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { buildApp } from '../app.ts';
import { openPostgresBus } from '../platform/bus/postgres-bus.ts';
import { readConfig } from '../platform/config/config.ts';
import type { Mount } from '../platform/http/mount.ts';
import { openLog } from '../platform/log/log.ts';
import { openMetrics } from '../platform/metrics/metrics.ts';
import { foreignTokens } from './canary.ts';
import { testDatabase, type TestDatabase } from './database.ts';
import { clientHash, dataKey, people, type Person, pepper, secretKey } from './world.ts';

export interface Sent<T> {
  status: number;
  body: T;
  headers: Record<string, string | string[] | number | undefined>;
}

type Loose<E> = Partial<Call<E>>;

/** A browser tab of somebody, or of nobody: sends what the console would send, and scans all that comes back. */
export interface TestClient {
  readonly instanceId: string;
  readonly customerId: string | undefined;
  cookie: string | undefined;
  /** What it holds between the password and the second factor. */
  loginCookie: string | undefined;
  /** What it holds while it is at an identity provider. */
  ssoCookie: string | undefined;
  csrf: string;
  call<E extends AnyEndpoint>(
    endpoint: E,
    given?: Loose<E>,
    headers?: Record<string, string>,
  ): Promise<Sent<Answer<E>>>;
  ehlo(query?: Record<string, string>): Promise<Sent<Answer<typeof session.ehlo>>>;
  /** Another tab of the same browser, hands shaken. */
  newTab(): Promise<TestClient>;
}

export interface TestApp {
  app: FastifyInstance;
  database: TestDatabase;
  clock: { now: Date };
  /** The connections that calls of agents use. */
  agentPool: pg.Pool;
  /** It was given a signer. */
  isSigning: boolean;
  anonymous(): TestClient;
  signIn(as: Person): Promise<TestClient>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Instead of a clone of the template; whoever brings one also closes it. */
  database?: TestDatabase;
  extend?: (mount: Mount) => void;
  env?: Record<string, string>;
  /** As an installation that was made before there was a data key. */
  isWithoutDataKey?: boolean;
}

const pathOf = (endpoint: AnyEndpoint, params: Record<string, string> = {}): string =>
  uiBase + endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** The whole api on a database of its own, with a clock the test holds. */
export const testApp = async ({
  extend,
  env = {},
  database: existing,
  isWithoutDataKey = false,
}: TestAppOptions = {}): Promise<TestApp> => {
  const database = existing ?? (await testDatabase());
  const clock = { now: new Date('2026-11-15T09:00:00Z') };
  const config = readConfig({
    PATCHKEEP_DATABASE_URL: database.url('patchkeep_api'),
    PATCHKEEP_WORKER_DATABASE_URL: database.url('patchkeep_worker'),
    PATCHKEEP_QUEUE_DATABASE_URL: database.url('patchkeep_queue'),
    PATCHKEEP_SECRET_KEY: secretKey,
    PATCHKEEP_PEPPER: pepper,
    // The tests move their clocks by hours; those of the step-up itself say otherwise.
    PATCHKEEP_STEP_UP_MINUTES: '720',
    ...(!isWithoutDataKey && { PATCHKEEP_DATA_KEY: dataKey }),
    ...env,
  });
  const pool = database.pool('patchkeep_api');
  const agentPool = database.pool('patchkeep_api');
  const log = openLog('silent');
  const bus = await openPostgresBus(config.PATCHKEEP_DATABASE_URL, (error) => log.warn(error));
  const app = buildApp(
    {
      config,
      pool,
      agentPool,
      bus,
      log,
      metrics: await openMetrics(undefined),
      clock: () => clock.now,
      presenceEveryMs: 250,
      eventHeartbeatMs: 500,
    },
    extend,
  );

  const client = (cookie: string | undefined, customerId: string | undefined): TestClient => {
    const self: TestClient = {
      instanceId: randomUUID(),
      customerId,
      cookie,
      loginCookie: undefined,
      ssoCookie: undefined,
      csrf: '',
      async call(endpoint, given = {}, headers = {}) {
        const { params, query, body } = given as unknown as {
          params?: Record<string, string>;
          query?: Record<string, string>;
          body?: object;
        };
        const held = [
          ...(self.cookie === undefined ? [] : [`sid=${self.cookie}`]),
          ...(self.loginCookie === undefined ? [] : [`login=${self.loginCookie}`]),
          ...(self.ssoCookie === undefined ? [] : [`sso=${self.ssoCookie}`]),
        ];
        const answer = await app.inject({
          method: endpoint.method,
          url: pathOf(endpoint, params),
          query: { [wire.instanceParam]: self.instanceId, ...query },
          headers: {
            ...(held.length > 0 && { cookie: held.join('; ') }),
            [wire.csrfHeader]: self.csrf,
            ...headers,
          },
          ...(body !== undefined && { payload: body }),
        });
        const leaked = foreignTokens(answer.body + JSON.stringify(answer.headers), self.customerId);
        if (leaked.length > 0) throw new Error(`${endpoint.path} leaked ${leaked.join(', ')}`);
        const setTo = (name: string): string | undefined => {
          const lines = [answer.headers['set-cookie'] ?? []].flat();
          return lines
            .find((line) => line.startsWith(`${name}=`))
            ?.slice(name.length + 1)
            .split(';')[0];
        };
        const [sid, login, sso] = [setTo('sid'), setTo('login'), setTo('sso')];
        if (sid !== undefined) self.cookie = sid === '' ? undefined : sid;
        if (login !== undefined) self.loginCookie = login === '' ? undefined : login;
        if (sso !== undefined) self.ssoCookie = sso === '' ? undefined : sso;
        return {
          status: answer.statusCode,
          body: (answer.body ? answer.json() : undefined) as Answer<typeof endpoint>,
          headers: answer.headers,
        };
      },
      async ehlo(query = {}) {
        const sent = await self.call(session.ehlo, { query: { [wire.instanceParam]: self.instanceId, ...query } });
        self.csrf = sent.body.csrf ?? self.csrf;
        return sent;
      },
      async newTab() {
        const tab = client(self.cookie, customerId);
        await tab.ehlo();
        return tab;
      },
    };
    return self;
  };

  const customerOf = (cookie: string): string =>
    Buffer.from(cookie.split('.')[0] ?? '', 'base64url')
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

  return {
    app,
    database,
    clock,
    agentPool,
    isSigning: config.PATCHKEEP_SIGNER_SOCKET !== undefined,
    anonymous: () => client(undefined, undefined),
    async signIn(as) {
      const anonymous = client(undefined, undefined);
      const { status } = await anonymous.call(session.login, {
        body: { username: people[as], passwordHash: clientHash, passwordHashVersion: 1 },
      });
      if (status !== 200 || anonymous.cookie === undefined) throw new Error(`${as} could not sign in: ${status}`);
      const signedIn = client(anonymous.cookie, customerOf(anonymous.cookie));
      await signedIn.ehlo();
      return signedIn;
    },
    async close() {
      await app.close();
      await bus.close();
      if (!existing) await database.close();
    },
  };
};
