import { createPublicKey } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { rawKey } from '@patchkeep/orders/envelope';
import { wordsWithKeys } from '@patchkeep/orders/key-words';
import { rootFingerprint } from '@patchkeep/orders/root';
import { approveFile, dateText, nameApprovers } from './approving.ts';
import { runCommand, WrongUsage } from './command.ts';
import { listFirstApprovers } from './first-approvers.ts';
import { checkpointKey, holdCeremony, makeKey, readIncarnation, readKey, signerFolder, writeKey } from './keys.ts';
import { addSites } from './known-sites.ts';
import { openRecovery, sealRecovery } from './recovery.ts';
import { type CatalogueMode, readRenewal, rotate } from './rotate.ts';
import { serveFolder } from './serve.ts';
import { type Limits, usualLimits } from './signer.ts';
import { vouchFor, vouchForProposals } from './vouch.ts';

const usage = `The signer of Patchkeep: holds the keys that direct hosts, apart from the server.
  ceremony --offline DIR --signer DIR      make all keys of an installation; DIR offline goes into a safe
           [--packager DIR]                the packager alone vouches for packages: its key goes into this folder
           [--recovery FILE]               instead of --offline: one root key, sealed in this file by a phrase that is
                                           shown once
  recover --recovery FILE --phrase-file FILE --offline DIR
                                           open such a file again, for rotate
  serve --signer DIR --socket PATH         sign what the server asks, within limits: --orders-per-minute (of a site),
                                           --total-per-minute, --restarts-per-minute, --removals-per-minute,
                                           --custom-per-minute, --new-sites-per-day, --first-approvers-per-day, --order-seconds
  add-sites --signer DIR SITE...           sites that need not wait for their place among the new ones of a day
  rotate --offline DIR --signer DIR --out DIR [--renew root,catalogue]
                                           a new folder for the signer with new keys, and the root that names them
         [--mode guarded --verifier KEY]   from then on the packager and this verifier vouch for packages together
         [--mode offline]                  from then on two people do, with two new keys in DIR offline
         [--mode simple]                   from then on the packager alone does
         [--packager-key KEY]              the packager's key, where the root of today names several
  new-incarnation --signer DIR             after a restore: nothing signed before counts any more
  checkpoint-key --signer DIR              print the public key of the checkpoints, which audit:verify asks for
  vouch --offline DIR --key NAME --key NAME --about FILE.json --file INSTALLER --out FILE
                                           sign what is known of a package with the offline keys of these names
  vouch --offline DIR --key NAME --proposals DIR
                                           sign all proposals that a packager in offline mode has made; who signs after
                                           others adds a signature
  first-approvers --signer DIR             print for which sites this signer has named who vouches for custom software
  approver-key --out FILE                  make the key of an approver, and print its public half
  approve --key FILE --statement FILE --out FILE
                                           sign a statement that the console gave out with such a key; what others have
                                           signed in the file of --out stays
  name-approvers --offline DIR --statement FILE --out FILE
                                           sign a statement about approvers with the root keys: it counts at once
  root-fingerprint --signer DIR            print what hosts can be told to pin when they enrol`;

const options = {
  offline: { type: 'string' },
  signer: { type: 'string' },
  packager: { type: 'string' },
  recovery: { type: 'string' },
  'phrase-file': { type: 'string' },
  socket: { type: 'string' },
  about: { type: 'string' },
  file: { type: 'string' },
  out: { type: 'string' },
  key: { type: 'string', multiple: true, default: [] as string[] },
  renew: { type: 'string', default: '' },
  mode: { type: 'string' },
  verifier: { type: 'string' },
  'packager-key': { type: 'string' },
  proposals: { type: 'string' },
  statement: { type: 'string' },
  'orders-per-minute': { type: 'string', default: String(usualLimits.ordersPerMinute) },
  'total-per-minute': { type: 'string', default: String(usualLimits.totalPerMinute) },
  'restarts-per-minute': { type: 'string', default: String(usualLimits.perMinuteOfKind.restart) },
  'removals-per-minute': { type: 'string', default: String(usualLimits.perMinuteOfKind['remove-package']) },
  'custom-per-minute': { type: 'string', default: String(usualLimits.perMinuteOfKind.custom) },
  'first-approvers-per-day': { type: 'string', default: String(usualLimits.firstApproversPerDay) },
  'new-sites-per-day': { type: 'string', default: String(usualLimits.newSitesPerDay) },
  'order-seconds': { type: 'string', default: '3600' },
} as const;

interface ModeWords {
  mode?: string | undefined;
  verifier?: string | undefined;
  'packager-key'?: string | undefined;
}

/** Who shall vouch for packages; undefined when nothing is said of it. */
const modeOf = ({ mode, verifier, 'packager-key': packager }: ModeWords): CatalogueMode | undefined => {
  const stranger = [verifier, packager].find((key) => key !== undefined && !/^[A-Za-z0-9_-]{43}$/.test(key));
  if (stranger !== undefined) throw new WrongUsage(`"${stranger}" is no public key: it has 43 letters.`);
  if (mode === 'guarded') {
    if (verifier === undefined) throw new WrongUsage('--mode guarded needs --verifier.');
    return { mode, verifier, packager };
  }
  if (verifier !== undefined) throw new WrongUsage('--verifier goes with --mode guarded.');
  if (mode === 'simple') return { mode, packager };
  if (mode === 'offline') return { mode };
  if (mode !== undefined) throw new WrongUsage('--mode is simple, guarded or offline.');
  return undefined;
};

