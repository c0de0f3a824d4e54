import { createHash } from 'node:crypto';
import { type CompiledQuery, Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import pg from 'pg';
import { type Answer, Outbox, type Statement } from './batch.ts';
import { isUnavailable } from './database-faults.ts';
import { addressAs, type Login, type Role } from './logins.ts';
import { type Tell, turnsBefore } from './own-turn.ts';
import { type Person, personIn } from './person.ts';
import type { Comer } from './session.ts';
import { spread } from './spread.ts';
import type { Tables } from './tables.ts';
import type { Topic } from './topics.ts';

export { isOwn } from '../kernel/acts.ts';
export type { Person } from './person.ts';
export { allIds, allRows, anyRow, firstRow, firstValue, newId, onlyRow } from './rows.ts';

/** The typed query builder over our tables; also the type of a transaction. */
export type Db = Kysely<Tables>;

// Whole numbers of 64 bits arrive as bigint; numeric stays text, read exactly by the kernel; dates stay text.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export type PoolOptions = {
  url: string;
  /** Comes in as this role, with its limits, whoever the address names; without it as the login of the address. */
  role?: Role;
  password?: string;
  /** The address names its login itself (logins.ts). */
  asGiven?: boolean;
  max?: number;
  /** Sends statements without waiting for the answers of those before: for requests, which know what they do. */
  pipeline?: boolean;
  /** Staff come in without their roles until they have a second factor. */
  staffNeedFactor?: boolean;
  onError?: (error: Error) => void;
};

/** Pools through which staff come in without their roles until they have a second factor. */
const needingFactor = new WeakSet<pg.Pool>();

/**
 * A pool whose connections come in as `role` and can be nothing else (logins.ts). It asks for no settings: those of a
 * role stand in the database, and one that a transaction needs travels with it, for behind a pooler the next one may be
 * another connection's (decision 061).
 */
