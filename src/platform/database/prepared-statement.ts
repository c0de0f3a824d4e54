import type { CompiledQuery, RawBuilder } from 'kysely';
import { type Db, queryText } from './database.ts';

/** Sends a statement before those asked later in the same turn. Kysely's own `execute` sends some microtasks later. */
export function sendNow<Row>(tx: Db, statement: RawBuilder<Row>): Promise<Row[]> {
  const { sql, parameters } = statement.compile(tx);
  return queryText(tx, sql, parameters) as Promise<Row[]>;
}

/** Stands for a value while the statement compiles. Throws when code uses it as a value. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  [Symbol.toPrimitive](): never {
    throw new Error(`a prepared statement cannot transform its value "${this.name}"`);
  }
  toJSON(): never {
    return this[Symbol.toPrimitive]();
  }
}

const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) });

/** Compiles a statement once for new values. `bind` returns it for `commitWith`. `write` must not branch on values. */
export function prepareStatement<Values extends object, Row>(write: (values: Values) => RawBuilder<Row>) {
  let compiled: CompiledQuery<Row> | null = null;
  const bind = (tx: Db, values: Values): CompiledQuery<Row> => {
    compiled ??= write(placeholders as Values).compile(tx);
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name as keyof Values] : value,
    );
    return { ...compiled, parameters };
  };
  const run = async (tx: Db, values: Values): Promise<Row[]> => {
    const { sql, parameters } = bind(tx, values);
    return (await queryText(tx, sql, parameters)) as Row[];
  };
  return Object.assign(run, { bind });
}
