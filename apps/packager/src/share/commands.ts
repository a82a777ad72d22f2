import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WrongUsage } from '@patchkeep/command/command';
import { starterChannels } from '@patchkeep/starter/channels';
import { openBuildStore } from '../serve/build-store.ts';
import { bundle } from '../subscribe/bundle.ts';
import { readProviders, subscribe } from '../subscribe/providers.ts';
import { webSource } from '../subscribe/source.ts';
import { makeShareKey, readKey, shareHome } from './share-home.ts';
import { makeShareRoot } from './share-root.ts';
import { withdraw } from './withdrawals.ts';

export const shareUsage = `  share-key --home DIR                     make the online key of a shared catalogue and print its public key
  share-root --offline DIR --signer DIR --online KEY --out FILE [--after FILE]
                                           where the root keys are: the root of the shared catalogue, or the one after
                                           FILE; it goes into the folder share of the home as 1.root.json, 2.root.json…
  share --home DIR --out DIR [--key FILE]  publish what is ready as static files for subscribers; --key names the
                                           catalogue keys where the packager has none of its own
  withdraw CHANNEL VERSION --home DIR --reason TEXT
                                           take a version back, here and from all who subscribe
  subscribe NAME --home DIR --from URL --root FILE [--only CHANNEL]
                                           take packages from a provider whose root you were given, for all channels
                                           or for those that are named
  bundle --home DIR --out DIR [--package CHANNEL[=VERSION]]
                                           write what providers share, with the installers, for a machine without a
                                           network, which runs serve --bundle DIR`;

export const shareOptions = {
  offline: { type: 'string' },
  signer: { type: 'string' },
  online: { type: 'string' },
  after: { type: 'string' },
  key: { type: 'string', multiple: true, default: [] as string[] },
  from: { type: 'string' },
  root: { type: 'string' },
  only: { type: 'string', multiple: true, default: [] as string[] },
  package: { type: 'string', multiple: true, default: [] as string[] },
  bundle: { type: 'string' },
  share: { type: 'string' },
} as const;

/** The options of these commands as they were given. */
interface Values extends Partial<
  Record<'home' | 'out' | 'offline' | 'signer' | 'online' | 'after' | 'from' | 'root' | 'reason', string>
> {
  key: string[];
  only: string[];
  package: string[];
}

const channelTags = new Set(starterChannels.map(({ tag }) => tag));
const knownChannel = (tag: string): string => {
  if (!channelTags.has(tag)) throw new WrongUsage(`There is no channel "${tag}".`);
  return tag;
};

/** The commands by which catalogues are shared, subscribed to and carried. Each gives what the operator is told. */
export const shareCommands = (values: Values, positionals: readonly string[]) => {
  const given = (name: Exclude<keyof Values, 'key' | 'only' | 'package'>): string => {
    const value = values[name];
    if (value === undefined) throw new WrongUsage(`--${name} is missing.`);
    return value;
  };
  return {
    'share-key': () => makeShareKey(given('home')),
    'share-root'() {
      const offline = given('offline');
      const files = readdirSync(offline).filter((name) => /^root-\d{1,4}\.pem$/.test(name));
      const { version, file } = makeShareRoot({
        root: readFileSync(join(given('signer'), 'root.json'), 'utf8'),
        online: given('online'),
        keys: files.map((name) => readKey(join(offline, name))),
        after: values.after === undefined ? undefined : readFileSync(values.after),
        now: Date.now(),
      });
      writeFileSync(given('out'), file, { flag: 'wx' });
      return `Root ${version} of the share is written. Put it into the folder share of the packager's home as
${version}.root.json, and give subscribers the first one by a way of which both of you know who is at the other end.`;
    },
    share() {
      const home = given('home');
      const store = openBuildStore(home);
      const { packages, withdrawn } = shareHome({ home, out: given('out'), store, keys: values.key, now: Date.now() });
      return `${packages} packages and ${withdrawn} withdrawals are shared. Share again within three days.`;
    },
    withdraw() {
      const [, channelTag, version] = positionals;
      if (channelTag === undefined || version === undefined) throw new WrongUsage('Name a channel and a version.');
      const reason = given('reason').trim();
      if (reason === '') throw new WrongUsage('--reason is empty.');
      withdraw(given('home'), { channelTag: knownChannel(channelTag), version, reason, at: Date.now() });
      return `${channelTag} ${version} is withdrawn within a minute, and from subscribers within an hour or two.`;
    },
    subscribe() {
      const [, name] = positionals;
      if (name === undefined) throw new WrongUsage('Name the provider.');
      const { fingerprint, signers } = subscribe({
        home: given('home'),
        name,
        from: given('from'),
        root: readFileSync(given('root')),
        only: values.only.map(knownChannel),
      });
      return `Subscribed to ${name}. Ask its operator whether the SHA-256 of the root is
  ${fingerprint}
${signers} of its root keys must sign when its keys change. Start the packager again.`;
    },
    async bundle() {
      const [home, out] = [given('home'), given('out')];
      const providers = readProviders(home);
      if (providers.length === 0) throw new Error(`${home} has no provider: subscribe to one first.`);
      const lines: string[] = [];
      for (const provider of providers) {
        const about = { provider, source: webSource(provider.from), out, names: values.package, now: Date.now() };
        const { files, missing } = await bundle(about);
        lines.push(`${provider.name}: ${files} files are in ${out}. Carry it over within three days.`);
        lines.push(...missing.map((line) => `Not there: ${line}`));
        if (missing.length > 0) process.exitCode = 3;
      }
      return lines.join('\n');
    },
  };
};