export function openPool(options: PoolOptions): pg.Pool {
  const { url, role, max = 10, pipeline = false } = options;
  const pool = new pg.Pool({
    pipeline,
    connectionString: role ? addressAs(options as Login) : url,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A database behind a dead line says nothing at all: past the limit that it keeps itself, we stop waiting.
    ...(role && { query_timeout: 25_000 }),
  });
  if (options.staffNeedFactor) needingFactor.add(pool);
  // A connection that breaks is replaced by the pool; without listeners it would end the process. The pool listens to
  // idle ones only, so those at work need one of their own; whoever works with it gets the fault as its answer.
  pool.on('error', (error) => options.onError?.(error));
  // One that breaks while it is being closed is nobody's any more; it would end the process too.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

export const kyselyOn = (pool: PostgresPool): Db => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

/** Statements are prepared once a connection: their names are their own hashes. */
const names = new Map<string, string>();
function statementName(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  if (names.size < 2_000) names.set(text, name);
  return name;
}

/** The query builder of each connection, made once: it holds nothing of the transactions that it served. */
const builders = new WeakMap<pg.PoolClient, Db>();
function builderOn(client: pg.PoolClient): Db {
  const known = builders.get(client) ?? kyselyOn(only(client));
  builders.set(client, known);
  return known;
}

/** Asks for a statement in a transaction that is under way. */
function answerTo(tx: Db, text: string, values: readonly unknown[]): Promise<Answer> {
  const work = workOf(tx);
  if (work.over) throw new Error('this transaction has run its last statement');
  return work.outbox.ask(values.length > 0 ? { text, values, name: statementName(text) } : { text, values });
}

/** The rows of a statement whose text is written already. */
export const ask = async (tx: Db, text: string, values: readonly unknown[]): Promise<unknown[]> =>
  (await answerTo(tx, text, values)).rows;

/** One checked-out connection in the clothes of a pool, so that Kysely runs every query of a request on it. */
function only(client: pg.PoolClient): PostgresPool {
  const query = (text: string, values: readonly unknown[]) => answerTo(builderOn(client), text, values);
  const connection = { query, release: () => undefined };
  return { connect: async () => connection, end: async () => undefined } as unknown as PostgresPool;
}

const tokenShape = /^[A-Za-z0-9_-]{16,128}$/;

type PersonAct<T> = (tx: Db, person: Person) => Promise<T>;
type EarlyAct<T> = (tx: Db, arriving: Promise<Person>) => Promise<T>;

/**
 * Runs one act of a person in one transaction. The round trip that opens it also checks the session and has row
 * security show them their own [000 §6]. Answers null when the session is unknown or over; then nothing was run.
 */
export const asPerson = <T>(pool: pg.Pool, comer: Comer, act: PersonAct<T>): Promise<{ value: T } | null> =>
  entering(pool, { ...comer, alone: false }, act);

/**
 * Like {@link asPerson}, but the act does not wait for the session check: its first statement travels with the one that
 * opens, so it must ask for what belongs to `app.user_id()`. Who that is arrives with the answer. For a session that is
 * unknown or over, row security shows that statement nothing and the answer is null.
 */
export const asPersonAtOnce = <T>(pool: pg.Pool, comer: Comer, act: EarlyAct<T>): Promise<{ value: T } | null> =>
  enteringAtOnce(pool, { ...comer, alone: false }, act);

/** The same for acts that must not overlap: those of one person run one after the other. */
export const asPersonAlone = <T>(pool: pg.Pool, comer: Comer, act: EarlyAct<T>): Promise<{ value: T } | null> =>
  enteringAtOnce(pool, { ...comer, alone: true }, act);

/**
 * The user id of who asks, by which a fetch is filtered [001 §6 Signed-in user]. For conditions that an index answers:
 * it is worked out once for each look into one. Policies, which meet every row, wrap it in a select.
 */
export const whoAsks = sql<string>`app.user_id()`;

/**
 * In a statement of staff: the accounts of whoever asks, their own and those joined with it. What {@link isOwn} answers
 * about one account, lists ask of every row, or they would tell somebody how their own matters stand (decision A7).
 */
export const ownAccounts = sql<string[]>`(select app.user_id() || app.other_accounts())::uuid[]`;

/** Whose session is checked, and whether one act at a time. */
type SessionCheck = Comer & { readonly alone: boolean };

/** What opens a transaction, and the token of the session that came in, where one did. */
type Opening = { readonly statements: readonly Statement[]; readonly token: string | null };

const needing = `select set_config('app.staff_need_factor', 'yes', true)`;
const needFactor: Statement = { name: 'need factor', text: needing, values: [] };

const enterBy = ({ token, alone, scope }: SessionCheck): Statement =>
  scope === undefined
    ? { name: 'enter', text: 'select * from app.enter($1, $2)', values: [token, alone] }
    : { name: 'enter by key', text: 'select * from app.enter_by_key($1, $2, $3)', values: [token, scope, alone] };

const openingOf = (pool: pg.Pool, check: SessionCheck): Opening => ({
  statements: [...(needingFactor.has(pool) ? [needFactor] : []), enterBy(check)],
  token: check.token,
});

/** Whose session it is; the line before it knows them from now on. */
function whoCame(rows: unknown[], tell: Tell): Person | null {
  const person = personIn(rows);
  if (person) tell(person.id);
  return person;
}

async function entering<T>(pool: pg.Pool, check: SessionCheck, act: PersonAct<T>): Promise<{ value: T } | null> {
  if (!tokenShape.test(check.token)) return null;
  const inside = (tell: Tell) =>
    transaction(pool, openingOf(pool, check), async (tx, opened) => {
      const person = whoCame(await opened, tell);
      return person && { value: await act(tx, person) };
    });
  return turnsBefore(pool).run(check, inside);
}

class NoSession extends Error {}

async function enteringAtOnce<T>(pool: pg.Pool, check: SessionCheck, act: EarlyAct<T>): Promise<{ value: T } | null> {
  if (!tokenShape.test(check.token)) return null;
  const inside = (tell: Tell) =>
    transaction(pool, openingOf(pool, check), async (tx, opened) => {
      const arriving = opened.then((rows) => whoCame(rows, tell) ?? Promise.reject(new NoSession()));
      // Whatever the act makes of seeing nothing: without a session that is the answer.
      const [person, value] = await Promise.allSettled([arriving, (async () => act(tx, arriving))()]);
      if (person.status === 'rejected') throw person.reason;
      if (value.status === 'rejected') throw value.reason;
      return { value: value.value };
    });
  try {
    return await turnsBefore(pool).run(check, inside);
  } catch (error) {
    if (error instanceof NoSession) return null;
    throw error;
  }
}

/** Runs an act of the product itself (a job) in one transaction that sees every row. */
export const asSystem = <T>(pool: pg.Pool, act: (tx: Db) => Promise<T>): Promise<T> =>
  transaction(pool, { statements: [seeAll], token: null }, (tx, opened) => opened.then(() => act(tx)));

const seeAll: Statement = { name: 'see all', text: `select set_config('app.sees_all', 'yes', true)`, values: [] };

/** Runs an act of nobody in particular: row security shows it public tables only. */
export const asVisitor = <T>(pool: pg.Pool, act: (tx: Db) => Promise<T>): Promise<T> =>
  transaction(pool, { statements: [], token: null }, (tx) => act(tx));

/**
 * A transaction under way: its way to the database, what it announces once it is committed, by which session's token it
 * came in, and whether it is over.
 */
type Work = { readonly outbox: Outbox; readonly topics: Set<string>; readonly token: string | null; over: boolean };
const underWay = new WeakMap<Db, Work>();

function workOf(tx: Db): Work {
  const work = underWay.get(tx);
  if (!work) throw new Error('only a transaction of a person or of the product can do this');
  return work;
}

/**
 * The token of the session that this transaction came in by, for a statement that must prove who asks: the database
 * believes nobody else's there. Never to be kept, shown or put into a text.
 */
export function sessionToken(tx: Db): string {
  const { token } = workOf(tx);
  if (token === null) throw new Error('only a person can prove who they are');
  return token;
}

const begin: Statement = { name: 'begin', text: 'begin', values: [] };
const commit: Statement = { name: 'commit', text: 'commit', values: [] };

/** Runs an act in one transaction. What opens it travels with `begin`, and with what the act asks for at once. */
async function transaction<T>(
  pool: pg.Pool,
  { statements, token }: Opening,
  act: (tx: Db, opened: Promise<unknown[]>) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const outbox = new Outbox(client);
  const work: Work = { outbox, topics: new Set(), token, over: false };
  let broken: Error | undefined;
  try {
    const tx = builderOn(client);
    underWay.set(tx, work);
    const opened = outbox.askAll([begin, ...statements]).then((answers) => answers.at(-1)?.rows ?? []);
    // Whoever does not wait for the session check learns of its failure by their own statements.
    opened.catch(() => undefined);
    const value = await act(tx, opened);
    if (!work.over) await end(work, []);
    void spread(pool, work.topics);
    return value;
  } catch (error) {
    // What the act left running must not go on after it, outside of any transaction.
    work.over = true;
    outbox.flush();
    // A connection that failed cannot be told to roll back: closing it does.
    if (isUnavailable(error)) broken = error as Error;
    else
      await client.query('rollback').catch((fault: Error) => {
        broken = fault;
      });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Runs what comes last, and commits. Where a statement had failed though the act went on, it says what is: undone. */
async function end(work: Work, last: readonly Statement[]): Promise<Answer[]> {
  work.over = true;
  const answers = await work.outbox.askAll([...last, commit]);
  if (answers.at(-1)?.command !== 'COMMIT') throw new Error('a statement had failed before: nothing was kept');
  return answers;
}

/**
 * Runs the last statements of a transaction and commits in the same round trip. Nothing may follow in it. When one of
 * them fails, nothing of the transaction stays. Answers the rows of the first.
 */
export async function lastly<Row>(tx: Db, ...statements: CompiledQuery<Row>[]): Promise<Row[]> {
  const work = workOf(tx);
  const last = statements.map(({ sql: text, parameters }) => ({ name: statementName(text), text, values: parameters }));
  const [answer] = await end(work, last);
  return (answer?.rows ?? []) as Row[];
}

/**
 * Tells every process, once the transaction is committed, that a topic changed; `person` narrows it to one customer.
 * Carries no data. It is no part of the transaction: the database lets transactions that notify commit one at a time
 * only, each waiting for the disk. What a crash swallows in between costs a browser one refresh.
 */
export function announce(tx: Db, topic: Topic, person?: string): void {
  workOf(tx).topics.add(person ? `${topic}@${person}` : topic);
}
