import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { uiBase } from '@patchkeep/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../tools/services/free-port.ts';
import { administrator, isReady, login, newInstall } from './testkit/installed.ts';

const patchkeep = fileURLToPath(new URL('../../../bin/patchkeep', import.meta.url));
const isRoot = process.getuid?.() === 0;

/** The users that `setup` would make, with numbers that no system gives away: this machine gets no users by a test. */
const users = { patchkeep: 61_001, 'patchkeep-signer': 61_002, 'patchkeep-packager': 61_003 };

/** Other users cannot run a checkout that lies in somebody's own folder. */
const canOthersRead =
  isRoot &&
  spawnSync('setpriv', ['--reuid', '61001', '--regid', '61001', '--clear-groups', process.execPath, '--version'])
    .status === 0 &&
  spawnSync('setpriv', ['--reuid', '61001', '--regid', '61001', '--clear-groups', 'test', '-r', patchkeep]).status ===
    0;

let install: Awaited<ReturnType<typeof newInstall>>;
let folder: string;
const started: ChildProcess[] = [];
beforeAll(async () => {
  install = await newInstall();
  folder = mkdtempSync(join(tmpdir(), 'patchkeep-home-'));
  chmodSync(folder, 0o755);
  const line = ([name, id]: [string, number]): string => `${name}:x:${id}:${id}::/nonexistent:/usr/sbin/nologin\n`;
  const group = ([name, id]: [string, number]): string => `${name}:x:${id}:\n`;
  const all = Object.entries(users);
  const root = 'root:x:0:';
  writeFileSync(join(folder, 'passwd'), `${root}0::/root:/bin/sh\n${all.map(line).join('')}`);
  writeFileSync(join(folder, 'group'), `${root}\n${all.map(group).join('')}`);
  writeFileSync(join(folder, 'password'), administrator.password);
});
afterAll(async () => {
  // What a failed test has left behind.
  for (const child of started.filter((each) => each.exitCode === null && each.signalCode === null)) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await install.remove();
  rmSync(folder, { recursive: true });
});

const mount = 'mount --bind "$1/passwd" /etc/passwd && mount --bind "$1/group" /etc/group && shift && exec "$@"';
/** With the three users, in a mount namespace of its own. */
const withUsers = (args: readonly string[]): [string, string[]] => [
  'unshare',
  ['--mount', 'sh', '-c', mount, 'sh', folder, patchkeep, ...args],
];

const setupArgs = (home: string, port: number): string[] => [
  'setup',
  ...Object.entries({
    home,
    customer: 'Example',
    site: 'Head office',
    name: 'First Admin',
    email: administrator.username,
    'password-file': join(folder, 'password'),
  }).flatMap(([name, value]) => [`--${name}`, value]),
  ...[`PATCHKEEP_PORT=${port}`, 'PATCHKEEP_FEEDS=bundle', 'PACKAGER_OPTIONS=--manifests /nonexistent'].flatMap(
    (setting) => ['--set', setting],
  ),
];

/** The programs that run as one of the three users, by user. */
const programs = () =>
  execFileSync('ps', ['-eo', 'uid,pid,args'], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([uid, , ...args]) => /^6100\d$/.test(uid ?? '') && args.some((word) => word.endsWith('/src/main.ts')))
    .map(([uid, pid]) => ({ uid: Number(uid), pid: Number(pid) }))
    .toSorted((one, other) => one.uid - other.uid);

it('refuses a setting that it does not know, before anything is made', async () => {
  const home = join(folder, 'never');
  await expect(install.setup('--home', home, '--set', 'PATCHKEEP_PROT=8443')).rejects.toThrow(
    '--set takes NAME=VALUE with the name of a setting and no quotes, not "PATCHKEEP_PROT=8443".',
  );
  await expect(install.setup('--set', 'PATCHKEEP_PORT=8443')).rejects.toThrow('--start and --set go with --home.');
  expect(existsSync(home)).toBe(false);
});

