import pg from 'pg';

/** A statement to run. With a name, a connection reads and plans its text once. */
export type Statement = { readonly text: string; readonly values: readonly unknown[]; readonly name?: string };

/** The names and types of what a statement answers, as the database describes them. */
type Columns = { readonly fields: readonly object[] };

/** What the driver's own query does with each answer; its types keep this to themselves. */
type Answering = {
  handleRowDescription(columns: Columns): void;
  handleDataRow(row: object): void;
  /** One result, or the list of them. */
  readonly _results: pg.QueryResult | pg.QueryResult[];
  handleCommandComplete(message: object, line: Line): void;
  handleError(error: Error, line: Line): void;
};
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

const DriverQuery = pg.Query as unknown as new (text: string, values: undefined, callback: Callback) => Answering;
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

/** As the database reads it. The driver writes moments in local time, which takes four times as long. */
function written(value: unknown): unknown {
  const short = value instanceof Date && value.getUTCFullYear() > 0 && value.getUTCFullYear() < 10_000;
  return short ? value.toISOString() : prepareValue(value);
}

/**
 * A statement that a connection knows. `unsure`: met in a packet that failed, so the database may know it or not.
 * `columns`: told once, since a statement whose columns change is refused by the database; null for one without.
 */
type Known = { unsure: boolean; columns?: Columns | null };

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
class Packet extends DriverQuery {
  readonly #statements: readonly Statement[];
  readonly #values: readonly (readonly unknown[])[];
  readonly #introduced: Known[] = [];
  /** What is known of each statement; null for those without a name. */
  readonly #known: (Known | null)[] = [];
  /** How many of the statements were carried out, and whether the columns of the next are told. */
  #done = 0;
  #told = false;

  constructor(statements: readonly Statement[], callback: Callback) {
    super('', undefined, callback);
    this.#statements = statements;
    this.#values = statements.map(({ values }) => values.map(written));
  }

  /** Called by the driver when it is this packet's turn. */
  submit(line: Line): null {
    line.stream.cork();
    this.#statements.forEach(({ name = '', text }, at) => {
      const known = this.#introduce(line, { name, text });
      this.#known.push(known);
      line.bind({ statement: name, values: this.#values[at] ?? [] });
      if (known?.columns === undefined) line.describe({ type: 'P', name: '' });
      line.execute({});
    });
    line.sync();
    line.stream.uncork();
    return null;
  }

  override handleRowDescription(columns: Columns): void {
    const known = this.#known[this.#done];
    if (known) known.columns = columns;
    this.#told = true;
    super.handleRowDescription(columns);
  }

  override handleDataRow(row: object): void {
    this.#tellColumns();
    super.handleDataRow(row);
  }

  override handleCommandComplete(message: object, line: Line): void {
    this.#tellColumns();
    this.#done++;
    this.#told = false;
    super.handleCommandComplete(message, line);
  }

  override handleError(error: Error, line: Line): void {
    for (const known of this.#introduced) known.unsure = true;
    super.handleError(error, line);
  }

  /** What came back of the statements that were carried out. */
  get results(): pg.QueryResult[] {
    return [this._results].flat().slice(0, this.#done);
  }

  /** Stands in for the description that was not asked for again; a statement that had none has no columns. */
  #tellColumns(): void {
    if (this.#told) return;
    const known = this.#known[this.#done];
    if (known?.columns) this.handleRowDescription(known.columns);
    else if (known) known.columns = null;
  }

  #introduce(line: Line, statement: { name: string; text: string }): Known | null {
    const { name } = statement;
    if (name === '') {
      line.parse(statement);
      return null;
    }
    const known = knownOn(line).get(name);
    if (known && !known.unsure) return known;
    if (known) line.close({ type: 'S', name });
    line.parse(statement);
    const introduced: Known = { unsure: false };
    knownOn(line).set(name, introduced);
    this.#introduced.push(introduced);
    return introduced;
  }
}

type Waiting = {
  readonly statement: Statement;
  readonly done: (result: pg.QueryResult) => void;
  readonly fail: (error: Error) => void;
};

/** The way of statements to one connection: what is asked for within a turn of the event loop leaves as one packet. */
export class Outbox {
  readonly #client: pg.PoolClient;
  #waiting: Waiting[] = [];

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async ask(statement: Statement): Promise<pg.QueryResult> {
    try {
      return await new Promise<pg.QueryResult>((done, fail) => {
        if (this.#waiting.length === 0) setImmediate(() => this.flush());
        this.#waiting.push({ statement, done, fail });
      });
    } catch (error) {
      // The driver's trace leads to the line; who asked is what helps.
      Error.captureStackTrace(error as Error);
      throw error;
    }
  }

  /** Sends what waits now, so that what goes to the connection by another way comes after it. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    const sent = this.#waiting;
    this.#waiting = [];
    try {
      const statements = sent.map(({ statement }) => statement);
      const packet: Packet = new Packet(statements, (error) => settle(sent, packet.results, error));
      this.#client.query(packet as unknown as pg.Submittable);
    } catch (error) {
      // A value that cannot be written: nothing was sent.
      settle(sent, [], error as Error);
    }
  }
}

function settle(sent: readonly Waiting[], results: readonly pg.QueryResult[], error: Error | null): void {
  sent.forEach(({ done, fail }, at) => {
    const result = results[at];
    if (result) done(result);
    else fail(error ?? new Error('the database answered fewer statements than were asked'));
  });
}
