import type { CompiledQuery, RawBuilder } from 'kysely';
import { ask, type Db } from './database.ts';

/** Where a value of this name goes. It has no value to decide by: using it as one is a fault of the statement. */
class Place {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  [Symbol.toPrimitive](): never {
    throw new Error(`a prepared statement takes its value "${this.name}" as it is`);
  }
  toJSON(): never {
    return this[Symbol.toPrimitive]();
  }
}

const places = new Proxy({}, { get: (_, name) => new Place(String(name)) });

/**
 * A statement whose text is written once, when it is first asked for; after that only its values are new. `write` may
 * put the values into the statement and nothing else: which parts it has must not depend on them.
 */
export function prepared<Values extends object, Row>(write: (values: Values) => RawBuilder<Row>) {
  let written: CompiledQuery<Row> | null = null;
  return async (tx: Db, values: Values): Promise<Row[]> => {
    written ??= write(places as Values).compile(tx);
    const { sql, parameters } = written;
    const filled = parameters.map((one) => (one instanceof Place ? values[one.name as keyof Values] : one));
    return (await ask(tx, sql, filled)) as Row[];
  };
}