type LimitName = (`${string}-per-${string}` & keyof typeof options) | 'order-seconds';
const limitsBy = (count: (name: LimitName) => number): Limits => ({
  ordersPerMinute: count('orders-per-minute'),
  totalPerMinute: count('total-per-minute'),
  perMinuteOfKind: {
    restart: count('restarts-per-minute'),
    'remove-package': count('removals-per-minute'),
    custom: count('custom-per-minute'),
  },
  newSitesPerDay: count('new-sites-per-day'),
  firstApproversPerDay: count('first-approvers-per-day'),
  orderSeconds: count('order-seconds'),
});

const run = async (): Promise<void> => {
  const args = wordsWithKeys(process.argv.slice(2));
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });

  const given = (
    name: 'offline' | 'signer' | 'socket' | 'about' | 'file' | 'out' | 'recovery' | 'phrase-file' | 'statement',
  ): string => {
    const value = values[name];
    if (value === undefined) throw new WrongUsage(`--${name} is missing.`);
    return value;
  };

  /** A limit that is no number would be none. */
  const count = (name: LimitName): number => {
    const value = Number(values[name]);
    if (!Number.isSafeInteger(value) || value < 1) throw new WrongUsage(`--${name} must be a number above 0.`);
    return value;
  };

  const commands: Record<string, () => Promise<void> | void> = {
    ceremony() {
      const { recovery, packager } = values;
      const folders = { signer: given('signer'), packager, now: new Date() };
      if (recovery === undefined) return holdCeremony({ ...folders, offline: given('offline') });
      if (packager === undefined) throw new WrongUsage('--recovery goes with --packager.');
      if (existsSync(recovery)) throw new Error(`${recovery} is there already`);
      const offline = `${recovery}.keys`;
      holdCeremony({ ...folders, offline, rootKeys: 1, rootThreshold: 1 });
      const phrase = sealRecovery(offline, recovery);
      console.log(`The root key is sealed in ${recovery}. Put a copy of it away, and write this phrase down. It is shown
once and kept nowhere; without it nobody can change the keys that hosts trust:

  ${phrase}
`);
    },
    recover() {
      const phrase = readFileSync(given('phrase-file'), 'utf8');
      const names = openRecovery(given('recovery'), phrase, given('offline'));
      console.log(`${names.join(', ')} written into ${given('offline')}. Remove it once the new root is made.`);
    },
    rotate: () =>
      rotate({
        offline: given('offline'),
        signer: given('signer'),
        out: given('out'),
        renew: readRenewal(values.renew),
        mode: modeOf(values),
        now: new Date(),
      }),
    async serve() {
      const limits = limitsBy(count);
      const serving = await serveFolder(given('signer'), limits, given('socket'), undefined, console.log);
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void serving.close());
      console.log(`The signer listens on ${given('socket')}`);
    },
    'add-sites': () => addSites(given('signer'), positionals.slice(1)),
    'checkpoint-key': () => console.log(rawKey(createPublicKey(checkpointKey(given('signer'))))),
    'first-approvers'() {
      for (const { site, madeAt, starts, hash } of listFirstApprovers(given('signer')))
        console.log(`${site} named ${dateText(madeAt)} counts from ${dateText(starts)} ${hash}`);
    },
    'approver-key'() {
      const key = makeKey();
      writeKey(given('out'), key);
      console.log(rawKey(createPublicKey(key)));
    },
    approve() {
      const [key = ''] = values.key;
      console.log(approveFile(given('statement'), readKey(key), given('out')));
    },
    'name-approvers': () => console.log(nameApprovers(given('statement'), given('offline'), given('out'))),
    'root-fingerprint': () => console.log(rootFingerprint(readFileSync(signerFolder(given('signer')).root, 'utf8'))),
    vouch() {
      if (values.proposals !== undefined) {
        const signing = { offline: given('offline'), keys: values.key, proposals: values.proposals };
        const signed = vouchForProposals(signing);
        for (const { channelTag, version, kind, scope, sha256, installArguments } of signed)
          console.log(`${channelTag} ${version} ${scope} ${kind} ${sha256} ${JSON.stringify(installArguments)}`);
        console.log(`${signed.length} signed.`);
        return;
      }
      writeFileSync(
        given('out'),
        vouchFor({
          offline: given('offline'),
          keys: values.key,
          about: readFileSync(given('about'), 'utf8'),
          file: readFileSync(given('file')),
        }),
      );
    },
    'new-incarnation': () => {
      const folder = given('signer');
      writeFileSync(signerFolder(folder).incarnation, `${readIncarnation(folder) + 1}\n`);
    },
  };

  const [name = ''] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new WrongUsage(name === '' ? 'Name a command.' : `There is no command "${name}".`);
  await command();
};

await runCommand(usage, run);
