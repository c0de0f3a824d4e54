import { sql } from 'kysely';
import type { z } from 'zod';
import { allRows, currentUserId, type Db, firstRow, newId } from '../../../platform/database/database.ts';
import type { PublishedVerdict } from '../types.ts';
import type { AnswerAppeal, AppealPage } from './schema.ts';

export type Warning = {
  readonly verdictId: string;
  readonly verdict: PublishedVerdict;
  readonly title: string;
  readonly summary: string;
  readonly indicators: readonly string[];
};

type NewPublication = Warning & { readonly slug: string; readonly proposalId: string; readonly now: Date };

/** Publishes an approved proposal. Throws a violation of `own_matter_of_person` when a reporter decided it. */
export async function insertPublication(tx: Db, caseId: string, publication: NewPublication): Promise<string> {
  const id = await newId(tx)`
    insert into scam_publications (scam_case_id, verdict_id, verdict, slug, title, summary, proposal_id, published_at)
      values (${caseId}, ${publication.verdictId}, ${publication.verdict}, ${publication.slug}, ${publication.title}, ${publication.summary},
        ${publication.proposalId}, ${publication.now}) returning id`;
  await sql`insert into scam_published_indicators (publication_id, indicator_id)
      select ${id}::uuid, unnest(${publication.indicators}::uuid[])`.execute(tx);
  return id;
}

/** Locks a publication. Null when it is missing or withdrawn. */
export const lockPublication = (tx: Db, id: string) =>
  firstRow<{ caseId: string; slug: string }>(tx)`
    select scam_case_id "caseId", slug from scam_publications
     where id = ${id} and withdrawn_at is null for update`;

export const withdrawPublication = (tx: Db, id: string, { reasonCode, now }: { reasonCode: string; now: Date }) =>
  sql`update scam_publications set withdrawn_at = ${now}, withdrawn_by = ${currentUserId}, withdrawn_code = ${reasonCode}
     where id = ${id} and withdrawn_at is null`.execute(tx);

type AppealRow = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly statement: string;
  readonly state: 'open' | 'upheld' | 'dismissed';
  readonly at: Date;
  readonly answer: string | null;
  readonly title: string;
  readonly slug: string;
  readonly caseId: string;
  readonly standing: boolean;
  readonly mayAnswer: boolean;
};

type AppealQuery = AppealPage & { readonly limit: number };

export async function findAppeals(tx: Db, { view, after, limit }: AppealQuery): Promise<AppealRow[]> {
  const open = view === 'open';
  const [beyond, order] = open ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  return allRows<AppealRow>(tx)`
    select a.id, a.name, a.email, a.statement, a.state, a.created_at "at", a.answer, p.title, p.slug, p.scam_case_id "caseId",
        p.withdrawn_at is null standing, app.can_answer_appeal(p.id, ${currentUserId}) "mayAnswer"
      from scam_appeals a join scam_publications p on p.id = a.publication_id
     where ${open ? sql`a.state = 'open'` : sql`a.state <> 'open'`}
       ${after === null ? sql`` : sql`and (a.created_at, a.id) ${beyond} (${after.at}, ${after.id})`}
     order by a.created_at ${order}, a.id ${order} limit ${limit}`;
}

type LockedAppeal = {
  readonly userId: string | null;
  readonly state: AppealRow['state'];
  readonly publicationId: string;
  readonly caseId: string;
  readonly slug: string;
  readonly standing: boolean;
};

export async function lockAppeal(tx: Db, id: string): Promise<LockedAppeal | null> {
  await sql`select from scam_appeals where id = ${id} for update`.execute(tx);
  return firstRow<LockedAppeal>(tx)`
    select a.user_id "userId", a.state, p.id "publicationId", p.scam_case_id "caseId", p.slug, p.withdrawn_at is null standing
      from scam_appeals a join scam_publications p on p.id = a.publication_id where a.id = ${id}`;
}

type Answer = Omit<z.infer<typeof AnswerAppeal>, 'appealId'> & { readonly now: Date };

/** Throws a violation of `appeal_by_another` when the actor judged or published the warning. */
export const storeAnswer = (tx: Db, id: string, { outcome, reasonCode, answer, now }: Answer) =>
  sql`update scam_appeals set state = ${outcome}, reason_code = ${reasonCode}, answer = ${answer}, decided_by = ${currentUserId},
      decided_at = ${now} where id = ${id} and state = 'open'`.execute(tx);

export type AppealEmail = Omit<Answer, 'now'> & Readonly<Record<'name' | 'email' | 'title' | 'slug', string>>;

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
