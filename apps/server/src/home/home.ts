import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { parseEnv } from 'node:util';
import { settings, SettingsError } from '../platform/config/config.ts';
import { usualClamd } from './packager-parts.ts';
import type { Users } from './users.ts';

/** Where everything of an installation on one machine lies. */
export const homeOf = (folder: string) => ({
  folder,
  settings: join(folder, 'settings.env'),
  secretKey: join(folder, 'secret-key'),
  pepper: join(folder, 'pepper'),
  dataKey: join(folder, 'data-key'),
  recovery: join(folder, 'recovery'),
  signer: join(folder, 'signer'),
  packager: join(folder, 'packager'),
  files: join(folder, 'files'),
  feeds: join(folder, 'feeds'),
  signerSocket: join(folder, 'run', 'signer', 'socket'),
  packagerSocket: join(folder, 'run', 'packager', 'socket'),
});
export type Home = ReturnType<typeof homeOf>;

const secret = (): string => randomBytes(32).toString('hex');

/** The address of the same database for a role of the server, with a password that nobody chose. */
const addressFor = (ownerUrl: string, role: string): string => {
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = secret();
  return url.href;
};

interface Chosen {
  ownerUrl: string;
  /** What the operator chose beyond what every installation has. */
  settings: Readonly<Record<string, string>>;
}

/** The options of the two programs beside the server stand in the same file, under names of their own. */
const optionNames = ['SIGNER_OPTIONS', 'PACKAGER_OPTIONS'];

/** Settings as they are written on a command line. Names are known ones: a misspelt one is told now, not at the start. */
export const readChosen = (given: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    given.map((text) => {
      const [, name = '', value = ''] = /^([A-Z_]{1,50})=([^\n\r']{0,2000})$/.exec(text) ?? [];
      const known = name.replace(/_FILE$/, '');
      if (Object.hasOwn(settings, known) || optionNames.includes(name)) return [name, value];
      throw new SettingsError(`--set takes NAME=VALUE with the name of a setting and no quotes, not "${text}".`);
    }),
  );

const settingsText = (home: Home, { ownerUrl, settings: chosen }: Chosen): string => {
  const all: Record<string, string> = {
    PATCHKEEP_DATABASE_URL: addressFor(ownerUrl, 'patchkeep_api'),
    PATCHKEEP_WORKER_DATABASE_URL: addressFor(ownerUrl, 'patchkeep_worker'),
    PATCHKEEP_QUEUE_DATABASE_URL: addressFor(ownerUrl, 'patchkeep_queue'),
    PATCHKEEP_SECRET_KEY_FILE: home.secretKey,
    PATCHKEEP_PEPPER_FILE: home.pepper,
    PATCHKEEP_DATA_KEY_FILE: home.dataKey,
    ...('PATCHKEEP_S3_BUCKET' in chosen
      ? { PATCHKEEP_QUARANTINE_DIR: join(home.files, 'quarantine') }
      : { PATCHKEEP_FILES_DIR: home.files }),
    ...(existsSync(usualClamd) && { PATCHKEEP_CLAMD: usualClamd }),
    PATCHKEEP_FEED_DIR: home.feeds,
    PATCHKEEP_SIGNER_SOCKET: home.signerSocket,
    PATCHKEEP_PACKAGER_SOCKET: home.packagerSocket,
    SIGNER_OPTIONS: '',
    PACKAGER_OPTIONS: existsSync(usualClamd) ? `--clamd ${usualClamd}` : '',
    ...chosen,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}='${value}'\n`);
  return `\
# The settings of Patchkeep on this machine: docs/operators/settings.md lists all of them. SIGNER_OPTIONS and
# PACKAGER_OPTIONS are options of \`patchkeep signer serve\` and \`patchkeep packager serve\`, separated by blanks.
# Start Patchkeep again after a change. A shell reads them for other commands with: set -a; . ${home.settings}; set +a
${lines.join('')}`;
};

const makeSecretFile = (path: string, text: () => string, users: Users): void => {
  if (!existsSync(path)) writeFileSync(path, text(), { mode: 0o640, flag: 'wx' });
  chownSync(path, users.administrator.uid, users.server.gid);
};

/** Also at every start: an installation that was made before there was a data key gets one by its update. */
export const makeDataKey = (home: Home, users: Users): void =>
  makeSecretFile(home.dataKey, () => `${secret()}\n`, users);

/**
 * Makes the folder, its secrets and its settings, and leaves alone what is there: after a failure `setup` is called
 * again. Each program gets its own part; what only the administrator of the machine needs stays with root.
 */
export const makeHome = (home: Home, chosen: Chosen, users: Users): void => {
  if (!isAbsolute(home.folder) || /['\s]/.test(home.folder))
    throw new SettingsError('--home takes a path from the root on, without blanks and quotes.');
  const folder = (path: string, mode: number, { uid, gid }: { uid: number; gid: number }): void => {
    mkdirSync(path, { recursive: true });
    chownSync(path, uid, gid);
    chmodSync(path, mode);
  };
  const { administrator, server, signer, packager } = users;
  folder(home.folder, 0o711, administrator);
  folder(join(home.folder, 'run'), 0o711, administrator);
  // The group of a socket follows from its folder: the server may connect, other users of the machine may not.
  folder(join(home.signerSocket, '..'), 0o2750, { uid: signer.uid, gid: server.gid });
  folder(join(home.packagerSocket, '..'), 0o2750, { uid: packager.uid, gid: server.gid });
  folder(home.files, 0o700, server);
  folder(home.feeds, 0o700, server);
  makeSecretFile(home.secretKey, () => `${secret()}\n`, users);
  makeSecretFile(home.pepper, () => `${secret()}\n`, users);
  makeDataKey(home, users);
  makeSecretFile(home.settings, () => settingsText(home, chosen), users);
};

/** The settings of a home, as the environment of the server, and the options of the other two programs. */
export const readHome = (home: Home) => {
  let text: string;
  try {
    text = readFileSync(home.settings, 'utf8');
  } catch (error) {
    throw new SettingsError(`${home.folder} holds no settings.env; \`patchkeep setup --home\` makes it.`, {
      cause: error,
    });
  }
  const { SIGNER_OPTIONS = '', PACKAGER_OPTIONS = '', ...env } = parseEnv(text);
  const words = (options: string): string[] => options.split(/\s+/).filter(Boolean);
  // Settings that were written before there was a data key do not name it.
  const isNamed = 'PATCHKEEP_DATA_KEY' in env || 'PATCHKEEP_DATA_KEY_FILE' in env;
  if (!isNamed && existsSync(home.dataKey)) env['PATCHKEEP_DATA_KEY_FILE'] = home.dataKey;
  return { env, signerOptions: words(SIGNER_OPTIONS), packagerOptions: words(PACKAGER_OPTIONS) };
};
