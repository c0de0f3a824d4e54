import { CompiledQuery } from 'kysely';
import type { Db } from './database.ts';

/** A row that is to be: its table and what its columns hold. JSON is written out; a list becomes an array. */
export type NewRow = { readonly into: string; readonly holds: Readonly<Record<string, unknown>> };

/** The text of each kind of insertion, by its shape: writing it anew takes longer than all its values. */
const texts = new Map<string, string>();

const shapeOf = ({ into, holds }: NewRow) => `${into}(${Object.keys(holds).join()})`;

/**
 * One statement that inserts all these rows, for different tables, at one moment: checks of one that look for another
 * find it. It answers no rows. The names come from our code alone; anything but a plain word is refused.
 */
export function insertionOf(rows: readonly NewRow[]): CompiledQuery {
  const shape = rows.map(shapeOf).join(' ');
  const text = texts.get(shape) ?? textFor(rows);
  texts.set(shape, text);
  return CompiledQuery.raw(
    text,
    rows.flatMap(({ holds }) => Object.values(holds)),
  );
}

function textFor(rows: readonly NewRow[]): string {
  let used = 0;
  const inserts = rows.map(({ into, holds }) => {
    const columns = Object.keys(holds);
    const strange = [into, ...columns].find((name) => !/^[a-z_]+$/.test(name));
    if (strange !== undefined) throw new Error(`not the name of a table or column: ${strange}`);
    return `insert into ${into} (${columns.join(', ')}) values (${columns.map(() => `$${++used}`).join(', ')})`;
  });
  const others = inserts.slice(0, -1).map((insert, at) => `row${at} as (${insert})`);
  return (others.length > 0 ? `with ${others.join(', ')} ` : '') + inserts.at(-1);
}

/** Inserts these rows now, all or none. */
export const insertRows = async (tx: Db, rows: readonly NewRow[]): Promise<void> =>
  void (await tx.executeQuery(insertionOf(rows)));
