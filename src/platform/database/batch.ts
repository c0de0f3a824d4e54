import pg from 'pg';
import { withStatementSpan } from '../observability/traces/spans.ts';

/** `name` prepares the statement. Never name a `select *`: prepared statements fail when their columns change. */
export type Statement = { readonly text: string; readonly values: readonly unknown[]; readonly name?: string };

export type QueryResult = { readonly command: string; readonly rowCount: number | null; readonly rows: unknown[] };

/** Methods that the driver calls, but its types omit. */
type DriverHandlers = {
  handleRowDescription(message: { readonly fields: readonly { name: string; dataTypeID: number }[] }): void;
  handleDataRow(message: { readonly fields: readonly (string | null)[] }): void;
  handleCommandComplete(message: { readonly text: string }, connection: PgConnection): void;
  handleError(error: Error, connection: PgConnection): void;
  handleReadyForQuery(connection: PgConnection): void;
};

/** Messages of the driver's wire protocol. */
type Portal = { portal?: string; statement?: string; values?: readonly unknown[] };
type StatementRef = { type: 'P' | 'S'; name: string };
type PgConnection = {
  readonly stream: { cork(): void; uncork(): void };
  parse(statement: { name: string; text: string }): void;
  bind(portal: Portal): void;
  describe(ref: StatementRef): void;
  execute(portal: Portal): void;
  close(ref: StatementRef): void;
  sync(): void;
};
type Callback = (error: Error | null) => void;

const DriverQuery = pg.Query as unknown as new (text: string, values: undefined, callback: Callback) => DriverHandlers;
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

type Column = { readonly name: string; readonly read: (text: string) => unknown };

function decodeRow(columns: readonly Column[], texts: readonly (string | null)[]): unknown {
  const row: Record<string, unknown> = {};
  columns.forEach(({ name, read }, index) => {
    const text = texts[index] ?? null;
    row[name] = text === null ? null : read(text);
  });
  return row;
}

function parseResult(tag: string, rows: unknown[]): QueryResult {
  const [, command = '', count] = /^([A-Z]+)(?:.* (\d+))?/.exec(tag) ?? [];
  return { command, rowCount: count === undefined ? null : Number(count), rows };
}

/** Encodes dates as ISO text, which is four times as fast as the driver's local time. */
function encodeValue(value: unknown): unknown {
  const isFourDigitYear = value instanceof Date && value.getUTCFullYear() > 0 && value.getUTCFullYear() < 10_000;
  return isFourDigitYear ? value.toISOString() : prepareValue(value);
}

/** A failed batch sets `isUncertain`. Each stale failure adds a blank to the text, so that poolers prepare it again. */
type PreparedStatement = {
  readonly text: string;
  isUncertain: boolean;
  staleCount: number;
  columns?: readonly Column[];
};

/** Error codes of a prepared statement that is lost (26000) or has changed columns (0A000). */
const staleCodes = new Set<unknown>(['26000', '0A000']);

const preparedStatements = new WeakMap<PgConnection, Map<string, PreparedStatement>>();

function getPrepared(connection: PgConnection): Map<string, PreparedStatement> {
  const known = preparedStatements.get(connection) ?? new Map<string, PreparedStatement>();
  preparedStatements.set(connection, known);
  return known;
}

/** Sends statements in one round trip. They run in order; after a failure, the later ones do not run. */
class Batch extends DriverQuery {
  readonly #statements: readonly Statement[];
  readonly #used: PreparedStatement[] = [];
  readonly #newStatements: PreparedStatement[] = [];
  #rows: unknown[] = [];
  #decodeError: Error | null = null;
  readonly results: QueryResult[] = [];

  constructor(statements: readonly Statement[], callback: Callback) {
    super('', undefined, callback);
    this.#statements = statements;
  }

