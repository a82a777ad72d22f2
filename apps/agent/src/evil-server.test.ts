import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agentLimits, type WorkResult } from '@patchkeep/contract/agent/protocol';
import { attacksWith, makeDeliveries } from '@patchkeep/orders/attacks.factory';
import { attacksOnCopies } from '@patchkeep/orders/copy-attacks.factory';
import { attacksOnCustom } from '@patchkeep/orders/custom/custom-attacks.factory';
import { makeCustom } from '@patchkeep/orders/custom/custom-deliveries.factory';
import type { Delivery } from '@patchkeep/orders/judge';
import { rootFingerprint } from '@patchkeep/orders/root';
import { signStatement } from '@patchkeep/orders/statements';
import { attacksOnSystemPackages, systemUpgrade } from '@patchkeep/orders/system-package-attacks.factory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readState } from './journal/journal.ts';

/*
 * The program itself, as a process, against a server in the wrong hands: it holds the database and the director's key
 * and says whatever it likes. What a host would run leaves a line in a file, so that nothing can happen unseen.
 */
const program = fileURLToPath(new URL('main.ts', import.meta.url));
const file = randomBytes(4_000);
const deliveries = makeDeliveries(Date.now(), {
  kind: 'deb',
  sha256: createHash('sha256').update(file).digest('hex'),
  bytes: file.length,
  installedAs: { names: ['7zip'], publishers: [], scheme: 'dpkg' },
});
const later: typeof deliveries.ordered = (more, by) => deliveries.ordered({ sequence: 60, ...more }, by);
const custom = makeCustom(
  { ...deliveries, ordered: later },
  {
    kind: 'deb',
    files: [{ name: 'house-tool.deb', sha256: createHash('sha256').update(file).digest('hex'), bytes: file.length }],
    main: 'house-tool.deb',
  },
);
/** The only software of the host, older than the package of the deliveries. */
const dpkgStatus = `Package: 7zip
Status: install ok installed
Maintainer: Debian 7zip Team <team@example>
Version: 25.01+dfsg-2
Architecture: amd64
`;
const { offline, root, agent, site, ordered, good } = deliveries;

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-evil-'));
const at = (name: string): string => join(folder, name);
const executions = (): string[] =>
  existsSync(at('canary')) ? readFileSync(at('canary'), 'utf8').trim().split('\n') : [];

/** What the server answers next, and the results it received. */
const far = {
  deliveries: [] as object[],
  results: new Map<string, WorkResult>(),
  content: file,
  filesAsked: 0,
  inventories: 0,
  /** Instead of an answer to `work`. */
  garbage: undefined as string | undefined,
  nextInSeconds: 1,
  /** What the server says the time is, which nobody signs. */
  serverTime: () => Date.now(),
};
const standing = () => ({
  serverTime: new Date(far.serverTime()).toISOString(),
  nextInSeconds: far.nextInSeconds,
  lineage: 'the line',
});
const answers: Record<string, (body: Record<string, unknown>) => object> = {
  enrol: () => ({
    agentUuid: agent,
    customerUuid: randomUUID(),
    keyId: 'key',
    state: 'active',
    siteUuid: site,
    trustRoot: signStatement('root', root, offline.root),
    approvers: [custom.named()],
  }),
  'check-in': () => ({
    isInventoryWanted: false,
    inspectRevision: 0,
    scheduleRevision: 0,
    isWorkWaiting: far.deliveries.length > 0 || far.garbage !== undefined,
  }),
  inventory: ({ hash }) => {
    far.inventories += 1;
    return { storedHash: hash };
  },
  work: () => ({ deliveries: far.deliveries.splice(0, agentLimits.deliveries) }),
  results: ({ results }) => {
    for (const result of results as WorkResult[]) far.results.set(result.task, result);
    return { acknowledged: (results as WorkResult[]).map(({ task }) => task) };
  },
  file: ({ sha256, offset }) => {
    far.filesAsked += 1;
    const content = far.content.subarray(Number(offset)).toString('base64');
    return { sha256, offset, size: far.content.length, content };
  },
};
const server = http.createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const what = String(request.url).split('/').at(-1) ?? '';
    if (what === 'work' && far.garbage !== undefined) return response.end(far.garbage);
    const say = answers[what];
    if (!say) return response.writeHead(404).end('{}');
    const zipped = request.headers['content-encoding'] === 'gzip';
    const body = zipped ? {} : (JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>);
    return response.end(JSON.stringify({ ...standing(), ...say(body) }));
  });
});

