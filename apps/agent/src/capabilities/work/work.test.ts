import { createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeIdentity } from '@patchkeep/agent-client/identity';
import type { WorkResult } from '@patchkeep/contract/agent/protocol';
import { rawKey } from '@patchkeep/orders/envelope';
import {
  type Order,
  type PackageStatement,
  readStatement,
  signersOf,
  signStatement,
} from '@patchkeep/orders/statements';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { caller } from '../../checkin/caller.ts';
import { transport } from '../../checkin/transport.ts';
import { journalClock } from '../../journal-clock.ts';
import { Journal } from '../../journal/journal.ts';
import { nobodyThere } from '../../os/nobody-there.factory.ts';
import type { Installer, Os } from '../../os/os.ts';
import { work } from './work.ts';

const key = () => generateKeyPairSync('ed25519').privateKey;
const keys = { root: key(), catalogue: key(), sites: key(), director: key() };
const role = (one: ReturnType<typeof key>) => ({ keys: [rawKey(one)], threshold: 1 });
const year = 365 * 86_400_000;
const now = Date.now();
const root = signStatement(
  'root',
  { version: 1, expires: now + year, root: role(keys.root), catalogue: role(keys.catalogue), sites: role(keys.sites) },
  [keys.root],
);
const [agent, site] = [randomUUID(), randomUUID()];
const siteText = signStatement('site', { site, version: 1, expires: now + year, director: rawKey(keys.director) }, [
  keys.sites,
]);
const file = randomBytes(300_000);

let sequence = 0;
const deliveryOf = (content: Buffer, more: Partial<Order> = {}, about: Partial<PackageStatement> = {}) => {
  const statement = signStatement(
    'package',
    {
      channelTag: 'app',
      version: '2',
      release: 1,
      expires: now + year,
      sha256: createHash('sha256').update(content).digest('hex'),
      bytes: content.length,
      kind: 'exe',
      scope: 'machine',
      installArguments: ['/S'],
      removeArguments: [],
      options: {},
      ...about,
    },
    [keys.catalogue],
  );
  const order: Order = {
    site,
    agent,
    task: randomUUID(),
    kind: 'upgrade-package',
    statementHash: readStatement('package', statement, signersOf(role(keys.catalogue))).hash,
    options: {},
    kbs: [],
    sequence: (sequence += 1),
    incarnation: 1,
    notBefore: Date.now() - 1_000,
    expires: Date.now() + 60_000,
    attempt: 1,
    ...more,
  };
  return {
    task: order.task,
    attempt: order.attempt,
    site: siteText,
    freshness: signStatement('freshness', { site, incarnation: 1, at: Date.now() }, [keys.director]),
    order: signStatement('order', order, [keys.director]),
    package: statement,
  };
};

/** The far end of the network, and what it was told. */
const far = {
  deliveries: [] as ReturnType<typeof deliveryOf>[],
  roots: [] as string[],
  content: file,
  results: [] as WorkResult[],
  parts: 0,
  failAfter: Infinity,
};
/** The system: what it was made to run. */
const host = {
  users: [] as string[],
  restarts: [] as [number, string][],
  ran: [] as Installer[],
  exitCode: 0,
  die: false,
};
const os: Os = {
  readFacts: async () => Promise.reject(new Error('not asked for')),
  listSoftware: async () => [],
  readHardwareId: async () => undefined,
  readInstallation: async () => undefined,
  claimDirectory: async () => undefined,
  desktop: { ...nobodyThere, isSignedIn: async (user) => host.users.includes(user) },
  restart: async (delaySeconds, message) => {
    host.restarts.push([delaySeconds, message]);
    return host.exitCode;
  },
  runInstaller: async (installer) => {
    host.ran.push({ ...installer, file: readFileSync(installer.file).equals(file) ? 'the file' : 'something else' });
    if (host.die) return new Promise(() => undefined);
    return host.exitCode;
  },
};

