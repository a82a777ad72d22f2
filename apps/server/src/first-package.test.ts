import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeIdentity } from '@patchkeep/agent-client/identity';
import { inventoryHash } from '@patchkeep/agent-client/inventory-hash';
import { newcomerKeyId, signedCall } from '@patchkeep/agent-client/signed-call';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import { configuration } from '@patchkeep/contract/configuration';
import { uiBase } from '@patchkeep/contract/endpoint';
import { type PackageInfo, packages } from '@patchkeep/contract/packages';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { recordFigure } from '../../../tools/figures/figures.ts';
import { pageCommands } from '../../../tools/services/page-commands.ts';
import { copy, facts } from './testkit/agent.ts';
import { administrator, hello, instance, isReady, login, newInstall } from './testkit/installed.ts';
import { relay } from './testkit/machine/relay.ts';
import { printFigure } from './testkit/print-figure.ts';
import { hasTools, vendorOf } from './testkit/vendor-world.ts';

/** Says how long it took, and keeps the figure when that is what the run is for. */
const tellTimes = (signedInMs: number, readyMs: number): void => {
  const [signedIn, ready] = [signedInMs, readyMs].map((ms) => Math.round(ms / 1_000));
  printFigure(`from setup: signed in after ${signedIn} s, first package ready after ${ready} s`);
  if (!process.env['FULL_SIZE']) return;
  recordFigure({
    id: 'first-package',
    what: 'from `setup` on an empty database to the first ready package: one command, a sign-in and a host that reports',
    value: ready ?? Infinity,
    unit: 's',
    goal: 600,
    goalIs: 'at most',
    command: 'npm run proofs -- first-package',
    detail: `signed in after ${signedIn} s`,
  });
};

const inside = fileURLToPath(new URL('./testkit/machine/install-inside.ts', import.meta.url));
const page = readFileSync(new URL('../../../docs/operators/README.md', import.meta.url), 'utf8');
const version = '2.5.1';
/** Any: nothing else has one in a network of its own. */
const port = 8080;

describe.skipIf(!hasTools())('the first day', () => {
  let install: Awaited<ReturnType<typeof newInstall>>;
  let vendors: Awaited<ReturnType<typeof vendorOf>>['world'];
  let database: Awaited<ReturnType<typeof relay>>;
  let folder: string;
  beforeAll(async () => {
    install = await newInstall();
    ({ world: vendors } = await vendorOf(version, { isScannerDated: true }));
    folder = vendors.at('machine');
    mkdirSync(join(folder, 'postgres'), { recursive: true });
    const names = ['patchkeep', 'patchkeep-signer', 'patchkeep-packager'];
    const lines = (rest: string): string => ['root', ...names].map((name) => `${name}:x:0:${rest}\n`).join('');
    writeFileSync(join(folder, 'passwd'), lines('0::/:/bin/sh'));
    writeFileSync(join(folder, 'group'), lines(''));
    writeFileSync(join(folder, 'password'), administrator.password);
    database = await relay(
      { path: join(folder, 'postgres/.s.PGSQL.5432') },
      { host: '127.0.0.1', ...inject('postgres') },
    );
  });
  afterAll(async () => {
    await database.stop();
    await vendors.stop();
    await install.remove();
  });

  /** The one command of the page, with the answers of this operator. */
  const setupArgs = (): string[] => {
    const command = pageCommands(page, 'First run').at(-1) ?? '';
    const [, options = ''] = command.split('bin/patchkeep setup ');
    const words = [...options.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    const others = ['cve5', 'endoflife', 'epss', 'kev', 'msrc', 'nvd', 'nvd-overrides', 'windows-updates'];
    const feeds = [`winget=${vendors.archiveUrl}`, ...others.map((name) => `${name}=off`)];
    const settings = {
      PATCHKEEP_FEED_ADDRESSES: feeds.join(' '),
      PACKAGER_OPTIONS: `--clamd ${vendors.clamd} --roots ${vendors.roots} --manifests-from ${vendors.archiveUrl}`,
    };
    return [
      ...words.map((word) =>
        word.replace('/var/lib/patchkeep', join(folder, 'home')).replace('you@example.com', administrator.username),
      ),
      '--password-file',
      join(folder, 'password'),
      ...Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]),
    ];
  };

  it('goes from an empty database to a ready package by one command, a sign-in and a host, in ten minutes', async () => {
    const began = performance.now();
    const owner = new URL(install.env['PATCHKEEP_OWNER_DATABASE_URL'] ?? '');
    const ownerUrl = `postgres://${owner.username}@${encodeURIComponent(join(folder, 'postgres'))}:5432${owner.pathname}`;
    const machine = await vendors.startWith(
      { PATCHKEEP_OWNER_DATABASE_URL: ownerUrl },
      inside,
      folder,
      String(port),
      ...setupArgs(),
    );
    const door = await relay({ host: '127.0.0.1', port: 0 }, { path: join(folder, 'server.sock') });
    const url = `http://127.0.0.1:${door.port}`;
    while (!(await isReady(url))) await pause(100);
    const { status, cookie } = await login(url);
    expect(status).toBe(200);
    const { csrf } = await hello(url, cookie);
    const signedInAfter = performance.now() - began;

    const call = async (method: string, path: string, body?: object) => {
      const headers = { cookie, 'x-csrf-token': csrf, 'content-type': 'application/json' };
      const answer = await fetch(`${url}${uiBase}${path}?instanceId=${instance}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      return (await answer.json()) as Record<string, unknown>;
    };
    const { secret: token } = await call('POST', configuration.createInstallToken.path, {
      name: 'First hosts',
      useCap: 5,
    });
    const identity = makeIdentity();
    const post = async (signed: ReturnType<typeof signedCall>) => {
      const { path, headers, body } = signed;
      const answer = await fetch(url + path, { method: 'POST', headers, body: new Uint8Array(body) });
      expect(answer.status).toBe(200);
      return (await answer.json()) as Record<string, string>;
    };
    const { publicKey } = identity;
    const newcomer = { token: String(token), publicKey, hardwareId: 'board-1', facts: facts() };
    const { keyId = '', lineage = '' } = await post(
      signedCall(identity, newcomerKeyId, agentApi.enrol, newcomer, new Date()),
    );
    const software = [copy('7-Zip', '2.4', { publisher: 'Igor Pavlov' })];
    const inventory = {
      lineage,
      hash: inventoryHash(software),
      takenAt: new Date().toISOString(),
      inspectedRevision: 1,
      facts: facts(),
      software,
    };
    await post(signedCall(identity, keyId, agentApi.inventory, inventory, new Date()));

    const listed = async () => ((await call('GET', packages.list.path)) as { packages: PackageInfo[] }).packages;
    let [first] = await listed();
    while (first?.isAvailable !== true) {
      expect(first?.holds ?? []).toEqual([]);
      await pause(200);
      [first] = await listed();
    }
    expect(first).toMatchObject({ channelTag: '7-zip', version, state: 'ready' });
    tellTimes(signedInAfter, performance.now() - began);
    await door.stop();
    await machine.stop();
  });
});
