import { CompiledQuery, sql } from 'kysely';
import { allRows, type Db } from '../../platform/database.ts';
import { insertionOf, rowsOf } from '../../platform/new-rows.ts';
import type { Judged } from './judge.ts';
import type { RuleSet } from './rule-set.ts';
import { scoreOf } from './score.ts';
import type { AssessmentLine, Outcome, TriedOrder } from './views.ts';

/**
 * An assessment of an order that exists: its inputs, and the version of the rules that judged it (decision A8). Choose
 * the id before: the customer in whose act it is written may not read it.
 */
export type NewAssessment = {
  readonly id: string;
  readonly orderId: string;
  readonly userId: string;
  readonly outcome: Outcome;
  readonly judged: Judged;
  readonly at: Date;
};

type OfJudged = { readonly judged: Judged };

/** The columns that both kinds share. */
const judgedColumns = {
  risk_level: ({ judged }: OfJudged) => judged.score.level,
  risk_score: ({ judged }: OfJudged) => judged.score.score,
  risk_factors: ({ judged }: OfJudged) => JSON.stringify(judged.score.factors),
  behavioral_flags: ({ judged }: OfJudged) => JSON.stringify(judged.score.flags),
  rules_triggered: ({ judged }: OfJudged) => judged.score.factors.map(({ code }) => code),
  rule_set_id: ({ judged }: OfJudged) => judged.ruleSetId,
  inputs: ({ judged }: OfJudged) => JSON.stringify(judged.inputs),
};

type OfOrder = Omit<NewAssessment, 'id'>;
const orderColumns = {
  user_id: ({ userId }: OfOrder) => userId,
  order_id: ({ orderId }: OfOrder) => orderId,
  outcome: ({ outcome }: OfOrder) => outcome,
  ...judgedColumns,
  created_at: ({ at }: OfOrder) => at,
};

/** The row of an assessment in risk_assessments, to be inserted with its order [001 §3 risk_assessments]. */
export const assessmentRow = rowsOf<NewAssessment>('risk_assessments', { id: ({ id }) => id, ...orderColumns });

/** The same of an order that is judged anew. Its id is the database's, which grows with time: it is the newest. */
export const judgedAnewRow = rowsOf<OfOrder>('risk_assessments', orderColumns);

/** An order that was refused: what was asked for, under which key. */
export type Refusal = {
  readonly userId: string;
  readonly outcome: 'wallet_blocked' | 'transaction_blocked';
  readonly judged: Judged;
  readonly asked: object;
  readonly key: string;
  readonly requestHash: string;
  readonly at: Date;
};

const refusalRow = rowsOf<Refusal>('risk_assessments', {
  user_id: (of) => of.userId,
  outcome: (of) => of.outcome,
  ...judgedColumns,
  asked: (of) => JSON.stringify(of.asked),
  idempotency_key: (of) => of.key,
  request_hash: (of) => of.requestHash,
  created_at: (of) => of.at,
});

/** Keeps a refusal and answers the assessment's id; null when this request left its record before (decision A9). */
export async function keepRefusal(tx: Db, refusal: Refusal): Promise<string | null> {
  const { sql: insertion, parameters } = insertionOf([refusalRow(refusal)]);
  const once = `${insertion} on conflict (user_id, idempotency_key) where idempotency_key is not null do nothing returning id`;
  const { rows } = await tx.executeQuery(CompiledQuery.raw(once, [...parameters]));
  return (rows as { id: string }[])[0]?.id ?? null;
}

type Row = Omit<AssessmentLine, 'ruleSetVersion' | 'recomputes'> & { version: number; rules: RuleSet };

const readLine = ({ rules, version, ...row }: Row): AssessmentLine => ({
  ...row,
  ruleSetVersion: version,
  recomputes: scoreOf(rules, row.inputs).score === row.score,
});

type Of = { orderId: string | null; userId: string | null; before: string | null; limit: number };

/** Assessments of an order or a customer, newest first, paged by key. */
export async function assessmentsOf(tx: Db, { orderId, userId, before, limit }: Of): Promise<AssessmentLine[]> {
  // By the order's customer too, as the index is built.
  const whose = orderId
    ? sql`a.user_id = (select user_id from transactions where id = ${orderId}) and a.order_id = ${orderId}`
    : sql`a.user_id = ${userId}`;
  const { rows } = await sql<Row>`
    select a.id, a.created_at at, a.order_id "orderId", t.reference, a.risk_score score, a.risk_level "level", a.outcome,
           a.risk_factors factors, a.behavioral_flags flags, a.rule_set_id "ruleSetId", r.version, r.rules, a.inputs
      from risk_assessments a join risk_rule_sets r on r.id = a.rule_set_id left join transactions t on t.id = a.order_id
     where ${whose} ${before === null ? sql`` : sql`and a.id < ${before}`}
     order by a.id desc limit ${limit}`.execute(tx);
  return rows.map(readLine);
}

export type PastOrder = Omit<TriedOrder, 'amount' | 'before' | 'after'> & Pick<AssessmentLine, 'inputs' | 'ruleSetId'>;

/**
 * The next assessments, newest first, with what each was made from; before it was kept whether an order reached
 * US$1,000, J$175,000 alone told. Row security leaves out those of whoever asks.
 */
export const pastOrders = (tx: Db, { before, limit }: { before: string | null; limit: number }) =>
  allRows<PastOrder>(tx)`
    with page as (select id, user_id, order_id, created_at, inputs, rule_set_id from risk_assessments
      where true ${before === null ? sql`` : sql`and id < ${before}`} order by id desc limit ${limit})
    select a.id "assessmentId", a.created_at at, a.order_id "orderId", t.reference, a.user_id "userId",
           p.display_name customer, a.rule_set_id "ruleSetId",
           jsonb_build_object('reachesThreshold', (a.inputs->>'amount')::numeric >= 175000) || a.inputs inputs
      from page a join profiles p on p.id = a.user_id left join transactions t on t.id = a.order_id
     order by a.id desc`;
