import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

/** Template tag for statements. Values become parameters; `sql` fragments are inserted. */
type SqlTag<Result> = (text: TemplateStringsArray, ...parts: unknown[]) => Promise<Result>;

export const allRows =
  <Row>(tx: Db): SqlTag<Row[]> =>
  async (...statement) =>
    (await sql<Row>(...statement).execute(tx)).rows;

export const firstRow =
  <Row>(tx: Db): SqlTag<Row | null> =>
  async (...statement) =>
    (await allRows<Row>(tx)(...statement))[0] ?? null;

export const hasRow =
  (tx: Db): SqlTag<boolean> =>
  async (...statement) =>
    (await allRows(tx)(...statement)).length > 0;

export const requireRow =
  <Row>(tx: Db): SqlTag<Row> =>
  async (...statement) => {
    const row = await firstRow<Row>(tx)(...statement);
    if (row === null) throw new Error('a statement that must return a row returned none');
    return row;
  };

export const allValues =
  <Value>(tx: Db): SqlTag<Value[]> =>
  async (...statement) =>
    (await allRows<Readonly<Record<string, Value>>>(tx)(...statement)).flatMap((row) => Object.values(row));

export const firstValue =
  <Value>(tx: Db): SqlTag<Value | null> =>
  async (...statement) =>
    (await allValues<Value>(tx)(...statement))[0] ?? null;

export const newId =
  (tx: Db): SqlTag<string> =>
  async (...statement) =>
    (await requireRow<{ readonly id: string }>(tx)(...statement)).id;

/** Returns a `like` pattern that matches the text anywhere. Escapes wildcards. */
export const toLikePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** SQL: the display name of a customer, or the email until the profile is complete. */
export const customerLabel = (profile: string) => sql`coalesce(nullif(${sql.ref(`${profile}.display_name`)}, ''),
  ${sql.ref(`${profile}.email`)} || ' (profile not complete)')`;

/** Row with the versions of the active settings, lists and rules. Processes use them as cache keys. */
export const activeVersions = sql`active_versions`;
