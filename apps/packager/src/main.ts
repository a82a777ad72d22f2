import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand, WrongUsage } from '@patchkeep/command/command';
import { usualRoots } from '@patchkeep/evidence/roots';
import { wordsWithKeys } from '@patchkeep/orders/key-words';
import { starterChannels } from '@patchkeep/starter/channels';
import { applicationsText } from './applications/applications-text.ts';
import { listApplications } from './applications/applications.ts';
import { isJudgement } from './evidence/holds.ts';
import { usualAddress } from './manifests/fetch-manifests.ts';
import { prepare } from './prepare/prepare.ts';
import { preparedText } from './prepare/prepared-text.ts';
import { loadRecipes, recipesFolder } from './recipes/recipes.ts';
import { addLift } from './serve/lifts.ts';
import { serveHome, type Voucher } from './serve/packager-home.ts';
import { shareCommands, shareOptions, shareUsage } from './share/commands.ts';
import { makeVerifier, publicKeyIn, serveVerifierHome } from './verify/verifier-home.ts';

const usage = `The packager of Patchkeep: reads public manifests itself and says which packages can come from them.
  applications --manifests PATH [--json]   how each known application gets its package: from the manifest alone, by a
                                           recipe, or not at all, each with its reason; PATH is a folder or a tar.gz
                                           of winget manifests, and there may be several
  prepare ID VERSION --manifests PATH --out DIR
                                           fetch the installer of one version, check it and write a proposal into the
                                           new folder DIR for \`signer vouch\`; held for a reason: exit code 3
          [--ledger FILE]                  what was proposed before; packager-ledger.jsonl beside DIR at first
          [--clamd SOCKET]                 the scanner
          [--roots FILE]                   the root certificates that count, instead of those that come with it
          [--architecture x64] [--scope machine] [--kind msi]
                                           which installer, where the manifest names several
          [--lift HOLD --reason TEXT]      go on in spite of a judgement, and remember why
  serve --home DIR --socket PATH [--roots FILE] [--clamd SOCKET]
                                           prepare what the server wants and vouch for it with catalogue.pem in DIR,
                                           which \`signer ceremony --packager DIR\` has made
          [--manifests-from URL]           where the archive of manifests is fetched every six hours
          [--manifests PATH]               manifests that are brought by hand; nothing is fetched then
          [--mode guarded --verifier KEY --verifier-socket PATH]
                                           vouch only together with a verifier on another machine
          [--mode offline --root FILE]     only propose; people sign with \`signer vouch --proposals\`, and FILE is
                                           the root that names their keys
          [--share DIR]                    share what is ready in this folder, each hour anew
          [--bundle DIR]                   what providers share comes from this folder, and nothing is fetched
  verify --home DIR --socket PATH [--roots FILE] [--clamd SOCKET] [--manifests PATH] [--manifests-from URL]
                                           be the verifier: look at what a packager elsewhere proposes with everything
                                           of its own, and sign the same bytes or say what it finds instead
  make-verifier --home DIR                 make the key of a verifier and print its public half
  key --home DIR                           print the public half of the key of a packager or verifier
  release BUILD HOLD --home DIR --reason TEXT
                                           lift a judgement on this machine, in guarded and offline mode; a packager
                                           and its verifier are two machines
${shareUsage}`;

const options = {
  manifests: { type: 'string', multiple: true, default: [] as string[] },
  json: { type: 'boolean', default: false },
  out: { type: 'string' },
  roots: { type: 'string', default: usualRoots },
  ledger: { type: 'string' },
  clamd: { type: 'string' },
  architecture: { type: 'string' },
  scope: { type: 'string' },
  kind: { type: 'string' },
  lift: { type: 'string', multiple: true, default: [] as string[] },
  reason: { type: 'string' },
  home: { type: 'string' },
  socket: { type: 'string' },
  mode: { type: 'string', default: 'simple' },
  verifier: { type: 'string' },
  'verifier-socket': { type: 'string' },
  'manifests-from': { type: 'string', default: usualAddress },
  ...shareOptions,
} as const;

interface VoucherWords {
  mode: string;
  verifier?: string | undefined;
  'verifier-socket'?: string | undefined;
  root?: string | undefined;
}

