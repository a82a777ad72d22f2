import { readFileSync } from 'node:fs';
import { product } from '@patchkeep/contract/product';
import { supportDocumentIds } from '@patchkeep/contract/support';
import { z } from 'zod';
import { readTrustedProxies } from '../http/client-address.ts';
import { fileSettings, fileSettingsProblem } from './file-settings.ts';
import { flag } from './setting-shapes.ts';
import { documentAddresses, webAddress } from './support-settings.ts';

/** Secrets of one purpose, newest first: the first one writes, all of them read. */
export type Secrets = readonly [string, ...string[]];

/** One secret per line, so that an old one stays readable while a new one takes its place. */
const secrets = z.string().transform((text, context): Secrets => {
  const [first, ...former] = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isLong = (line: string): boolean => line.length >= 32;
  if (first !== undefined && [first, ...former].every(isLong)) return [first, ...former];
  context.addIssue('needs at least 32 characters in each line');
  return z.NEVER;
});

const connections = z.coerce.number().int().min(2).max(200).default(16);

/** Every setting of the server: its variable, its shape and the sentence the operator reads. */
export const settings = {
  PATCHKEEP_ROLE: z
    .enum(['api', 'worker', 'all'])
    .default('all')
    .describe('What this process does. Small installs run `all`.'),
  PATCHKEEP_DATABASE_URL: z.string().min(1).describe('PostgreSQL as the role `patchkeep_api`.'),
  PATCHKEEP_WORKER_DATABASE_URL: z.string().min(1).describe('PostgreSQL as the role `patchkeep_worker`.'),
  PATCHKEEP_QUEUE_DATABASE_URL: z
    .string()
    .min(1)
    .describe('PostgreSQL as the role `patchkeep_queue`, owner of the job queue.'),
  PATCHKEEP_OWNER_DATABASE_URL: z
    .string()
    .optional()
    .describe(
      'PostgreSQL as a role that may create roles. Only `migrate`, `setup` and `restore` read it; keep it from the server.',
    ),
  PATCHKEEP_BACKUP_DATABASE_URL: z
    .string()
    .optional()
    .describe('PostgreSQL as a role that may read all rows. Only `backup` reads it; keep it from the server.'),
  PATCHKEEP_DATABASE_POOL: connections.describe('Database connections for the console and API.'),
  PATCHKEEP_AGENT_DATABASE_POOL: connections.describe(
    'Database connections for calls of agents, apart from those of the console.',
  ),
  PATCHKEEP_PREPARED_STATEMENTS: flag
    .default(true)
    .describe(
      'Prepare statements on the connections of PATCHKEEP_DATABASE_URL. `false` behind a pooler in transaction mode that does not track them (PgBouncer before 1.21).',
    ),
  PATCHKEEP_NATS_URL: z
    .string()
    .optional()
    .describe(
      'A NATS server for several api processes; without it PostgreSQL carries the hints. `tls://…` asks for TLS and refuses a server without it.',
    ),
  PATCHKEEP_NATS_USER: z.string().min(1).optional().describe('User name at the NATS server.'),
  PATCHKEEP_NATS_PASSWORD: z.string().min(1).optional().describe('Password at the NATS server. Secret.'),
  PATCHKEEP_NATS_CREDENTIALS: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The text of a NATS credentials file instead of user and password; name the file with `PATCHKEEP_NATS_CREDENTIALS_FILE`. Secret.',
    ),
  PATCHKEEP_NATS_CA: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Certificate (PEM) of the authority that signed the NATS server’s, where it is no public one; name the file with `PATCHKEEP_NATS_CA_FILE`.',
    ),
  PATCHKEEP_HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  PATCHKEEP_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(8080)
    .describe('Port to listen on; 0 takes a free one.'),
  PATCHKEEP_STOP_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(600)
    .default(15)
    .describe('How long requests may take to end when the server is told to stop; what is left is cut.'),
  PATCHKEEP_HELD_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(20_000)
    .describe('Hosts that may hold a connection to be told to check in at once; the rest come at their own time.'),
  PATCHKEEP_METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('Port of /metrics, on 127.0.0.1 only. Unset: no metrics.'),
  PATCHKEEP_HEALTH_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .describe(
      'Port of /healthz and /readyz of a worker, on PATCHKEEP_HOST. Unset: none. The api has both on its own port.',
    ),
  PATCHKEEP_PUBLIC_URL: z.url().optional().describe('The address users type. Calls from any other origin are refused.'),
  PATCHKEEP_SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'is an address such as smtps://user:password@mail.example:465' })
    .optional()
    .describe(
      'Mail server for invitations, alerts and reports: `smtps://user:password@mail.example:465`, or `smtp://…:587` for STARTTLS. With a password the connection must be encrypted. Needs PATCHKEEP_MAIL_FROM and PATCHKEEP_PUBLIC_URL. Unset: no mails; administrators hand out the links of invitations. Secret.',
    ),
  PATCHKEEP_MAIL_FROM: z
    .string()
    .min(3)
    .max(320)
    .optional()
    .describe('The sender of mails, such as `Patchkeep <patchkeep@example.org>`.'),
  PATCHKEEP_SUPPORT_EMAIL: z
    .email()
    .optional()
    .describe('Where users reach support. Messages of the page Support are mailed there. Unset: the page has no form.'),
  PATCHKEEP_SUPPORT_PHONE: z.string().min(3).max(50).optional().describe('Telephone number on the page Support.'),
  PATCHKEEP_SUPPORT_PORTAL: webAddress.optional().describe('Address of a support portal, on the page Support.'),
  PATCHKEEP_SUPPORT_COMMUNITY: webAddress.optional().describe('Address of a community site, on the page Support.'),
  PATCHKEEP_SUPPORT_DOCUMENTS: documentAddresses.describe(
    `Addresses of documents on the page Support, such as \`quick-guide=https://example.org/quick.pdf\`, divided by spaces. Documents: ${supportDocumentIds.join(', ')}.`,
  ),
  PATCHKEEP_SECRET_KEY: secrets.describe(
    'Secret from which the keys of CSRF values, invitations, previews, known browsers, agent sessions and clone-detection tokens follow. The same on every api process. One per line: the first writes, all are read.',
  ),
  PATCHKEEP_PEPPER: secrets.describe(
    'Second secret of stored passwords. Losing it locks everybody out; keep it apart from the database backup. One per line: the first writes, all are read.',
  ),
  PATCHKEEP_DATA_KEY: secrets
    .optional()
    .describe(
      'Secret under which the secrets of second factors are sealed in the database. The same on every api process. Losing it makes every authenticator app useless; keep it apart from the database backup. Unset: nobody can set up an authenticator app. One per line: the first writes, all are read.',
    ),
  PATCHKEEP_STEP_UP_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(720)
    .default(15)
    .describe(
      'For how many minutes after signing in, or after the last proof, administrators need no new proof before dangerous acts.',
    ),
  PATCHKEEP_SSO_INNER_NETWORKS: flag
    .default(false)
    .describe(
      'Identity providers for single sign-on may have private or loopback addresses, and may be called without TLS. Every system administrator of every customer can then make the server call such addresses.',
    ),
  PATCHKEEP_DNS_SERVERS: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter((server) => server !== ''))
    .describe(
      'DNS servers that are asked for the records of mail domains and for identity providers, as in `10.0.0.53 10.0.1.53:5353`. Unset: those of the system.',
    ),
  PATCHKEEP_TRUST_PROXY: z
    .string()
    .refine(
      (text) => readTrustedProxies(text) !== undefined,
      'write the addresses or networks of the proxies in front, such as `10.0.0.5 192.168.7.0/24`, or how many stand there, such as `1`; `true` would believe anybody',
    )
    .default('false')
    .describe(
      'Proxies in front whose X-Forwarded-For and X-Forwarded-Proto are believed: addresses and networks such as `10.0.0.5 192.168.7.0/24`, or how many proxies stand there, such as `1`. The caller is the first from the right that is none of them.',
    ),
  PATCHKEEP_BREACHED_PASSWORDS_DIR: z
    .string()
    .optional()
    .describe(
      'Folder of range files of breached passwords: `21BD1.txt` holds the rest of each SHA-1 that begins with 21BD1, one per line. Who changes a password cannot take one of them. Unset: only the list of common passwords in the console counts.',
    ),
  PATCHKEEP_UAT: flag.default(false).describe('Marks the console as a test environment.'),
  PATCHKEEP_PROVIDER: z
    .string()
    .max(100)
    .default(product.defaultProvider)
    .describe('The provider named in the footer.'),
  PATCHKEEP_CONSOLE_DIR: z
    .string()
    .optional()
    .describe('Folder of the built console. Unset: the one beside the server, when built.'),
  PATCHKEEP_AGENT_DIR: z
    .string()
    .optional()
    .describe(
      'Folder of the packages of the agent, which the console offers for download. Unset: the one beside the server, when built.',
    ),
  PATCHKEEP_FEEDS: z
    .enum(['fetch', 'bundle'])
    .default('fetch')
    .describe('`fetch`: workers fetch the feeds. `bundle`: nothing is fetched; feeds come with `feeds:import`.'),
  PATCHKEEP_FEED_DIR: z
    .string()
    .optional()
    .describe('Folder where workers keep the feed files they fetched. Unset: a temporary one.'),
  PATCHKEEP_FEED_ADDRESSES: z
    .string()
    .regex(/^\s*(?:[a-z0-9-]+=\S+(?:\s+|$))*$/, 'is a list of feed=address, separated by blanks')
    .default('')
    .describe(
      'Other addresses for feeds, as in `kev=https://mirror.example/kev.json`, separated by blanks. Several for one feed are all read; `kev=off` leaves it out.',
    ),
  PATCHKEEP_HISTORY_MONTHS: z.coerce
    .number()
    .int()
    .min(13)
    .max(600)
    .default(61)
    .describe('Months of counts and updates over time that are kept; older ones are dropped whole.'),
  PATCHKEEP_HOST_HISTORY_MONTHS: z.coerce
    .number()
    .int()
    .min(1)
    .max(600)
    .default(13)
    .describe('Months for which it can be told what each host had installed on a day.'),
  ...fileSettings,
  PATCHKEEP_SIGNER_SOCKET: z
    .string()
    .optional()
    .describe('Socket of the signer. Unset: hosts are told to do nothing, only looked at.'),
  PATCHKEEP_PACKAGER_SOCKET: z
    .string()
    .optional()
    .describe(
      'Socket of the packager, for workers; needs PATCHKEEP_SIGNER_SOCKET and PATCHKEEP_FILES_DIR or PATCHKEEP_S3_BUCKET too. Unset: packages come by hand.',
    ),
  PATCHKEEP_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('How much to log.'),
  PATCHKEEP_ACCESS_LOG: flag.default(false).describe('Log every request, not only slow and failed ones.'),
} as const;

