import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Asks for the statement written out behind it: a value in it travels beside it, a part made by `sql` within it. */
type Asking<Answer> = (text: TemplateStringsArray, ...parts: unknown[]) => Promise<Answer>;

/** Every row that a statement answers. */
export const allRows =
  <Row>(tx: Db): Asking<Row[]> =>
  async (...statement) =>
    (await sql<Row>(...statement).execute(tx)).rows;

/** The first of them, which is the only one of a statement by a key; null where there is none. */
export const firstRow =
  <Row>(tx: Db): Asking<Row | null> =>
  async (...statement) =>
    (await allRows<Row>(tx)(...statement))[0] ?? null;

/** Whether there is one: something stands there, or was changed. */
export const anyRow =
  (tx: Db): Asking<boolean> =>
  async (...statement) =>
    (await allRows(tx)(...statement)).length > 0;

/** The row of a statement that always answers one, as a count does. */
export const onlyRow =
  <Row>(tx: Db): Asking<Row> =>
  async (...statement) => {
    const row = await firstRow<Row>(tx)(...statement);
    if (row === null) throw new Error('a statement that always answers a row has answered none');
    return row;
  };

/** What a statement answers that asks for one thing of each row. */
export const allValues =
  <Value>(tx: Db): Asking<Value[]> =>
  async (...statement) =>
    (await allRows<Readonly<Record<string, Value>>>(tx)(...statement)).flatMap((row) => Object.values(row));

/** The first of them; null where there is none. */
export const firstValue =
  <Value>(tx: Db): Asking<Value | null> =>
  async (...statement) =>
    (await allValues<Value>(tx)(...statement))[0] ?? null;

/** The id of the row that a statement adds. */
export const newId =
  (tx: Db): Asking<string> =>
  async (...statement) =>
    (await onlyRow<{ readonly id: string }>(tx)(...statement)).id;
