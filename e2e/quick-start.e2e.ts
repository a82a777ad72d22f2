import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from './support/chromium.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const quickStart = /## Quick start[\s\S]*?```sh\n([\s\S]*?)```/;
/** What the README tells a newcomer to type. */
const commands =
  quickStart
    .exec(readFileSync(join(repository, 'README.md'), 'utf8'))?.[1]
    ?.trim()
    .split('\n') ?? [];

const kept = mkdtempSync(join(tmpdir(), 'patchkeep-quick-start-'));
// As root, PostgreSQL runs under another account, which must be able to walk in.
chmodSync(kept, 0o755);
let started: ChildProcess;
let said = '';
let browser: Browser;

const until = async (words: RegExp) => {
  const deadline = Date.now() + 110_000;
  while (!words.test(said)) {
    if (started.exitCode !== null || Date.now() > deadline) throw new Error(`npm run dev said only:\n${said}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return words.exec(said)?.[1] ?? '';
};

beforeAll(async () => {
  const [command = '', ...args] = commands.at(-1)?.split(' ') ?? [];
  // A data folder of its own: a developer's demo data is not ours to touch.
  started = spawn(command, args, {
    cwd: repository,
    env: { ...process.env, PATCHKEEP_DEV_DIR: kept },
    detached: true,
  });
  for (const stream of [started.stdout, started.stderr])
    stream?.on('data', (text: Buffer) => (said += text.toString()));
  browser = await launchChromium();
});

afterAll(async () => {
  await browser.close();
  if (started.pid !== undefined && started.exitCode === null) {
    const ended = once(started, 'exit');
    // Ctrl+C reaches everything in the terminal's foreground, not npm alone.
    process.kill(-started.pid, 'SIGINT');
    await ended;
  }
  rmSync(kept, { recursive: true, force: true });
});

describe('the quick start of the README', () => {
  it('is three commands', () => {
    expect(commands).toHaveLength(3);
    expect(commands[0]).toMatch(/^git clone /);
    expect(commands[1]).toMatch(/^cd /);
    expect(commands[2]).toBe('npm run dev');
  });

  it('prints one address and a login, and the login works there', async () => {
    const password = await until(/with password +(\S+)/);
    const username = await until(/Sign in as +(\S+)/);
    const addresses = said.match(/https?:\/\/\S+/g) ?? [];
    expect(addresses).toHaveLength(1);

    const page = await browser.newPage();
    await page.goto(addresses[0] ?? '');
    await page.getByLabel('E-mail address').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('navigation').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.getByRole('link', { name: 'Dashboard' }).first().waitFor();
  });
});
