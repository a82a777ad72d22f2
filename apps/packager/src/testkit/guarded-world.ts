import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PackageStatement } from '@patchkeep/orders/statements';
import { statementIn } from '../serve/vouch.ts';
import type { VerifierAnswer, VerifierQuestion } from '../verify/messages.ts';
import { verifierClient } from '../verify/verifier-client.ts';
import { type ManifestTold, writeManifest } from './manifest.ts';
import { packagerWorld } from './packager-world.ts';

const program = fileURLToPath(new URL('../main.ts', import.meta.url));

/** Two machines and a vendor: a packager and a verifier, each with manifests of its own. */
export const guardedWorld = async () => {
  const world = await packagerWorld({ isScannerDated: true });
  const { at, authority } = world;
  const common = ['--roots', world.roots, '--clamd', world.clamd];
  const running: { kill(): Promise<void> }[] = [];
  const started = async (...args: string[]) => {
    const one = await world.startWith({}, program, ...args, ...common);
    running.push(one);
    return one;
  };
  for (const name of ['packager', 'verifier']) mkdirSync(at(`${name}-manifests`));
  const verifierHome = at('verifier');
  const verifierKey = execFileSync(process.execPath, [program, 'make-verifier', '--home', verifierHome], {
    encoding: 'utf8',
  }).trim();
  const verifierSocket = at('verifier.sock');
  const ask = verifierClient(verifierSocket);
  let no = 0;

  return {
    at,
    authority,
    program,
    verifierHome,
    verifierKey,
    verifierSocket,
    started,
    /** Starts another program of ours. */
    async startOther(...args: string[]) {
      running.push(await world.startWith({}, ...args));
    },
    /** What a version is, by the manifests of one machine or of both. */
    publish(told: ManifestTold, ...machines: ('packager' | 'verifier')[]) {
      for (const name of machines.length > 0 ? machines : ['packager', 'verifier'])
        writeManifest(at(`${name}-manifests`), told);
    },
    startVerifier: () =>
      started('verify', '--home', verifierHome, '--socket', verifierSocket, '--manifests', at('verifier-manifests')),
    /** What an honest packager would have signed, by its own manifests. */
    async propose(version: string): Promise<PackageStatement> {
      const out = at(`proposal-${(no += 1)}`);
      const given = ['--manifests', at('packager-manifests'), '--out', out, '--ledger', at(`ledger-${no}`), ...common];
      // Not in one breath: the scanner's relay lives in this process.
      const preparing = await world.startWith({}, program, 'prepare', '7zip.7zip', version, ...given);
      await preparing.ended;
      return statementIn(out);
    },
    /** Asks the verifier until it has an answer. */
    async verify(request: VerifierQuestion): Promise<VerifierAnswer> {
      for (;;) {
        const answer = await ask(request);
        if (answer.answer !== 'working' && answer.answer !== 'busy') return answer;
        await pause(20);
      }
    },
    async end() {
      for (const one of running) await one.kill();
      await world.stop();
    },
  };
};
export type GuardedWorld = Awaited<ReturnType<typeof guardedWorld>>;
