import pg from 'pg';
import { spannedStatement } from './traces/spans.ts';

/**
 * A statement to run. With a name, a connection reads and plans its text once and has its columns told once: so a name
 * is for a statement that brings its own columns, not for `fetch`, `call` or `execute`.
 */
export type Statement = { readonly text: string; readonly values: readonly unknown[]; readonly name?: string };

/** What a statement answered: its rows, and how many it touched. */
export type Answer = { readonly command: string; readonly rowCount: number | null; readonly rows: unknown[] };

/** What the driver tells a query, as its types do not say. */
type DriverHandlers = {
  handleRowDescription(message: { readonly fields: readonly { name: string; dataTypeID: number }[] }): void;
  handleDataRow(message: { readonly fields: readonly (string | null)[] }): void;
  handleCommandComplete(message: { readonly text: string }, line: Line): void;
  handleError(error: Error, line: Line): void;
  handleReadyForQuery(line: Line): void;
};

/** The driver's line to the database. */
type Portal = { portal?: string; statement?: string; values?: readonly unknown[] };
type Named = { type: 'P' | 'S'; name: string };
type Line = {
  readonly stream: { cork(): void; uncork(): void };
  parse(statement: { name: string; text: string }): void;
  bind(portal: Portal): void;
  describe(what: Named): void;
  execute(portal: Portal): void;
  close(what: Named): void;
  sync(): void;
};
type Callback = (error: Error | null) => void;

const DriverQuery = pg.Query as unknown as new (text: string, values: undefined, callback: Callback) => DriverHandlers;
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

/** How to read one column of a row. */
type Column = { readonly name: string; readonly read: (text: string) => unknown };

function rowOf(columns: readonly Column[], texts: readonly (string | null)[]): unknown {
  const row: Record<string, unknown> = {};
  columns.forEach(({ name, read }, at) => {
    const text = texts[at] ?? null;
    row[name] = text === null ? null : read(text);
  });
  return row;
}

/** Reads `INSERT 0 1`, `SELECT 5`, `BEGIN`: what was done, and with how many rows. */
function answerFrom(tag: string, rows: unknown[]): Answer {
  const [, command = '', count] = /^([A-Z]+)(?:.* (\d+))?/.exec(tag) ?? [];
  return { command, rowCount: count === undefined ? null : Number(count), rows };
}

/** As the database reads it. The driver writes moments in local time, which takes four times as long. */
function written(value: unknown): unknown {
  const short = value instanceof Date && value.getUTCFullYear() > 0 && value.getUTCFullYear() < 10_000;
  return short ? value.toISOString() : prepareValue(value);
}

/**
 * A statement that a connection knows. `unsure`: met in a batch that failed, so the database may know it or not.
 * `outdated`: how often it was found to be; a pooler keeps what it prepared by its text and would bring back the same,
 * so that many blanks make it another.
 * `columns`: told once, since the database refuses a statement whose columns changed; none for one without rows.
 */
type Known = { readonly text: string; unsure: boolean; outdated: number; columns?: readonly Column[] };

/** The database no longer knows a statement, or knows it with other columns (invalid_sql_statement_name, 0A000). */
const outdated = new Set<unknown>(['26000', '0A000']);

const statementsOf = new WeakMap<Line, Map<string, Known>>();

function knownOn(line: Line): Map<string, Known> {
  const known = statementsOf.get(line) ?? new Map<string, Known>();
  statementsOf.set(line, known);
  return known;
}

/**
 * Statements that go to the database together and are answered together: one write and one answer, instead of one of
 * each for every statement. They run in their order, each seeing what those before it did; after one that fails, none.
 */
class Batch extends DriverQuery {
  readonly #statements: readonly Statement[];
  /** What the connection knows of each statement, and of which it did not before. */
  readonly #known: Known[] = [];
  readonly #introduced: Known[] = [];
  #rows: unknown[] = [];
  /** Why an answer could not be read; nothing behind it is read any more. */
  #unreadable: Error | null = null;
  /** The answers of the statements that were carried out. */
  readonly answers: Answer[] = [];

  constructor(statements: readonly Statement[], callback: Callback) {
    super('', undefined, callback);
    this.#statements = statements;
  }