const answerTo = (path: string, body: Record<string, unknown>): [number, object] => {
  const standing = { serverTime: new Date().toISOString(), nextInSeconds: 300, lineage: 'm' };
  if (path.endsWith('/work')) return [200, { ...standing, deliveries: far.deliveries, roots: far.roots }];
  if (path.endsWith('/results')) {
    const results = body['results'] as WorkResult[];
    far.results.push(...results);
    return [200, { ...standing, acknowledged: results.map(({ task }) => task) }];
  }
  far.parts += 1;
  if (far.parts > far.failAfter) return [503, { message: 'Busy' }];
  const offset = Number(body['offset']);
  const part = far.content.subarray(offset, offset + 100_000);
  return [200, { sha256: body['sha256'], offset, size: far.content.length, content: part.toString('base64') }];
};

let server: http.Server;
let directory: string;
let journal: Journal;
beforeEach(async () => {
  Object.assign(far, { deliveries: [], roots: [], content: file, results: [], parts: 0, failAfter: Infinity });
  Object.assign(host, { users: [], restarts: [], ran: [], exitCode: 0, die: false });
  sequence = 0;
  directory = mkdtempSync(join(tmpdir(), 'patchkeep-work-'));
  journal = Journal.open(directory);
  journal.append(
    { kind: 'enrolled', agentUuid: agent, customerUuid: randomUUID(), keyId: 'k', lineage: '' },
    {
      kind: 'trust',
      siteUuid: site,
      trust: { root, siteVersion: 0, incarnation: 0, sequence: 0, releases: {}, latest: 0 },
    },
  );
  server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const [status, body] = answerTo(request.url ?? '', JSON.parse(Buffer.concat(parts).toString()));
      response.writeHead(status).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  journal.close();
  rmSync(directory, { recursive: true });
});

