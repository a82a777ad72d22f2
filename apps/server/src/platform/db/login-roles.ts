import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { SettingsError } from '../config/config.ts';
import { changeRoles } from './role-changes.ts';

const roles = ['patchkeep_owner', 'patchkeep_api', 'patchkeep_worker', 'patchkeep_queue'];

/**
 * Makes the roles that the first migration names, and lets whoever migrates act as them. A superuser may without being
 * asked; a role that may only create roles has to be a member. PostgreSQL 16 lets it grant that to itself for the roles
 * it made.
 */
export const ensureRoles = (client: pg.Client): Promise<void> => changeRoles(() => makeMissingRoles(client));

const makeMissingRoles = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = any ($1)',
    [roles],
  );
  const known = new Set(rows.map(({ name }) => name));
  for (const role of roles)
    if (!known.has(role))
      await client.query(`create role ${role} nosuperuser nocreatedb nocreaterole nobypassrls noinherit`);
  const { rows: me } = await client.query<{ is_super: boolean }>(
    'select rolsuper as is_super from pg_roles where rolname = current_user',
  );
  if (me[0]?.is_super !== true) await client.query(`grant ${roles.join(', ')} to current_user`);
};

/** What the migrations set for roles. Roles are not in a backup of the database: a restore has to set it anew. */
const roleSettings = [
  'alter role patchkeep_api login',
  'alter role patchkeep_worker login',
  'alter role patchkeep_queue login',
  "alter role patchkeep_api set statement_timeout = '5s'",
  "alter role patchkeep_worker set statement_timeout = '30s'",
  "alter role patchkeep_api set lock_timeout = '2s'",
  'alter role patchkeep_api set plan_cache_mode = force_generic_plan',
  'alter role patchkeep_api set jit = off',
  'alter role patchkeep_worker set jit = off',
];

/** Makes an empty database ready for a backup to be restored into: roles, what is set for them, and what they may. */
export const prepareRestore = async (ownerUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from pg_class where relnamespace = 'public'::regnamespace",
    );
    if (rows[0]?.count !== 0)
      throw new SettingsError(
        'The database is not empty. Restore into a new one, which PATCHKEEP_OWNER_DATABASE_URL names.',
      );
    await ensureRoles(client);
    for (const statement of roleSettings) await changeRoles(() => client.query(statement));
    const { rows: named } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
    await client.query(`grant create on database ${named[0]?.name} to patchkeep_owner, patchkeep_queue`);
    await client.query('grant create on schema public to patchkeep_owner');
  } finally {
    await client.end();
  }
};

const iterations = 4_096;

/** What PostgreSQL keeps of a password. Made here, so that the password itself never gets into a log of the database. */
const scramVerifier = (password: string, salt = randomBytes(16)): string => {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${keyed('Server Key').toString('base64')}`;
};

/** A role of ours that logs in, and the password that the server will use for it. */
interface Login {
  role: string;
  password: string;
}

const loginOf = (setting: string, url: string): Login | undefined => {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new SettingsError(`${setting} is no address such as postgres://role:password@host:5432/database`);
  }
  const role = decodeURIComponent(parsed.username);
  const password = decodeURIComponent(parsed.password);
  if (!roles.includes(role) || password === '') return undefined;
  if (!/^[\x20-\x7e]+$/.test(password))
    throw new SettingsError(`The password in ${setting} has characters beyond ASCII.`);
  return { role, password };
};

/** Gives the roles of the server the passwords that stand in the addresses the server signs in with. */
export const setLoginPasswords = async (ownerUrl: string, addresses: Record<string, string>): Promise<string[]> => {
  const logins = Object.entries(addresses)
    .map(([setting, url]) => loginOf(setting, url))
    .filter((login) => login !== undefined);
  if (logins.length === 0) return [];
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    for (const { role, password } of logins)
      await changeRoles(() =>
        client.query(`alter role ${role} password ${client.escapeLiteral(scramVerifier(password))}`),
      );
  } finally {
    await client.end();
  }
  return logins.map(({ role }) => role);
};