const start = (...args: string[]): ChildProcess =>
  spawn(process.execPath, [program, ...args, '--state', at('state'), '--root', at('root')], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { PATH: `${at('bin')}:${process.env['PATH']}` },
  });
/** Enrols another agent, in a state folder of its own. */
const enrolAnother = async (state: string, ...more: string[]): Promise<number> => {
  const { port } = server.address() as AddressInfo;
  const given = ['enrol', '--server', `http://127.0.0.1:${port}`, '--token-file', at('token'), ...more];
  const child = spawn(process.execPath, [program, ...given, '--state', at(state), '--root', at('root')], {
    stdio: 'ignore',
  });
  const [code] = (await once(child, 'exit')) as [number];
  return code;
};
const runToEnd = async (...args: string[]): Promise<number> => {
  const [code] = (await once(start(...args), 'exit')) as [number];
  return code;
};
const delivered = (changed: Partial<Delivery>) => ({ task: randomUUID(), attempt: 1, ...good, ...changed });
const honest = (sequence: number) => {
  const task = randomUUID();
  return { ...delivered({ order: ordered({ sequence, task }) }), task };
};

beforeAll(async () => {
  for (const name of ['bin', 'root/var/lib/dpkg']) mkdirSync(at(name), { recursive: true });
  writeFileSync(at('root/var/lib/dpkg/status'), dpkgStatus);
  for (const name of ['dpkg', 'shutdown', 'rpm', 'apt-get', 'apt-cache', 'apt-mark']) {
    writeFileSync(at(`bin/${name}`), `#!/bin/sh\necho "${name} $*" >> "${at('canary')}"\n`);
    chmodSync(at(`bin/${name}`), 0o755);
  }
  writeFileSync(at('token'), 'a token');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const enrolled = await runToEnd('enrol', '--server', `http://127.0.0.1:${port}`, '--token-file', at('token'));
  if (enrolled !== 0) throw new Error('The agent did not enrol');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

describe('a running agent', () => {
  it('does what is honestly ordered, so that this harness would see it', async () => {
    const delivery = honest(40);
    far.deliveries = [delivery];
    await runToEnd('run', '--once');
    expect(executions()).toEqual([expect.stringContaining('dpkg --root')]);
    expect(far.results.get(delivery.task)).toMatchObject({ result: 'tentative', exitCode: 0 });
  });

  it('runs nothing for a server in the wrong hands, whatever it delivers', async () => {
    const attacks = attacksWith(deliveries).map(([name, reason, changed]) => ({
      name,
      reason,
      delivery: delivered(changed),
    }));
    const fits = ({ delivery }: (typeof attacks)[number]): boolean =>
      [delivery.site, delivery.freshness, delivery.order, delivery.package ?? ''].every(
        (text) => text.length <= agentLimits.envelopeChars,
      );
    const fitting = attacks.filter(fits);
    far.deliveries = fitting.map(({ delivery }) => delivery);
    const child = start('run');
    const ended = once(child, 'exit');
    while (fitting.some(({ delivery }) => !far.results.has(delivery.task))) {
      expect(child.exitCode).toBeNull();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    child.kill('SIGTERM');
    await ended;
    for (const { name, reason, delivery } of fitting)
      expect([name, far.results.get(delivery.task)?.cause]).toEqual([name, expect.stringContaining(reason)]);
    // What does not even fit into an answer: the whole answer is thrown away.
    for (const { delivery } of attacks.filter((attack) => !fits(attack))) {
      far.deliveries = [delivery];
      expect(await runToEnd('run', '--once')).toBe(1);
    }
    expect(fitting.length).toBeGreaterThan(50);
    expect(executions()).toHaveLength(1);
  });

  it('runs no custom software that the approvers it was enrolled with do not vouch for', async () => {
    const before = executions();
    const task = randomUUID();
    const vouched = custom.delivered({}, undefined, { order: { task, sequence: 50 } });
    far.deliveries = [{ ...delivered(vouched), task }];
    await runToEnd('run', '--once');
    expect(far.results.get(task)).toMatchObject({ result: 'tentative', exitCode: 0 });
    expect(executions().slice(before.length)).toEqual([expect.stringContaining('house-tool.deb')]);
    // What other tests count is without the honest one.
    writeFileSync(at('canary'), `${before.join('\n')}\n`);
    const { filesAsked } = far;
    // Those about other approvers need another host each; what is for a user is no Debian package.
    const given = attacksOnCustom(deliveries, custom)
      .filter(({ attack, reason }) => attack.approvers.join('') === custom.named() && reason !== 'optionInvalid')
      .map(({ name, reason, attack }) => ({ name, reason, delivery: delivered(attack.delivery) }));
    expect(given.length).toBeGreaterThanOrEqual(15);
    for (let from = 0; from < given.length; from += agentLimits.deliveries) {
      far.deliveries = given.slice(from, from + agentLimits.deliveries).map(({ delivery }) => delivery);
      await runToEnd('run', '--once');
    }
    for (const { name, reason, delivery } of given)
      expect([name, far.results.get(delivery.task)?.cause]).toEqual([name, expect.stringContaining(reason)]);
    expect([executions(), far.filesAsked]).toEqual([before, filesAsked]);
  });

  it('updates nothing that is not there, and installs nothing that was vouched for as an update', async () => {
    const [before, inventories] = [far.filesAsked, far.inventories];
    const attacks = attacksOnCopies(deliveries, 200);
    const names = [...attacksWith(deliveries), ...attacks].map(([name]) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(30);
    const given = attacks.map(([name, reason, changed]) => ({ name, reason, delivery: delivered(changed) }));
    for (let from = 0; from < given.length; from += agentLimits.deliveries) {
      far.deliveries = given.slice(from, from + agentLimits.deliveries).map(({ delivery }) => delivery);
      await runToEnd('run', '--once');
    }
    for (const { name, reason, delivery } of given) {
      const told = far.results.get(delivery.task);
      expect([name, told?.result, told?.cause]).toEqual([name, 'rejected', expect.stringContaining(`(${reason}: `)]);
    }
    // Whoever planned them did not know what is here: each time the host has told it.
    const absent = attacks.filter(([, reason]) => reason === 'notInstalled').length;
    expect(far.inventories - inventories).toBeGreaterThanOrEqual(Math.ceil(absent / agentLimits.deliveries));
    // Its own version once more is no attack, and nothing to run either.
    writeFileSync(at('root/var/lib/dpkg/status'), dpkgStatus.replace('25.01+dfsg-2', deliveries.statement.version));
    const again = honest(300);
    far.deliveries = [again];
    await runToEnd('run', '--once');
    expect(far.results.get(again.task)).toMatchObject({ result: 'tentative', exitCode: null });
    writeFileSync(at('root/var/lib/dpkg/status'), dpkgStatus);
    expect([executions().length, far.filesAsked]).toEqual([1, before]);
  });

  it('runs nothing for answers that are none, more work than agreed, or a file that is another', async () => {
    const whole = JSON.stringify({ ...standing(), deliveries: [delivered({})] });
    const many = { ...standing(), deliveries: Array.from({ length: 4 }, () => delivered({})) };
    for (far.garbage of [whole.slice(0, -1), '<html>', whole.padEnd(3 * 1_048_576), JSON.stringify(many)])
      expect(await runToEnd('run', '--once')).toBe(1);
    far.garbage = undefined;
    const swapped = honest(401);
    far.deliveries = [swapped];
    far.content = Buffer.from(file).fill(0, 0, 8);
    await runToEnd('run', '--once');
    expect(far.results.get(swapped.task)).toMatchObject({ result: 'invalid' });
    expect(executions()).toHaveLength(1);
  });

  it('runs no order that expired two years ago, whatever the server says the time is', async () => {
    const then = Date.now() - 2 * 365 * 86_400_000;
    const task = randomUUID();
    const freshness = signStatement('freshness', { ...deliveries.freshness, at: then }, [deliveries.director]);
    const order = ordered({ task, sequence: 450, notBefore: then - 60_000, expires: then + 3_600_000 });
    far.deliveries = [{ ...delivered({ freshness, order }), task }];
    far.serverTime = () => then;
    await runToEnd('run', '--once');
    far.serverTime = Date.now;
    expect(executions()).toHaveLength(1);
    expect(far.results.get(task)).toMatchObject({ result: 'expired', cause: expect.stringContaining('(clock)') });
  });

  it('enrols with the root that was pinned, and with no other', async () => {
    const fingerprint = rootFingerprint(signStatement('root', root, offline.root));
    expect(await enrolAnother('pinned', '--root-fingerprint', fingerprint.toUpperCase())).toBe(0);
    expect(await enrolAnother('other', '--root-fingerprint', 'ab'.repeat(32))).toBe(1);
    expect(readState(at('other')).agentUuid).toBeUndefined();
    expect(await enrolAnother('none', '--root-fingerprint', 'abc')).toBe(1);
  });

  it('does not start in a state folder that somebody else could have written', async () => {
    far.deliveries = [honest(460)];
    chmodSync(at('state'), 0o777);
    expect(await runToEnd('run', '--once')).toBe(1);
    expect(await runToEnd('enrol', '--server', 'http://127.0.0.1:1', '--token-file', at('token'))).toBe(1);
    expect(far.deliveries).toHaveLength(1);
    chmodSync(at('state'), 0o700);
    far.deliveries = [];
    expect(executions()).toHaveLength(1);
  });

  it('still does what is honestly ordered after all that', async () => {
    far.content = file;
    far.deliveries = [honest(402)];
    await runToEnd('run', '--once');
    expect(executions()).toHaveLength(2);
  });

  it('lets no order but a sound one reach the package system of the host', async () => {
    mkdirSync(at('root/etc/apt'), { recursive: true });
    const before = executions().length;
    const given = attacksOnSystemPackages(deliveries, 500).map(([name, reason, changed]) => ({
      name,
      reason,
      delivery: delivered(changed),
    }));
    for (let from = 0; from < given.length; from += agentLimits.deliveries) {
      far.deliveries = given.slice(from, from + agentLimits.deliveries).map(({ delivery }) => delivery);
      await runToEnd('run', '--once');
    }
    for (const { name, reason, delivery } of given)
      expect([name, far.results.get(delivery.task)?.cause]).toEqual([name, expect.stringContaining(reason)]);
    // Only looks at what is offered, which an inventory tells; nothing was configured, planned or installed.
    const reached = () =>
      executions()
        .slice(before)
        .filter((line) => line.startsWith('dpkg') || line.includes('install'));
    expect(reached()).toEqual([]);
    const task = randomUUID();
    far.deliveries = [{ ...delivered(systemUpgrade(deliveries, { sequence: 501, task })), task }];
    await runToEnd('run', '--once');
    expect(reached()).toEqual([expect.stringContaining('--configure --pending')]);
  });
});
