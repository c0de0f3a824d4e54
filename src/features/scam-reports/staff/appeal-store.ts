import { sql } from 'kysely';
import { allRows, currentUserId, type Db, firstRow } from '../../../platform/database/database.ts';
import type { AppealPage } from './schema.ts';
import type { AppealRow } from './types.ts';

type AppealQuery = AppealPage & { readonly limit: number };

export async function findAppeals(tx: Db, { view, after, limit }: AppealQuery): Promise<AppealRow[]> {
  const open = view === 'open';
  const [beyond, order] = open ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  return allRows<AppealRow>(tx)`
    select a.id, a.name, a.email, a.statement, a.state, a.created_at "at", a.answer, p.title, p.slug, p.scam_case_id "matterId",
        p.withdrawn_at is null standing, app.may_answer_appeal(p.id, ${currentUserId}) "mayAnswer"
      from scam_appeals a join scam_publications p on p.id = a.publication_id
     where ${open ? sql`a.state = 'open'` : sql`a.state <> 'open'`}
       ${after === null ? sql`` : sql`and (a.created_at, a.id) ${beyond} (${after.at}, ${after.id})`}
     order by a.created_at ${order}, a.id ${order} limit ${limit}`;
}

export type LockedAppeal = {
  readonly userId: string | null;
  readonly state: AppealRow['state'];
  readonly publicationId: string;
  readonly matterId: string;
  readonly slug: string;
  readonly standing: boolean;
};

export async function lockAppeal(tx: Db, id: string): Promise<LockedAppeal | null> {
  await sql`select from scam_appeals where id = ${id} for update`.execute(tx);
  return firstRow<LockedAppeal>(tx)`
    select a.user_id "userId", a.state, p.id "publicationId", p.scam_case_id "matterId", p.slug, p.withdrawn_at is null standing
      from scam_appeals a join scam_publications p on p.id = a.publication_id where a.id = ${id}`;
}

type Answer = {
  readonly outcome: 'upheld' | 'dismissed';
  readonly reasonCode: string;
  readonly answer: string;
  readonly now: Date;
};

/** Throws a violation of `appeal_by_another` when the actor judged or published the warning. */
export const storeAnswer = (tx: Db, id: string, { outcome, reasonCode, answer, now }: Answer) =>
  sql`update scam_appeals set state = ${outcome}, reason_code = ${reasonCode}, answer = ${answer}, decided_by = ${currentUserId},
      decided_at = ${now} where id = ${id} and state = 'open'`.execute(tx);

export type AppealEmail = {
  readonly name: string;
  readonly email: string;
  readonly title: string;
  readonly outcome: 'upheld' | 'dismissed';
  readonly reasonCode: string;
  readonly answer: string;
  readonly slug: string;
};

export const findAppealEmail = (tx: Db, id: string) =>
  firstRow<AppealEmail>(tx)`
    select a.name, a.email, p.title, a.state outcome, a.reason_code "reasonCode", a.answer, p.slug
      from scam_appeals a join scam_publications p on p.id = a.publication_id
     where a.id = ${id} and a.state <> 'open'`;

/** Deletes anonymous appeals that were answered earlier than `before`. Returns the number of deleted rows. */
export async function deleteAppeals(tx: Db, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from scam_appeals where user_id is null and state <> 'open' and decided_at < ${before}`.execute(tx);
  return Number(numAffectedRows);
}
