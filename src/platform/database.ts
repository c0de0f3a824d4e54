import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

/** The typed query builder over our tables; also the type of a transaction. */
export type Db = Kysely<Tables>;

// Whole numbers of 64 bits arrive as bigint; numeric stays text, read exactly by the kernel; dates stay text.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Which of the database's roles a pool acts as. Each role sees only what its part of the product needs. */
export type Role = 'cryptocommerce_app' | 'cryptocommerce_auth';

export type PoolOptions = {
  url: string;
  role?: Role;
  searchPath?: string;
  max?: number;
  onError?: (error: Error) => void;
};

/** A pool whose connections act as `role` from their first moment; without a role, as the login of the address. */
export function openPool({ url, role, searchPath = 'public', max = 10, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    ...(role && {
      options: `-c role=${role} -c search_path=${searchPath} -c statement_timeout=20000 -c lock_timeout=10000`,
    }),
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => onError?.(error));
  return pool;
}

export const kyselyOn = (pool: PostgresPool): Db => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

/** Who is asking, as the database itself answered for the session. */
export type Person = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly sessionId: string;
  readonly roles: readonly string[];
};

type Entered = { id: string; email: string; name: string; session_id: string; roles: string[] };

/** Statements are prepared once a connection: their names are their own hashes. */
const names = new Map<string, string>();
function statementName(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  if (names.size < 2_000) names.set(text, name);
  return name;
}

/** One checked-out connection in the clothes of a pool, so that Kysely runs every query of a request on it. */
function only(client: pg.PoolClient): PostgresPool {
  const query = (text: unknown, values?: readonly unknown[]) =>
    typeof text === 'string' && values !== undefined && values.length > 0
      ? client.query({ name: statementName(text), text, values: [...values] })
      : client.query(text as string);
  const connection = { query, release: () => undefined };
  return { connect: async () => connection, end: async () => undefined } as unknown as PostgresPool;
}

const tokenShape = /^[A-Za-z0-9_-]{16,128}$/;

/**
 * Runs one act of a person in one transaction. The round trip that opens it also checks the session and tells row
 * security who is asking. Answers null when the session is unknown or over; then nothing was run.
 */
export async function asPerson<T>(
  pool: pg.Pool,
  token: string,
  act: (tx: Db, person: Person) => Promise<T>,
  door: 'enter' | 'enter_alone' = 'enter',
): Promise<{ value: T } | null> {
  if (!tokenShape.test(token)) return null;
  // The token is a plain word by the line above, so it can stand in a simple query, which may hold two statements.
  return transaction(pool, `begin; select * from app.${door}('${token}')`, async (tx, rows) => {
    const entered = rows[0] as Entered | undefined;
    if (!entered) return null;
    const { id, email, name, session_id: sessionId, roles } = entered;
    return { value: await act(tx, { id, email, name, sessionId, roles }) };
  });
}

/** Runs an act of the product itself (a job) in one transaction that sees every row. */
export const asSystem = <T>(pool: pg.Pool, act: (tx: Db) => Promise<T>): Promise<T> =>
  transaction(pool, `begin; select set_config('app.sees_all', 'yes', true)`, (tx) => act(tx));

/** Runs an act of nobody in particular: row security shows it public tables only. */
export const asVisitor = <T>(pool: pg.Pool, act: (tx: Db) => Promise<T>): Promise<T> =>
  transaction(pool, 'begin; select 1', (tx) => act(tx));

async function transaction<T>(
  pool: pg.Pool,
  opening: string,
  act: (tx: Db, rows: unknown[]) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const opened = (await client.query(opening)) as unknown as pg.QueryResult[];
    const value = await act(kyselyOn(only(client)), opened[1]?.rows ?? []);
    await client.query('commit');
    return value;
  } catch (error) {
    await client.query('rollback').catch((fault: Error) => {
      broken = fault;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** The name of the constraint that refused a write, for commands that turn it into a refusal. */
export function brokenConstraint(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.constraint ? error.constraint : null;
}

/** Whether the database could not be reached, or went away: worth another try later, nothing was decided. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|53|57P0)/.test(error.code ?? '');
  const code = (error as { code?: string } | null)?.code ?? '';
  if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'].includes(code)) return true;
  return error instanceof Error && /Connection terminated|timeout exceeded when trying to connect/.test(error.message);
}

/** Tells every process, on commit, that a topic changed; `person` narrows it to one customer. Carries no data. */
export const announce = (tx: Db, topic: string, person?: string) =>
  sql`select pg_notify('topic', ${person ? `${topic}@${person}` : topic})`.execute(tx);