describe.skipIf(!canOthersRead)('setup with a home, as root', () => {
  it('starts server, signer and packager by one command, each as a user of its own that reads no keys of the others', async () => {
    const home = join(folder, 'home');
    const port = await freePort();
    const env = {
      PATH: process.env['PATH'],
      PATCHKEEP_OWNER_DATABASE_URL: install.env['PATCHKEEP_OWNER_DATABASE_URL'],
    };
    const child = spawn(...withUsers([...setupArgs(home, port), '--start']), {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(child);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
    const ended = once(child, 'exit');
    const url = `http://127.0.0.1:${port}`;
    const state = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.text();
    // The server reaches the signer: the group of the socket is right.
    while (!(await state())?.includes('"ready"')) {
      if (child.exitCode !== null) throw new Error(said);
      await pause(100);
    }
    expect((await login(url)).status).toBe(200);
    const phrase = /^ {2}([2-9A-Z]{5}(?:-[2-9A-Z]{5}){5})$/m.exec(said)?.[1];
    expect(phrase).toBeDefined();
    expect(said).toContain(`Ready: sign in as ${administrator.username}.`);
    expect(said).toContain('No scanner was found');
    expect(said).toContain('the recovery file lies on this machine');

    const ownerOf = (path: string) => {
      const { uid, gid, mode } = statSync(join(home, path));
      return [uid, gid, (mode & 0o777).toString(8)];
    };
    expect(ownerOf('signer')).toEqual([61_002, 61_002, '700']);
    expect(ownerOf('packager/catalogue.pem')).toEqual([61_003, 61_003, '600']);
    expect(ownerOf('recovery')).toEqual([0, 0, '600']);
    expect(ownerOf('settings.env')).toEqual([0, 61_001, '640']);
    expect(ownerOf('data-key')).toEqual([0, 61_001, '640']);
    expect(ownerOf('files')).toEqual([61_001, 61_001, '700']);
    const running = programs();
    expect(running.map(({ uid }) => uid)).toEqual([61_001, 61_002, 61_003]);
    const asServer = ['--reuid', '61001', '--regid', '61001', '--clear-groups', 'cat'];
    for (const secret of ['packager/catalogue.pem', 'recovery', 'signer'])
      expect(spawnSync('setpriv', [...asServer, join(home, secret)], { encoding: 'utf8' }).stderr).toContain(
        'Permission denied',
      );

    // A program that ends is started again, and the others do not notice.
    const [, , packager] = running;
    process.kill(packager?.pid ?? 0, 'SIGKILL');
    while (!programs().some(({ uid, pid }) => uid === 61_003 && pid !== packager?.pid)) await pause(100);
    expect(programs().slice(0, 2)).toEqual(running.slice(0, 2));

    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(programs()).toEqual([]);
  });

  it('keeps what is there when it is called again, and start runs it', async () => {
    const home = join(folder, 'home');
    const [settings, key] = ['settings.env', 'packager/catalogue.pem'].map((name) =>
      readFileSync(join(home, name), 'utf8'),
    );
    const env = {
      PATH: process.env['PATH'],
      PATCHKEEP_OWNER_DATABASE_URL: install.env['PATCHKEEP_OWNER_DATABASE_URL'],
    };
    const again = spawnSync(...withUsers(setupArgs(home, 1)), { env, encoding: 'utf8' });
    expect(again.stderr).toContain('This install is set up already.');
    expect(again.stdout).not.toMatch(/[2-9A-Z]{5}-[2-9A-Z]{5}/);
    expect(readFileSync(join(home, 'settings.env'), 'utf8')).toBe(settings);
    expect(readFileSync(join(home, 'packager/catalogue.pem'), 'utf8')).toBe(key);

    // As it was left by a version that knew no data key: the update brings one.
    rmSync(join(home, 'data-key'));
    writeFileSync(join(home, 'settings.env'), (settings ?? '').replace(/^PATCHKEEP_DATA_KEY_FILE=.*\n/m, ''));
    const port = Number(/PATCHKEEP_PORT='(\d+)'/.exec(settings ?? '')?.[1]);
    const child = spawn(...withUsers(['start', '--home', home]), { env, stdio: 'ignore' });
    started.push(child);
    const ended = once(child, 'exit');
    const url = `http://127.0.0.1:${port}`;
    while (!(await isReady(url))) await pause(100);
    const { cookie } = await login(url);
    const factors = await fetch(`${url}${uiBase}/mfa`, { headers: { cookie } });
    expect(await factors.json()).toMatchObject({ isTotpOffered: true });
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(existsSync(join(home, 'recovery'))).toBe(true);
  });
});
