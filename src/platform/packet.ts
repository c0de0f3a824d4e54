import pg from 'pg';

/** A statement to run. With a name, a connection reads and plans its text once. */
export type Statement = { readonly text: string; readonly values: readonly unknown[]; readonly name?: string };

/** What the driver's own query does with each answer; its types keep this to themselves. */
type Answering = {
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

/** The names that a connection knows. `unsure`: sent in a packet that failed, so the database may know it or not. */
const namesOf = new WeakMap<Line, Map<string, 'known' | 'unsure'>>();

/**
 * Statements that go to the database together and are answered together: one write and one answer, instead of one of
 * each for every statement. They run in their order, each seeing what those before it did; after one that fails, none.
 */
class Packet extends DriverQuery {
  readonly #statements: readonly Statement[];
  readonly #values: readonly (readonly unknown[])[];
  readonly #introduced: string[] = [];
  /** How many of the statements were carried out. */
  #done = 0;

  constructor(statements: readonly Statement[], callback: Callback) {
    super('', undefined, callback);
    this.#statements = statements;
    this.#values = statements.map(({ values }) => values.map(written));
  }

  /** Called by the driver when it is this packet's turn. */
  submit(line: Line): null {
    line.stream.cork();
    this.#statements.forEach(({ name = '', text }, at) => {
      this.#introduce(line, { name, text });
      line.bind({ statement: name, values: this.#values[at] ?? [] });
      line.describe({ type: 'P', name: '' });
      line.execute({});
    });
    line.sync();
    line.stream.uncork();
    return null;
  }

  override handleCommandComplete(message: object, line: Line): void {
    this.#done++;
    super.handleCommandComplete(message, line);
  }

  override handleError(error: Error, line: Line): void {
    for (const name of this.#introduced) namesOf.get(line)?.set(name, 'unsure');
    super.handleError(error, line);
  }

  /** What came back of the statements that were carried out. */
  get results(): pg.QueryResult[] {
    return [this._results].flat().slice(0, this.#done);
  }

  #introduce(line: Line, statement: { name: string; text: string }): void {
    const { name } = statement;
    const names = namesOf.get(line) ?? new Map<string, 'known' | 'unsure'>();
    namesOf.set(line, names);
    const state = names.get(name);
    if (state === 'known') return;
    if (state === 'unsure') line.close({ type: 'S', name });
    line.parse(statement);
    if (name === '') return;
    names.set(name, 'known');
    this.#introduced.push(name);
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
