import { mkdtempSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inspect } from './capabilities/inventory/inspect.ts';
import { enrol, enrolAsInstalled, readFingerprint } from './enrol.ts';
import { thisOs } from './os/this-os.ts';
import { run } from './run.ts';
import { defaultStateDirectory } from './state-directory.ts';
import { statusText } from './status.ts';
import { giveRoot } from './trust.ts';
import { agentVersion } from './version.ts';

const usage = `patchkeep-agent ${agentVersion}
  enrol --server URL --token-file FILE [--ca-file FILE] [--root-fingerprint HEX]
                                                          become a host; FILE may be - for standard input
  run [--once]                                            check in for ever, or once
  inspect                                                 print what is installed, as JSON
  status                                                  what the agent knows
  trust FILE                                              trust the root in FILE, on a host that has none; - for standard input
Options: --state DIR where the agent keeps its key and journal; --root DIR the Linux to inspect`;

const print = (text: string): void => void writeSync(1, `${text}\n`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string' },
    'token-file': { type: 'string' },
    'ca-file': { type: 'string' },
    'root-fingerprint': { type: 'string' },
    state: { type: 'string' },
    root: { type: 'string' },
    once: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
    version: { type: 'boolean', default: false },
  },
});
const directory = values.state ?? defaultStateDirectory();
/** Before enrolment there is no folder of our own to put things in. */
const scratch = positionals[0] === 'inspect' ? mkdtempSync(join(tmpdir(), 'patchkeep-')) : directory;
const os = thisOs({ root: values.root, scratch });

/** Never from the command line, which every user of the machine can read. */
const readToken = (): string => {
  const file = values['token-file'];
  if (file === undefined) throw new Error('Give the install token with --token-file FILE, or - for standard input');
  return readFileSync(file === '-' ? 0 : file, 'utf8').trim();
};

const commands: Record<string, () => Promise<void>> = {
  async enrol() {
    if (values.server === undefined) throw new Error('Give the address of the server with --server URL');
    const caFile = values['ca-file'];
    const configuration = {
      server: values.server,
      ...(caFile !== undefined && { authority: readFileSync(caFile, 'utf8') }),
    };
    const pinned = values['root-fingerprint'];
    const rootFingerprint = pinned === undefined ? undefined : readFingerprint(pinned);
    const state = await enrol({ directory, configuration, token: readToken(), rootFingerprint, os });
    const texts = {
      active: 'Enrolled',
      pending: 'Enrolled; an administrator must accept this host first',
      already: 'Already enrolled with this server',
    };
    print(texts[state]);
  },
  async run() {
    const end = new AbortController();
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGBREAK'] as const)
      process.once(signal, () => end.abort(new Error(`Ended by ${signal}`)));
    await enrolAsInstalled(directory, os);
    await run({ directory, os, signal: end.signal, isOnce: values.once, say: (text) => console.error(text) });
  },
  async inspect() {
    const { at: _at, ...found } = await inspect(os, {}).finally(() => rmSync(scratch, { recursive: true }));
    print(JSON.stringify(found, undefined, 2));
  },
  async status() {
    print(statusText(directory, new Date()));
  },
  async trust() {
    const file = positionals[1];
    if (file === undefined) throw new Error('Give the file of the root: root.json in the folder of the signer');
    await os.claimDirectory(directory);
    const fingerprint = giveRoot(directory, readFileSync(file === '-' ? 0 : file, 'utf8'), Date.now());
    print(`Root ${fingerprint}\nThe agent trusts it from its next check-in on.`);
    print('Compare it with what `signer root-fingerprint` prints where the signer is.');
  },
};

const main = async (): Promise<void> => {
  if (values.version) return print(agentVersion);
  const command = commands[positionals[0] ?? ''];
  if (values.help || command === undefined) {
    print(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  await command();
};

main().catch((error: Error) => {
  console.error(`patchkeep-agent: ${error.message}`);
  process.exitCode = 1;
});