/** Something the operator can put right: shown as its sentence, without a stack. */
export class SettingsError extends Error {}

const shape = z.object(settings);
export type Config = z.output<typeof shape>;

/** The addresses a setting gives for a feed; none when it is switched off, undefined when the setting is silent. */
export const feedAddresses = (config: Pick<Config, 'PATCHKEEP_FEED_ADDRESSES'>, feed: string): string[] | undefined => {
  const given = config.PATCHKEEP_FEED_ADDRESSES.split(/\s+/)
    .filter((entry) => entry.startsWith(`${feed}=`))
    .map((entry) => entry.slice(feed.length + 1));
  return given.length === 0 ? undefined : given.filter((address) => address !== 'off');
};

const readSettingFile = (variable: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8').trimEnd();
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new SettingsError(`${variable} names a file that cannot be read (${why}): ${file}`);
  }
};

/** `NAME_FILE` names a file that holds NAME: the way secrets are mounted. */
const fromFiles = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const merged = { ...env };
  for (const name of Object.keys(settings)) {
    const file = env[`${name}_FILE`];
    if (file) merged[name] = readSettingFile(`${name}_FILE`, file);
  }
  return merged;
};

const parsed = <T>(schema: z.ZodType<T>, env: NodeJS.ProcessEnv): T => {
  const result = schema.safeParse(fromFiles(env));
  if (result.success) return result.data;
  // Values are never printed: one of them may be a secret.
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new SettingsError(`The settings do not fit.\n${problems.join('\n')}`);
};

