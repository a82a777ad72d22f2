import { hash } from 'node:crypto';
import { isId } from '@patchkeep/rules/ids';
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  DummyDriver,
  PostgresIntrospector,
  type QueryResult,
  SingleConnectionProvider,
  sql,
} from 'kysely';
import type pg from 'pg';
import { deferCommit, takeDeferredCommit } from './deferred-commit.ts';
import { preparesStatements } from './pool.ts';
import type { Tables } from './tables.ts';

/** Whose rows a transaction may touch. */
export interface Tenant {
  customerId: string;
  /** The sites whose rows are visible; none for acts of the customer as a whole. */
  siteIds: readonly string[];
  actorId: string | null;
}

export type Tx = Kysely<Tables>;

/**
 * Statements become prepared ones by text: parsing once per connection is worth a quarter of a short read.
 * Bounded, because a text built from data would otherwise fill every backend's memory.
 * Named by a hash of the text: behind a pooler two processes share connections, and a name must mean the same to both.
 */
const maxPrepared = 500;
const statementNames = new Map<string, string>();
const statementName = (text: string): string | undefined => {
  const known = statementNames.get(text);
  if (known !== undefined || statementNames.size >= maxPrepared) return known;
  const name = hash('sha256', text, 'base64url');
  statementNames.set(text, name);
  return name;
};

const toStatement = (pool: pg.Pool, { sql: text, parameters }: CompiledQuery): pg.QueryConfig => {
  const name = preparesStatements(pool) ? statementName(text) : undefined;
  return { text, values: [...parameters], ...(name !== undefined && { name }) };
};

const literal = (id: string): string => {
  // Written into the text below, so it must be an identifier and nothing else.
  if (!isId(id)) throw new Error('Not an identifier');
  return `'${id}'`;
};

/** BEGIN and enter as one message: one answer less to wait for than as two statements. */
const enterText = ({ customerId, siteIds, actorId }: Tenant): string => {
  const sites = siteIds.map(literal).join(', ');
  return `begin; select app.enter(${literal(customerId)}, array[${sites}]::uuid[], ${actorId === null ? 'null' : literal(actorId)})`;
};

/**
 * One tenant's transaction, opened by its first statement: BEGIN, enter and that statement travel in one flight.
 * A request that asks nothing of the database costs it nothing.
 */
class TenantConnection implements DatabaseConnection {
  readonly #pool: pg.Pool;
  readonly #tenant: Tenant;
  #client: Promise<pg.PoolClient> | undefined;
  #isClosed = false;
  #hasOnlyRead = true;

  constructor(pool: pg.Pool, tenant: Tenant) {
    this.#pool = pool;
    this.#tenant = tenant;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isClosed) throw new Error('The tenant transaction has ended; a statement came too late');
    const statement = toStatement(this.#pool, query);
    this.#hasOnlyRead &&= query.query.kind === 'SelectQueryNode';
    const isFirst = this.#client === undefined;
    this.#client ??= this.#pool.connect();
    const client = await this.#client;
    if (!isFirst) return present(await client.query(statement));
    // One write to the socket instead of one per message: half the cost of a short transaction is system calls.
    const enterStatement = enterText(this.#tenant);
    const { stream } = client.connection;
    stream.cork();
    const deferred = takeDeferredCommit(client) ? 'commit; ' : '';
    const entered = client.query(deferred + enterStatement);
    const answered = client.query(statement);
    stream.uncork();
    // If entering fails, the statement fails with it: the transaction is aborted before it can see a row.
    const [enter, answer] = await Promise.allSettled([entered, answered]);
    if (enter.status === 'rejected') throw enter.reason;
    if (answer.status === 'rejected') throw answer.reason;
    return present(answer.value);
  }

  // oxlint-disable-next-line require-yield -- the interface asks for it; nothing here streams
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('A tenant transaction does not stream');
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    this.#isClosed = true;
    if (!this.#client) return;
    const client = await this.#client;
    // The commit of a read-only transaction can be sent together with the next statement.
    if (how === 'commit' && this.#hasOnlyRead && deferCommit(client)) client.release();
    else await endOn(client, how);
  }
}

const endOn = async (client: pg.PoolClient, how: 'commit' | 'rollback'): Promise<void> => {
  try {
    const { command } = await client.query(how);
    // PostgreSQL answers COMMIT of an aborted transaction with ROLLBACK: a swallowed error must not look saved.
    if (how === 'commit' && command !== 'COMMIT') throw new Error('The transaction was rolled back');
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
    throw error;
  }
};

const present = <R>({ rows, rowCount }: pg.QueryResult): QueryResult<R> => ({
  rows: rows as R[],
  ...(rowCount !== null && { numAffectedRows: BigInt(rowCount) }),
});

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();
const driver: Driver = new DummyDriver();
const dialect: Dialect = {
  createAdapter: () => adapter,
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => compiler,
};
const config = { dialect };

const queryBuilderOver = (connection: DatabaseConnection): Tx =>
  new Kysely<Tables>({
    config,
    dialect,
    driver,
    executor: new DefaultQueryExecutor(compiler, adapter, new SingleConnectionProvider(connection)),
  });

/** Runs `work` in one transaction of one tenant: committed when it returns, rolled back when it throws. */
export const withTenant = async <T>(pool: pg.Pool, tenant: Tenant, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const connection = new TenantConnection(pool, tenant);
  let result: T;
  try {
    result = await work(queryBuilderOver(connection));
  } catch (error) {
    await connection.end('rollback').catch(() => undefined);
    throw error;
  }
  await connection.end('commit');
  return result;
};

/** Goes on in the same customer with other sites in view: for work that learns its site from the customer's rows. */
export const enterSites = async (tx: Tx, { customerId, siteIds, actorId }: Tenant): Promise<void> => {
  await sql`select app.enter(${customerId}, ${[...siteIds]}::uuid[], ${actorId})`.execute(tx);
};

/** For an act on all hosts of a site: reading a million rows takes longer than the five seconds of a page. */
export const allowLongReads = async (tx: Tx): Promise<void> => {
  await sql`select set_config('statement_timeout', '30s', true)`.execute(tx);
};

const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');

/** The same, once more when PostgreSQL asks for it: a serialization failure or a deadlock left nothing behind. */
export const withTenantRetrying = async <T>(
  pool: pg.Pool,
  tenant: Tenant,
  work: (tx: Tx) => Promise<T>,
  tries = 3,
): Promise<T> => {
  try {
    return await withTenant(pool, tenant, work);
  } catch (error) {
    if (tries <= 1 || !isRetryable(error)) throw error;
    return withTenantRetrying(pool, tenant, work, tries - 1);
  }
};
