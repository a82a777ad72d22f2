import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeEnv } from '../../../tools/services/node-env.ts';

const patchkeep = fileURLToPath(new URL('../../../bin/patchkeep', import.meta.url));
const nobody = 'postgres://nobody@127.0.0.1:1/none';
/** Settings that are complete, of a database that is not there. */
const settings = {
  PATCHKEEP_DATABASE_URL: nobody,
  PATCHKEEP_WORKER_DATABASE_URL: nobody,
  PATCHKEEP_QUEUE_DATABASE_URL: nobody,
  PATCHKEEP_SECRET_KEY: 'a'.repeat(32),
  PATCHKEEP_PEPPER: 'b'.repeat(32),
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchkeep-commands-'));
  writeFileSync(join(folder, 'incarnation'), 'many\n');
  writeFileSync(join(folder, 'about.json'), '{ "channelTag": "7zip" }');
  writeFileSync(join(folder, 'no-json'), 'channelTag: 7zip');
  writeFileSync(join(folder, 'checkpoints.pem'), 'not a key');
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = async (line: string, env: Record<string, string> = {}) => {
  const commandLine = line.replaceAll('FOLDER', folder).replace('KEY', 'A'.repeat(43)).split(' ');
  const child = spawn(patchkeep, commandLine, {
    cwd: folder,
    env: { ...nodeEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, error] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (out += data.toString()));
  child.stderr.on('data', (data: Buffer) => (error += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, error };
};

const usages: Record<string, string> = { signer: 'ceremony --offline DIR', packager: 'applications --manifests PATH' };
const usageOf = (name: string): string => usages[name] ?? `patchkeep ${name}`;
const commands = 'setup customer site user migrate start backup restore signer packager audit feeds packages'.split(
  ' ',
);

// Each starts a program of its own.
describe.concurrent('a command of the operator', () => {
  it('is named by --help, all of them', async () => {
    const { code, out } = await run('--help');
    expect(code).toBe(0);
    expect([...out.matchAll(/^ {2}(\S+) /gm)].map(([, name]) => name)).toEqual(commands);
  });

  it.for(commands)('%s explains itself and needs no settings for it', async (name) => {
    const { code, out, error } = await run(`${name} --help`);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toContain(usageOf(name));
  });

  it.for([
    ['audit verify --log x --checkpoints y --keys z', 'There is no option --keys.'],
    ['audit verify --log x --checkpoints y --key short', '--key is not a key of 43 letters'],
    ['feeds fetsh', 'There is no command "fetsh".'],
    ['feeds fetch no-such-feed', 'feeds fetch takes names of feeds.'],
    ['packages import only-one', 'Name the file of the statement and that of the installer.'],
    ['customer set --licences many', '--licences: '],
    ['user add --email who --name N --role write --site S', '--email: '],
    ['user add --email a@b.example --name N --role write', 'Name the site: --site NAME'],
    ['site add', '--name: '],
    ['migrate --now', "Unknown option '--now'"],
    ['start --port 80', "Unknown option '--port'"],
    ['signer serve --sockets x', "Unknown option '--sockets'"],
    [
      'signer serve --signer FOLDER --socket s --orders-per-minute lots',
      '--orders-per-minute must be a number above 0.',
    ],
    ['signer sing', 'There is no command "sing".'],
    ['signer ceremony --signer x --recovery y', '--recovery goes with --packager.'],
    ['packages lift x y', '--reason is missing: say why it can be lifted.'],
    ['packages mark putty --work-in-progress maybe', 'Name the application and say --work-in-progress on or off.'],
    ['packager applications', '--manifests is missing.'],
    ['packager serve', '--socket is missing.'],
  ] as const)('says in a sentence what is wrong with: %s', async ([line, sentence]) => {
    const { code, error } = await run(line);
    expect(error.split('\n')[0]).toContain(sentence);
    // How it is used follows, and no stack.
    expect(error).toContain(usageOf(line.split(' ')[0] ?? ''));
    expect(error).not.toMatch(/^ +at /m);
    expect(code).toBe(2);
  });

  it.for([
    ['audit verify --log FOLDER/gone --checkpoints y --key KEY', 'no such file or directory'],
    ['feeds rematch', 'The settings do not fit.'],
    ['packages import a b', 'Set PATCHKEEP_FILES_DIR or PATCHKEEP_S3_BUCKET, and PATCHKEEP_SIGNER_SOCKET', 'set'],
    ['feeds rematch', 'ECONNREFUSED', 'set'],
    ['signer root-fingerprint --signer FOLDER/gone', 'no such file or directory'],
    ['packager applications --manifests FOLDER/gone', 'no such file or directory'],
    ['signer new-incarnation --signer FOLDER', 'incarnation must hold a number above 0'],
    ['signer checkpoint-key --signer FOLDER', 'checkpoints.pem holds no private key in PEM form.'],
    ['signer vouch --offline x --about FOLDER/no-json --file FOLDER/about.json --out y', 'is not JSON'],
    ['signer vouch --offline x --about FOLDER/about.json --file FOLDER/about.json --out y', 'does not fit'],
  ] as const)('says in a sentence what stood in the way of: %s', async ([line, sentence, has]) => {
    const { code, error } = await run(line, has === 'set' ? settings : {});
    expect(error.split('\n')[0]).toContain(sentence);
    expect(error).not.toMatch(/^ +at /m);
    expect(code).toBe(1);
  });
});
