import { sql } from 'kysely';
import { allRows, type Db, firstRow, whoAsks } from '../../../platform/database.ts';
import type { AppealPage } from './desk-schema.ts';
import type { AppealLine } from './shapes.ts';

type Wanted = AppealPage & { readonly limit: number };

/** Appeals by state, paged by key: what waits the longest first, else the newest. */
export async function appealLines(tx: Db, { view, after, limit }: Wanted): Promise<AppealLine[]> {
  const open = view === 'open';
  const [beyond, order] = open ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  return allRows<AppealLine>(tx)`
    select a.id, a.name, a.email, a.statement, a.state, a.created_at "at", a.answer, p.title, p.slug, p.matter_id "matterId",
        p.withdrawn_at is null standing, app.answers_appeals_to(p.id, ${whoAsks}) "mayAnswer"
      from scam_appeals a join scam_publications p on p.id = a.publication_id
     where ${open ? sql`a.state = 'open'` : sql`a.state <> 'open'`}
       ${after === null ? sql`` : sql`and (a.created_at, a.id) ${beyond} (${after.at}, ${after.id})`}
     order by a.created_at ${order}, a.id ${order} limit ${limit}`;
}

/** An appeal with the warning it is against. */
export type HeldAppeal = {
  readonly userId: string | null;
  readonly state: AppealLine['state'];
  readonly publicationId: string;
  readonly matterId: string;
  readonly slug: string;
  readonly standing: boolean;
};

/** Nobody else answers it until the transaction ends. */
export async function heldAppeal(tx: Db, id: string): Promise<HeldAppeal | null> {
  await sql`select from scam_appeals where id = ${id} for update`.execute(tx);
  return firstRow<HeldAppeal>(tx)`
    select a.user_id "userId", a.state, p.id "publicationId", p.matter_id "matterId", p.slug, p.withdrawn_at is null standing
      from scam_appeals a join scam_publications p on p.id = a.publication_id where a.id = ${id}`;
}

type Answer = {
  readonly outcome: 'upheld' | 'dismissed';
  readonly reasonCode: string;
  readonly answer: string;
  readonly now: Date;
};

/** Breaks `appeal_by_another` where whoever asks judged or published what it is against. */
export const writeAnswer = (tx: Db, id: string, { outcome, reasonCode, answer, now }: Answer) =>
  sql`update scam_appeals set state = ${outcome}, reason_code = ${reasonCode}, answer = ${answer}, decided_by = ${whoAsks},
      decided_at = ${now} where id = ${id} and state = 'open'`.execute(tx);

/** What is written to whoever appealed. */
export type AppealTold = {
  readonly name: string;
  readonly email: string;
  readonly title: string;
  readonly outcome: 'upheld' | 'dismissed';
  readonly reasonCode: string;
  readonly answer: string;
  readonly slug: string;
};

export const appealToTell = (tx: Db, id: string) =>
  firstRow<AppealTold>(tx)`
    select a.name, a.email, p.title, a.state outcome, a.reason_code "reasonCode", a.answer, p.slug
      from scam_appeals a join scam_publications p on p.id = a.publication_id
     where a.id = ${id} and a.state <> 'open'`;

/** Forgets strangers' appeals that were answered before a moment, with who they were: how many. */
export async function forgetAppeals(tx: Db, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from scam_appeals where user_id is null and state <> 'open' and decided_at < ${before}`.execute(tx);
  return Number(numAffectedRows);
}