const signal = new AbortController().signal;
/** An agent as after a start of the process: all it knows is in the journal. */
const startAgent = (refusedChannels: string[] = []) => {
  const send = transport(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  const calls = caller({ identity: makeIdentity(), keyId: 'k', send, clock: journalClock(journal) });
  const tasks = work({ os, journal, caller: calls, directory, policy: { refusedKinds: [], refusedChannels } });
  tasks.noteWhatWasCutOff();
  return tasks;
};
const doAndTell = async (tasks = startAgent()): Promise<boolean> => {
  const isChanged = await tasks.fetchAndDo(signal);
  await tasks.report(signal);
  return isChanged;
};

describe('work', () => {
  it('is fetched, checked against what was signed, run once and told', async () => {
    far.deliveries = [deliveryOf(file)];
    expect(await doAndTell()).toBe(true);
    expect(host.ran).toEqual([{ kind: 'exe', action: 'install', file: 'the file', arguments: ['/S'] }]);
    expect(far.results).toMatchObject([
      { task: far.deliveries[0]?.task, result: 'tentative', pkgResult: 'Success', exitCode: 0 },
    ]);
    expect(journal.state.work).toEqual([]);
    // The installer does not lie about afterwards.
    expect(readdirSync(join(directory, 'files'))).toEqual([]);
  });

  it('that comes a second time is not done again, before or after it was told', async () => {
    far.deliveries = [deliveryOf(file)];
    await startAgent().fetchAndDo(signal);
    await startAgent().fetchAndDo(signal);
    await doAndTell();
    await doAndTell();
    expect(host.ran).toHaveLength(1);
    expect(far.results.map(({ result }) => result)).toEqual(['tentative', 'rejected']);
  });

  it('that was cut off is never done again; its end is unknown', async () => {
    far.deliveries = [deliveryOf(file)];
    host.die = true;
    void startAgent().fetchAndDo(signal);
    while (host.ran.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    host.die = false;
    const again = startAgent();
    expect(await again.report(signal)).toBe(true);
    expect(await again.report(signal)).toBe(false);
    expect(far.results).toMatchObject([{ task: far.deliveries[0]?.task, result: 'unknown' }]);
    await doAndTell(again);
    expect(host.ran).toHaveLength(1);
  });

  it('whose file is another than the signed one runs nothing', async () => {
    far.deliveries = [deliveryOf(file)];
    far.content = Buffer.from(file).fill(0, 5, 6);
    expect(await doAndTell()).toBe(false);
    expect(host.ran).toEqual([]);
    expect(far.results).toMatchObject([
      { result: 'invalid', pkgResult: 'Error', cause: expect.stringContaining('vouched') },
    ]);
    expect(existsSync(join(directory, 'files', `${createHash('sha256').update(file).digest('hex')}.exe`))).toBe(false);
  });

  it('whose file breaks off goes on where it was', async () => {
    far.deliveries = [deliveryOf(file)];
    far.failAfter = 2;
    await doAndTell();
    expect(far.results).toMatchObject([{ result: 'sourceFailed', pkgResult: 'Source' }]);
    far.deliveries = [deliveryOf(file, { attempt: 2 })];
    Object.assign(far, { failAfter: Infinity, parts: 0 });
    await doAndTell();
    expect(far.parts).toBe(1);
    expect(host.ran).toHaveLength(1);
  });

  it.each([
    [0, 'tentative', 'Success'],
    [3010, 'tentative', 'SuccessPendingReboot'],
    [1641, 'tentative', 'SuccessPendingReboot'],
    [1602, 'cancelled', 'Cancelled'],
    [1603, 'failed', 'Error'],
    [1605, 'failed', 'Error'],
    [1618, 'failed', 'Busy'],
    [112, 'failed', 'DiskFull'],
    [77, 'failed', 'Error'],
    [350, 'pending', null],
  ])('that ends with %i is %s, %s, with its cause in words', async (exitCode, result, pkgResult) => {
    far.deliveries = [deliveryOf(file)];
    host.exitCode = exitCode;
    await doAndTell();
    const kept = result === 'pending' ? null : exitCode;
    expect(far.results).toMatchObject([{ result, pkgResult, exitCode: kept, isDiskFull: exitCode === 112 }]);
    expect(far.results[0]?.cause === '').toBe(exitCode === 0);
  });

  it('may be a restart, which the system announces', async () => {
    const options = { delaySeconds: '90', message: 'Please save your work.' };
    const order = deliveryOf(file, { kind: 'restart', statementHash: null, options });
    far.deliveries = [{ ...order, package: null as never }];
    await doAndTell();
    expect(host.restarts).toEqual([[90, 'Please save your work.']]);
    expect(far.results).toMatchObject([{ result: 'tentative', pkgResult: 'SuccessPendingReboot' }]);
    await doAndTell();
    expect(host.restarts).toHaveLength(1);
    host.exitCode = 5;
    far.deliveries = [{ ...deliveryOf(file, { kind: 'restart', statementHash: null }), package: null as never }];
    await doAndTell();
    expect(far.results.at(-1)).toMatchObject({ result: 'failed', pkgResult: 'Busy', exitCode: 5 });
  });

  it('on the copy of a user waits until that user signs in, and is then run as that user alone', async () => {
    const forUser = { scope: 'user' } as const;
    far.deliveries = [deliveryOf(file, { options: { user: 'ana' } }, forUser)];
    await doAndTell();
    expect(host.ran).toEqual([]);
    expect(far.results).toMatchObject([{ result: 'pending', awaits: 'login', cause: expect.stringContaining('ana') }]);
    expect(far.parts).toBe(0);
    host.users = ['ana'];
    far.deliveries = [deliveryOf(file, { options: { user: 'ana' } }, forUser)];
    await doAndTell();
    expect(host.ran).toMatchObject([{ user: 'ana' }]);
    // A package for a user is never run for the machine, nor the other way round.
    far.deliveries = [deliveryOf(file, {}, forUser)];
    await doAndTell();
    far.deliveries = [deliveryOf(file, { options: { user: 'ana' } })];
    await doAndTell();
    expect(host.ran).toHaveLength(1);
    expect(far.results.slice(-2).map(({ cause }) => cause)).toEqual(
      Array(2).fill('This host refused the order (optionInvalid: user).'),
    );
  });

  it('says what to do about open programs, and nothing but that', async () => {
    far.deliveries = [deliveryOf(file, { options: { openApplication: 'wait', closeSeconds: '60' } })];
    await doAndTell();
    far.deliveries = [deliveryOf(file, { options: { openApplication: 'kill' } })];
    await doAndTell();
    expect(far.results.map(({ result, cause }) => [result, cause])).toEqual([
      ['tentative', ''],
      ['rejected', 'This host refused the order (optionInvalid: openApplication).'],
    ]);
  });

  it('waits for its registration on a host that knows no keys, and tells which lease that was', async () => {
    const bare = mkdtempSync(join(tmpdir(), 'patchkeep-work-'));
    const known = journal;
    journal = Journal.open(bare);
    journal.append({ kind: 'enrolled', agentUuid: agent, customerUuid: randomUUID(), keyId: 'k', lineage: '' });
    far.deliveries = [{ ...deliveryOf(file), epoch: 3 } as never];
    await doAndTell();
    expect(far.results).toMatchObject([{ result: 'pending', awaits: 'registration', epoch: 3, exitCode: null }]);
    expect(host.ran).toEqual([]);
    journal.close();
    rmSync(bare, { recursive: true });
    journal = known;
  });

  it('is believed by the newest root that both the old and the new keys signed, also after a restart', async () => {
    const sites = key();
    const next = (more: object, by: readonly ReturnType<typeof key>[]) =>
      signStatement(
        'root',
        {
          version: 2,
          expires: now + year,
          root: role(keys.root),
          catalogue: role(keys.catalogue),
          sites: role(sites),
          ...more,
        },
        by,
      );
    const byNewDirector = () => ({
      ...deliveryOf(file),
      site: signStatement('site', { site, version: 1, expires: now + year, director: rawKey(keys.director) }, [sites]),
    });
    for (const bad of [
      next({}, [sites]),
      next({ version: 3 }, [keys.root]),
      next({ expires: now }, [keys.root]),
      'x',
    ]) {
      Object.assign(far, { roots: [bad], deliveries: [byNewDirector()] });
      await doAndTell();
      expect(far.results.at(-1)?.cause).toContain('notSigned');
    }
    Object.assign(far, { roots: [next({}, [keys.root])], deliveries: [byNewDirector()] });
    await doAndTell();
    expect(host.ran).toHaveLength(1);
    // The old root, and whoever it named, are gone for good.
    Object.assign(far, { roots: [root], deliveries: [deliveryOf(file)] });
    await doAndTell();
    expect(far.results.at(-1)?.cause).toContain('notSigned');
    expect(host.ran).toHaveLength(1);
  });

  it('too large for the disk is not even fetched', async () => {
    const large = deliveryOf(file);
    const statement = {
      ...JSON.parse(Buffer.from(JSON.parse(large.package).payload, 'base64').toString()),
      bytes: 1e15,
    };
    const sealed = signStatement('package', statement, [keys.catalogue]);
    const { hash } = readStatement('package', sealed, signersOf(role(keys.catalogue)));
    far.deliveries = [{ ...deliveryOf(file, { statementHash: hash }), package: sealed }];
    await doAndTell();
    expect(far.parts).toBe(0);
    expect(far.results).toMatchObject([{ result: 'failed', pkgResult: 'DiskFull', isDiskFull: true }]);
  });

  it('that has ended, is for another host or refused here is told so, and nothing runs', async () => {
    far.deliveries = [deliveryOf(file, { expires: Date.now() - 1 })];
    await doAndTell();
    const at = Date.now() - 16 * 60_000;
    const stale = signStatement('freshness', { site, incarnation: 1, at }, [keys.director]);
    far.deliveries = [{ ...deliveryOf(file), freshness: stale }];
    await doAndTell();
    far.deliveries = [deliveryOf(file, { agent: randomUUID() })];
    await doAndTell();
    far.deliveries = [deliveryOf(file)];
    await doAndTell(startAgent(['app']));
    expect(far.results.map(({ result, cause }) => [result, cause])).toEqual([
      ['expired', 'The order had expired before this host could begin.'],
      ['expired', 'The order was too old when it came to this host (stale). Is the clock of the signer behind?'],
      ['rejected', 'This host refused the order (otherAgent).'],
      ['rejected', 'This host refused the order (policy: app).'],
    ]);
    expect(host.ran).toEqual([]);
  });
});