const voucherOf = ({ mode, verifier, 'verifier-socket': verifierSocket, root }: VoucherWords): Voucher => {
  if (mode === 'guarded') {
    if (verifier === undefined || verifierSocket === undefined)
      throw new WrongUsage('--mode guarded needs --verifier and --verifier-socket.');
    return { mode, verifier, verifierSocket };
  }
  if (mode === 'offline') {
    if (root === undefined) throw new WrongUsage('--mode offline needs --root.');
    return { mode, root };
  }
  if (mode !== 'simple') throw new WrongUsage('--mode is simple, guarded or offline.');
  // Whoever names a verifier and forgets the mode must not get a packager that signs alone.
  if (verifier !== undefined || verifierSocket !== undefined) throw new WrongUsage('--verifier needs --mode guarded.');
  return { mode };
};

const run = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    args: wordsWithKeys(process.argv.slice(2)),
    allowPositionals: true,
    options,
  });
  const homeOf = (): string => {
    if (values.home === undefined) throw new WrongUsage('--home is missing.');
    return values.home;
  };
  // A download may take an hour: what is under way is begun anew at the next start.
  const endOnSignals = (): void => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
  };

  const parts = () => {
    const { manifests, roots, clamd } = values;
    const manifestsFrom = values['manifests-from'];
    if (values.socket === undefined) throw new WrongUsage('--socket is missing.');
    return { home: homeOf(), socket: values.socket, manifests, manifestsFrom, roots, clamd };
  };

  const commands: Record<string, () => Promise<void> | void> = {
    async applications() {
      if (values.manifests.length === 0) throw new WrongUsage('--manifests is missing.');
      const found = await listApplications(values.manifests, starterChannels, loadRecipes(recipesFolder));
      console.log(values.json ? JSON.stringify(found, null, 2) : applicationsText(found));
    },
    async prepare() {
      const [, packageId, version] = positionals;
      if (packageId === undefined || version === undefined) throw new WrongUsage('Name a package and a version.');
      const { manifests, out, roots, clamd, lift: lifted, reason, architecture, scope, kind } = values;
      if (manifests.length === 0 || out === undefined) throw new WrongUsage('--manifests and --out are needed.');
      const fact = lifted.find((name) => !isJudgement(name));
      if (fact !== undefined) throw new WrongUsage(`${fact} is not a judgement, and cannot be lifted.`);
      if (lifted.length > 0 && !reason?.trim()) throw new WrongUsage('--lift needs a --reason.');
      const prepared = await prepare(
        {
          packageId,
          version,
          manifests,
          out,
          clamd,
          lifted,
          reason,
          roots,
          ledger: values.ledger ?? join(dirname(out), 'packager-ledger.jsonl'),
          choice: { architecture, scope, kind },
        },
        starterChannels,
        loadRecipes(recipesFolder),
      );
      console.log(preparedText(prepared, out));
      if (prepared.holds.length > 0) process.exitCode = 3;
    },
    async serve() {
      const { bundle, share } = values;
      await serveHome({ ...parts(), voucher: voucherOf(values), bundle, share });
      endOnSignals();
      console.log(`The packager listens on ${values.socket}`);
    },
    async verify() {
      await serveVerifierHome(parts());
      endOnSignals();
      console.log(`The verifier listens on ${values.socket}`);
    },
    'make-verifier': () => console.log(makeVerifier(homeOf())),
    key: () => console.log(publicKeyIn(homeOf())),
    release() {
      const [, build = '', hold = ''] = positionals;
      if (!isJudgement(hold)) throw new WrongUsage(`${hold} is not a judgement, and cannot be lifted.`);
      if (!values.reason?.trim()) throw new WrongUsage('--reason is missing.');
      addLift(homeOf(), { at: Date.now(), build, hold, reason: values.reason });
    },
  };

  for (const [name, act] of Object.entries(shareCommands(values, positionals)))
    commands[name] = async () => console.log(await act());

  const [name = ''] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new WrongUsage(name === '' ? 'Name a command.' : `There is no command "${name}".`);
  await command();
};

await runCommand(usage, run);