  /** Called by the driver when it is this batch's turn. Answers why nothing was sent, if nothing was. */
  submit(line: Line): Error | null {
    const other = this.#statements.find(({ name = '', text }) => (knownOn(line).get(name)?.text ?? text) !== text);
    if (other) return new Error(`the name ${other.name} stands for another statement`);
    line.stream.cork();
    for (const { name = '', text, values } of this.#statements) {
      const known = this.#introduce(line, { name, text });
      this.#known.push(known);
      line.bind({ statement: name, values });
      if (!known.columns) line.describe({ type: 'P', name: '' });
      line.execute({});
    }
    line.sync();
    line.stream.uncork();
    return null;
  }

  override handleRowDescription({ fields }: Parameters<DriverHandlers['handleRowDescription']>[0]): void {
    if (this.#unreadable) return;
    const columns = fields.map(({ name, dataTypeID }) => ({ name, read: pg.types.getTypeParser(dataTypeID) }));
    this.#current.columns = columns;
  }

  override handleDataRow({ fields }: Parameters<DriverHandlers['handleDataRow']>[0]): void {
    if (this.#unreadable) return;
    try {
      this.#rows.push(rowOf(this.#current.columns ?? [], fields));
    } catch (error) {
      this.#unreadable = error as Error;
    }
  }

  override handleCommandComplete({ text }: { readonly text: string }): void {
    if (this.#unreadable) return;
    this.#current.columns ??= [];
    this.answers.push(answerFrom(text, this.#rows));
    this.#rows = [];
  }

  /** An empty statement: nothing was done, and that was its answer. */
  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  override handleReadyForQuery(line: Line): void {
    if (this.#unreadable) this.handleError(this.#unreadable, line);
    else super.handleReadyForQuery(line);
  }

  override handleError(error: Error, line: Line): void {
    const isOutdated = outdated.has((error as { code?: unknown }).code);
    for (const known of isOutdated ? this.#known : this.#introduced) {
      known.unsure = true;
      if (isOutdated) known.outdated++;
    }
    super.handleError(error, line);
  }

  /** The statement whose answer is coming in. */
  get #current(): Known {
    return this.#known[this.answers.length] ?? { text: '', unsure: true, outdated: 0 };
  }

  #introduce(line: Line, statement: { name: string; text: string }): Known {
    const { name } = statement;
    const known = name === '' ? undefined : knownOn(line).get(name);
    if (known && !known.unsure) return known;
    if (known) line.close({ type: 'S', name });
    const times = known?.outdated ?? 0;
    line.parse({ name, text: statement.text + ' '.repeat(times) });
    const introduced: Known = { text: statement.text, unsure: false, outdated: times };
    if (name !== '') knownOn(line).set(name, introduced);
    this.#introduced.push(introduced);
    return introduced;
  }
}

type Waiting = {
  readonly statement: Statement;
  readonly done: (answer: Answer) => void;
  readonly fail: (error: Error) => void;
};

/** The way of statements to one connection: what is asked for within a turn of the event loop leaves as one batch. */
export class Outbox {
  readonly #client: pg.PoolClient;
  #waiting: Waiting[] = [];

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  /** Asks for one statement. A value that cannot be written fails it, and nothing of it is sent. */
  async ask(statement: Statement): Promise<Answer> {
    return (await this.askAll([statement]))[0] as Answer;
  }

  /** Asks for several, all in one batch. When a value of one cannot be written, none of them is sent. */
  async askAll(statements: readonly Statement[]): Promise<Answer[]> {
    const ready = statements.map(({ values, ...statement }) => ({ ...statement, values: values.map(written) }));
    try {
      return await Promise.all(ready.map((statement) => spannedStatement(statement, () => this.#wait(statement))));
    } catch (error) {
      // The driver's trace leads to the line; who asked is what helps.
      Error.captureStackTrace(error as Error);
      throw error;
    }
  }

  #wait(statement: Statement): Promise<Answer> {
    return new Promise((done, fail) => {
      if (this.#waiting.length === 0) setImmediate(() => this.flush());
      this.#waiting.push({ statement, done, fail });
    });
  }

  /** Sends what waits now, so that what goes to the connection by another way comes after it. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    const sent = this.#waiting;
    this.#waiting = [];
    const statements = sent.map(({ statement }) => statement);
    const batch: Batch = new Batch(statements, (error) => settle(sent, batch.answers, error));
    this.#client.query(batch as unknown as pg.Submittable);
  }
}

function settle(sent: readonly Waiting[], answers: readonly Answer[], error: Error | null): void {
  sent.forEach(({ done, fail }, at) => {
    const answer = answers[at];
    if (answer) done(answer);
    else fail(error ?? new Error('the database answered fewer statements than were asked'));
  });
}
