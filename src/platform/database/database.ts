import { createHash } from 'node:crypto';
import { type CompiledQuery, Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import pg from 'pg';
import { parseSessionUser, type RequestCredentials, type SessionUser } from '../http/session-user.ts';
import { type OnUserKnown, userQueueFor } from '../limits/user-queue.ts';
import { notifyTopics } from '../live/notify-batch.ts';
import type { Topic } from '../live/topics.ts';
import { Pipeline, type QueryResult, type Statement } from './batch.ts';
import { isUnavailable } from './database-faults.ts';
import { buildLoginUrl, type Login, type Role } from './logins.ts';
import type { Db } from './rows.ts';
import type { Tables } from './tables.ts';

export { isSamePerson } from '../../kernel/permissions.ts';
export type { SessionUser } from '../http/session-user.ts';

export { allRows, allValues, type Db, firstRow, firstValue, hasRow, newId, requireRow } from './rows.ts';

// Parses int8 to bigint. numeric and date stay text, which the kernel parses (C7).
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export type PoolOptions = {
  url: string;
  /** Logs in as this role instead of the user in the URL. */
  role?: Role;
  password?: string;
  isOwnLogin?: boolean;
  max?: number;
  /** Sends statements without waiting for earlier results. */
  pipeline?: boolean;
  staffRequireMfa?: boolean;
  onError?: (error: Error) => void;
};

/** Pools on which staff have no roles until they use a second factor. */
const mfaPools = new WeakSet<pg.Pool>();

/** Opens a pool. Sets no session state, because a pooler changes connections between transactions (ADR 04). */
export function openPool(options: PoolOptions): pg.Pool {
  const { url, role, max = 10, pipeline = false } = options;
  const pool = new pg.Pool({
    pipeline,
    connectionString: role ? buildLoginUrl(options as Login) : url,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Detects a dead connection, which never responds.
    ...(role && { query_timeout: 25_000 }),
  });
  if (options.staffRequireMfa) mfaPools.add(pool);
  // An error without a listener ends the process, and the pool listens to idle connections only.
  pool.on('error', (error) => options.onError?.(error));
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

export const createKysely = (pool: PostgresPool): Db => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

const builders = new WeakMap<pg.PoolClient, Db>();
function getBuilder(client: pg.PoolClient): Db {
  const builder = builders.get(client) ?? createKysely(createSingleClientPool(client));
  builders.set(client, builder);
  return builder;
}

function queryIn(tx: Db, text: string, values: readonly unknown[]): Promise<QueryResult> {
  const state = getState(tx);
  if (state.isOver) throw new Error('this transaction has already committed');
  return state.pipeline.query(values.length > 0 ? { text, values, name: statementName(text) } : { text, values });
}

export const queryText = async (tx: Db, text: string, values: readonly unknown[]): Promise<unknown[]> =>
  (await queryIn(tx, text, values)).rows;

function createSingleClientPool(client: pg.PoolClient): PostgresPool {
  const query = (text: string, values: readonly unknown[]) => queryIn(getBuilder(client), text, values);
  const connection = { query, release: () => undefined };
  return { connect: async () => connection, end: async () => undefined } as unknown as PostgresPool;
}

const statementNames = new Map<string, string>();

function statementName(text: string): string {
  const cached = statementNames.get(text);
  if (cached) return cached;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  if (statementNames.size < 2_000) statementNames.set(text, name);
  return name;
}

const tokenShape = /^[A-Za-z0-9_-]{16,128}$/;

type UserResult<T> = Promise<{ value: T } | null>;

type UserWork<T> = (tx: Db, person: SessionUser) => Promise<T>;
type PipelinedWork<T> = (tx: Db, userPromise: Promise<SessionUser>) => Promise<T>;

/** Runs a transaction as a user. Checks the session with `begin` [000 §6]; without a valid one, returns null. */
export const withUser = <T>(pool: pg.Pool, credentials: RequestCredentials, run: UserWork<T>): UserResult<T> =>
  runAsUser(pool, { ...credentials, isSerial: false }, run);

/** {@link withUser} that sends the first statement together with `begin`. The statement must use `app.user_id()`. */
export const withUserPipelined = <T>(
  pool: pg.Pool,
  credentials: RequestCredentials,
  run: PipelinedWork<T>,
): UserResult<T> => runPipelined(pool, { ...credentials, isSerial: false }, run);

/** {@link withUserPipelined} that runs one call of a user at a time. */
export const withUserSerial = <T>(
  pool: pg.Pool,
  credentials: RequestCredentials,
  run: PipelinedWork<T>,
): UserResult<T> => runPipelined(pool, { ...credentials, isSerial: true }, run);

/** Id of the current user [001 §6 Signed-in user]. */
export const currentUserId = sql<string>`app.user_id()`;

/** All accounts of the current user, for staff lists; see {@link isSamePerson} (decision A7). */
export const currentUserAccounts = sql<string[]>`(select app.user_id() || app.other_accounts())::uuid[]`;

type SessionCheck = RequestCredentials & { readonly isSerial: boolean };

type TransactionOpening = { readonly statements: readonly Statement[]; readonly token: string | null };

const requireMfaText = `select set_config('app.staff_need_factor', 'yes', true)`;
const requireMfa: Statement = { name: 'need factor', text: requireMfaText, values: [] };

const buildSessionCheck = ({ token, isSerial, scope }: SessionCheck): Statement =>
  scope === undefined
    ? { name: 'enter', text: 'select * from app.authenticate_session($1, $2)', values: [token, isSerial] }
    : { name: 'by key', text: 'select * from app.authenticate_key($1, $2, $3)', values: [token, scope, isSerial] };

const buildOpeningStatements = (pool: pg.Pool, sessionCheck: Statement) => [
  ...(mfaPools.has(pool) ? [requireMfa] : []),
  sessionCheck,
];
const buildOpening = (pool: pg.Pool, session: SessionCheck): TransactionOpening => ({
  statements: buildOpeningStatements(pool, buildSessionCheck(session)),
  token: session.token,
});

function parseUser(rows: unknown[], onUserKnown: OnUserKnown): SessionUser | null {
  const person = parseSessionUser(rows);
  if (person) onUserKnown(person.id);
  return person;
}

async function runAsUser<T>(pool: pg.Pool, session: SessionCheck, run: UserWork<T>): Promise<{ value: T } | null> {
  if (!tokenShape.test(session.token)) return null;
  const runInTransaction = (onUserKnown: OnUserKnown) =>
    transaction(pool, buildOpening(pool, session), async (tx, openingRows) => {
      const person = parseUser(await openingRows, onUserKnown);
      return person && { value: await run(tx, person) };
    });
  return userQueueFor(pool).run(session, runInTransaction);
}

class NoSession extends Error {}

async function runPipelined<T>(
  pool: pg.Pool,
  session: SessionCheck,
  run: PipelinedWork<T>,
): Promise<{ value: T } | null> {
  if (!tokenShape.test(session.token)) return null;
  const runInTransaction = (onUserKnown: OnUserKnown) =>
    transaction(pool, buildOpening(pool, session), async (tx, openingRows) => {
      const userPromise = openingRows.then((rows) => parseUser(rows, onUserKnown) ?? Promise.reject(new NoSession()));
      // Without a session the result is always null, even when `run` fails.
      const [person, value] = await Promise.allSettled([userPromise, (async () => run(tx, userPromise))()]);
      if (person.status === 'rejected') throw person.reason;
      if (value.status === 'rejected') throw value.reason;
      return { value: value.value };
    });
  try {
    return await userQueueFor(pool).run(session, runInTransaction);
  } catch (error) {
    if (error instanceof NoSession) return null;
    throw error;
  }
}

/** Runs a transaction of the system, which sees all rows. */
export const withSystem = <T>(pool: pg.Pool, run: (tx: Db) => Promise<T>): Promise<T> =>
  transaction(pool, { statements: [bypassRowFilter], token: null }, (tx, openingRows) =>
    openingRows.then(() => run(tx)),
  );

/** Runs a job's transaction as the user that `sessionCheck` finds, with current roles. Null without a user. */
export const withJobUser = <T>(
  pool: pg.Pool,
  sessionCheck: Statement,
  run: UserWork<T>,
): Promise<{ value: T } | null> =>
  transaction(
    pool,
    { statements: buildOpeningStatements(pool, sessionCheck), token: null },
    async (tx, openingRows) => {
      const person = parseSessionUser(await openingRows);
      return person && { value: await run(tx, person) };
    },
  );

const bypassRowFilter: Statement = {
  name: 'see all',
  text: `select set_config('app.all_rows', 'yes', true)`,
  values: [],
};

/** Runs a transaction without a user, which sees public tables only. */
export const withVisitor = <T>(pool: pg.Pool, run: (tx: Db) => Promise<T>): Promise<T> =>
  transaction(pool, { statements: [], token: null }, (tx) => run(tx));

type TransactionState = {
  readonly pipeline: Pipeline;
  readonly topics: Set<string>;
  readonly token: string | null;
  isOver: boolean;
};
const transactions = new WeakMap<Db, TransactionState>();

function getState(tx: Db): TransactionState {
  const state = transactions.get(tx);
  if (!state) throw new Error('this needs a transaction opened by withUser, withSystem or withVisitor');
  return state;
}

/** Returns the session token, for statements that check the session. Never store, show or log the token. */
export function sessionToken(tx: Db): string {
  const { token } = getState(tx);
  if (token === null) throw new Error('this transaction has no session token');
  return token;
}

const begin: Statement = { name: 'begin', text: 'begin', values: [] };
const commit: Statement = { name: 'commit', text: 'commit', values: [] };

async function transaction<T>(
  pool: pg.Pool,
  { statements, token }: TransactionOpening,
  run: (tx: Db, openingRows: Promise<unknown[]>) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const pipeline = new Pipeline(client);
  const state: TransactionState = { pipeline, topics: new Set(), token, isOver: false };
  let brokenBy: Error | undefined;
  try {
    const tx = getBuilder(client);
    transactions.set(tx, state);
    const openingRows = pipeline.queryAll([begin, ...statements]).then((answers) => answers.at(-1)?.rows ?? []);
    openingRows.catch(() => undefined);
    const value = await run(tx, openingRows);
    if (!state.isOver) await finish(state, []);
    void notifyTopics(pool, state.topics);
    return value;
  } catch (error) {
    // Stops pending work, which must not execute outside the transaction.
    state.isOver = true;
    pipeline.flush();
    // A failed connection cannot roll back. Closing the connection does.
    if (isUnavailable(error)) brokenBy = error as Error;
    else
      await client.query('rollback').catch((fault: Error) => {
        brokenBy = fault;
      });
    throw error;
  } finally {
    client.release(brokenBy);
  }
}

/** Commits. Throws when an earlier statement failed, because PostgreSQL then rolls back silently. */
async function finish(state: TransactionState, finalStatements: readonly Statement[]): Promise<QueryResult[]> {
  state.isOver = true;
  const answers = await state.pipeline.queryAll([...finalStatements, commit]);
  if (answers.at(-1)?.command !== 'COMMIT') throw new Error('an earlier statement failed: nothing was stored');
  return answers;
}

/** Sends statements together with the commit. Returns the rows of the first one. A failure rolls back everything. */
export async function commitWith<Row>(tx: Db, ...statements: CompiledQuery<Row>[]): Promise<Row[]> {
  const state = getState(tx);
  const finalStatements = statements.map(({ sql: text, parameters }) => ({
    name: statementName(text),
    text,
    values: parameters,
  }));
  const [answer] = await finish(state, finalStatements);
  return (answer?.rows ?? []) as Row[];
}

/** Notifies all processes after the commit. Commits that notify would run one at a time in PostgreSQL. */
export function publishTopic(tx: Db, topic: Topic, person?: string): void {
  getState(tx).topics.add(person ? `${topic}@${person}` : topic);
}