  /** Sends the batch; called by the driver. Returns an error when nothing was sent. */
  submit(connection: PgConnection): Error | null {
    const conflicting = this.#statements.find(
      ({ name = '', text }) => (getPrepared(connection).get(name)?.text ?? text) !== text,
    );
    if (conflicting) return new Error(`the statement name ${conflicting.name} is already used for another text`);
    connection.stream.cork();
    for (const { name = '', text, values } of this.#statements) {
      const known = this.#prepare(connection, { name, text });
      this.#used.push(known);
      connection.bind({ statement: name, values });
      if (!known.columns) connection.describe({ type: 'P', name: '' });
      connection.execute({});
    }
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  override handleRowDescription({ fields }: Parameters<DriverHandlers['handleRowDescription']>[0]): void {
    if (this.#decodeError) return;
    const columns = fields.map(({ name, dataTypeID }) => ({ name, read: pg.types.getTypeParser(dataTypeID) }));
    this.#current.columns = columns;
  }

  override handleDataRow({ fields }: Parameters<DriverHandlers['handleDataRow']>[0]): void {
    if (this.#decodeError) return;
    try {
      this.#rows.push(decodeRow(this.#current.columns ?? [], fields));
    } catch (error) {
      this.#decodeError = error as Error;
    }
  }

  override handleCommandComplete({ text }: { readonly text: string }): void {
    if (this.#decodeError) return;
    this.#current.columns ??= [];
    this.results.push(parseResult(text, this.#rows));
    this.#rows = [];
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  override handleReadyForQuery(connection: PgConnection): void {
    if (this.#decodeError) this.handleError(this.#decodeError, connection);
    else super.handleReadyForQuery(connection);
  }

  override handleError(error: Error, connection: PgConnection): void {
    const isOutdated = staleCodes.has((error as { code?: unknown }).code);
    for (const known of isOutdated ? this.#used : this.#newStatements) {
      known.isUncertain = true;
      if (isOutdated) known.staleCount++;
    }
    super.handleError(error, connection);
  }

  get #current(): PreparedStatement {
    return this.#used[this.results.length] ?? { text: '', isUncertain: true, staleCount: 0 };
  }

  #prepare(connection: PgConnection, statement: { name: string; text: string }): PreparedStatement {
    const { name } = statement;
    const known = name === '' ? undefined : getPrepared(connection).get(name);
    if (known && !known.isUncertain) return known;
    if (known) connection.close({ type: 'S', name });
    const staleCount = known?.staleCount ?? 0;
    connection.parse({ name, text: statement.text + ' '.repeat(staleCount) });
    const prepared: PreparedStatement = { text: statement.text, isUncertain: false, staleCount };
    if (name !== '') getPrepared(connection).set(name, prepared);
    this.#newStatements.push(prepared);
    return prepared;
  }
}

type PendingStatement = {
  readonly statement: Statement;
  readonly resolve: (answer: QueryResult) => void;
  readonly reject: (error: Error) => void;
};

/** Pipelines statements on one connection. Statements of one event loop turn form one batch (ADR 03). */
export class Pipeline {
  readonly #client: pg.PoolClient;
  #pending: PendingStatement[] = [];

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  /** Sends one statement. Rejects before sending when a value cannot be encoded. */
  async query(statement: Statement): Promise<QueryResult> {
    return (await this.queryAll([statement]))[0] as QueryResult;
  }

  /** Sends statements as one batch. Sends nothing when a value cannot be encoded. */
  async queryAll(statements: readonly Statement[]): Promise<QueryResult[]> {
    const encoded = statements.map(({ values, ...statement }) => ({ ...statement, values: values.map(encodeValue) }));
    try {
      return await Promise.all(
        encoded.map((statement) => withStatementSpan(statement, () => this.#enqueue(statement))),
      );
    } catch (error) {
      Error.captureStackTrace(error as Error);
      throw error;
    }
  }

  #enqueue(statement: Statement): Promise<QueryResult> {
    return new Promise((resolve, reject) => {
      if (this.#pending.length === 0) setImmediate(() => this.flush());
      this.#pending.push({ statement, resolve, reject });
    });
  }

  /** Sends pending statements before the connection is used directly. */
  flush(): void {
    if (this.#pending.length === 0) return;
    const pending = this.#pending;
    this.#pending = [];
    const statements = pending.map(({ statement }) => statement);
    const batch: Batch = new Batch(statements, (error) => settleAll(pending, batch.results, error));
    this.#client.query(batch as unknown as pg.Submittable);
  }
}

function settleAll(pending: readonly PendingStatement[], results: readonly QueryResult[], error: Error | null): void {
  pending.forEach(({ resolve, reject }, index) => {
    const answer = results[index];
    if (answer) resolve(answer);
    else reject(error ?? new Error('the database answered fewer statements than were sent'));
  });
}