/** The named settings alone, for a command that needs no others. */
export const readSettings = <K extends keyof Config>(
  names: readonly K[],
  env: NodeJS.ProcessEnv = process.env,
): Pick<Config, K> => {
  const picked = Object.fromEntries(names.map((name) => [name, settings[name]]));
  return parsed<unknown>(z.object(picked), env) as Pick<Config, K>;
};

/** Reads the environment once. A misspelt PATCHKEEP_ variable stops the start instead of being ignored. */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => {
  const known = new Set(Object.keys(settings).flatMap((name) => [name, `${name}_FILE`]));
  const unknown = Object.keys(env).filter((name) => name.startsWith('PATCHKEEP_') && !known.has(name));
  if (unknown.length > 0) throw new SettingsError(`Unknown setting: ${unknown.join(', ')}`);
  const config = parsed(shape, env);
  const { PATCHKEEP_SMTP_URL: smtp, PATCHKEEP_MAIL_FROM: from, PATCHKEEP_PUBLIC_URL: address } = config;
  if (smtp !== undefined && (from === undefined || address === undefined))
    throw new SettingsError('PATCHKEEP_SMTP_URL needs PATCHKEEP_MAIL_FROM and PATCHKEEP_PUBLIC_URL');
  const problem = fileSettingsProblem(config);
  if (problem !== undefined) throw new SettingsError(problem);
  return config;
};
