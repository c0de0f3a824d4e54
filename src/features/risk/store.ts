import { CompiledQuery, sql } from 'kysely';
import { compileInsert, defineRow } from '../../platform/database/batch-insert.ts';
import { allRows, type Db, firstValue } from '../../platform/database/database.ts';
import { RuleSet } from './rule-set.ts';
import { computeScore, type Inputs, type Score } from './score.ts';
import type { AssessmentLine, BacktestOrder, Outcome, RuleSetVersion } from './views.ts';

/** SQL column of `activeVersions`: id of the rule set in force. */
export const ruleSetVersion = sql<string>`active_versions.rules`;

type RuleSetRow = Omit<RuleSetVersion, 'ruleSet'> & { readonly rules: unknown };

export async function loadRuleSets(tx: Db, limit = 50): Promise<RuleSetVersion[]> {
  const { rows } = await sql<RuleSetRow>`
    select r.id, r.version, r.title, r.valid_from "validFrom", p.display_name "proposedBy", a.display_name "approvedBy",
           r.rules
      from risk_rule_sets r left join profiles p on p.id = r.proposed_by left join profiles a on a.id = r.approved_by
     order by r.version desc limit ${limit}`.execute(tx);
  return rows.map(({ rules, ...row }) => ({ ...row, ruleSet: RuleSet.parse(rules) }));
}

export async function loadRuleSetInForce(tx: Db): Promise<RuleSetVersion> {
  const [newest] = await loadRuleSets(tx, 1);
  if (!newest) throw new Error('the database has no rule set');
  return newest;
}

/** Returns the newest version number. `lock` prevents a newer version until the transaction ends. */
export async function newestVersion(tx: Db, lock = false): Promise<number> {
  if (lock) await sql`select pg_advisory_xact_lock(hashtextextended('risk_rule_sets', 0))`.execute(tx);
  return (await firstValue<number>(tx)`select max(version) "version" from risk_rule_sets`) ?? 0;
}

/** Activates the rules of a proposal that was approved in this transaction. */
export const putRules = (tx: Db, proposalId: string) => sql`select app.apply_rules(${proposalId})`.execute(tx);

export async function loadRules(tx: Db, id: string): Promise<RuleSet> {
  const { rows } = await sql<{ rules: unknown }>`select rules from risk_rule_sets where id = ${id}`.execute(tx);
  return RuleSet.parse(rows[0]?.rules);
}

export type RiskResult = {
  readonly ruleSetId: string;
  readonly inputs: Inputs;
  readonly score: Score;
  readonly blocked: boolean;
  readonly alerted: boolean;
};

/** New assessment (decision A8). Callers choose the id, because customers cannot read the inserted row. */
type NewAssessment = {
  readonly id: string;
  readonly orderId: string;
  readonly userId: string;
  readonly outcome: Outcome;
  readonly risk: RiskResult;
  readonly at: Date;
};

type WithAssessment = { readonly risk: RiskResult };

const assessmentColumns = {
  risk_level: ({ risk }: WithAssessment) => risk.score.level,
  risk_score: ({ risk }: WithAssessment) => risk.score.score,
  risk_factors: ({ risk }: WithAssessment) => JSON.stringify(risk.score.factors),
  behavioral_flags: ({ risk }: WithAssessment) => JSON.stringify(risk.score.flags),
  rules_triggered: ({ risk }: WithAssessment) => risk.score.factors.map(({ code }) => code),
  rule_set_id: ({ risk }: WithAssessment) => risk.ruleSetId,
  inputs: ({ risk }: WithAssessment) => JSON.stringify(risk.inputs),
};

type OrderAssessment = Omit<NewAssessment, 'id'>;
const orderColumns = {
  user_id: ({ userId }: OrderAssessment) => userId,
  order_id: ({ orderId }: OrderAssessment) => orderId,
  outcome: ({ outcome }: OrderAssessment) => outcome,
  ...assessmentColumns,
  created_at: ({ at }: OrderAssessment) => at,
};

/** Row of risk_assessments, inserted together with its order [001 §3 risk_assessments]. */
export const assessmentRow = defineRow<NewAssessment>('risk_assessments', { id: ({ id }) => id, ...orderColumns });

/** Row of a repeated assessment. The database creates its id, which is higher than all earlier ids. */
export const reassessmentRow = defineRow<OrderAssessment>('risk_assessments', orderColumns);

type Refusal = {
  readonly userId: string;
  readonly outcome: 'wallet_blocked' | 'transaction_blocked';
  readonly risk: RiskResult;
  readonly asked: object;
  readonly key: string;
  readonly requestHash: string;
  readonly proofFile: string | null;
  readonly at: Date;
};

const refusalRow = defineRow<Refusal>('risk_assessments', {
  user_id: (refusal) => refusal.userId,
  outcome: (refusal) => refusal.outcome,
  ...assessmentColumns,
  asked: (refusal) => JSON.stringify(refusal.asked),
  idempotency_key: (refusal) => refusal.key,
  request_hash: (refusal) => refusal.requestHash,
  proof_file: (refusal) => refusal.proofFile,
  created_at: (refusal) => refusal.at,
});

/** Stores a refusal and returns its id. Null if its idempotency key already has one (decision A9). */
export async function storeRefusal(tx: Db, refusal: Refusal): Promise<string | null> {
  const { sql: insertion, parameters } = compileInsert([refusalRow(refusal)]);
  const statement = `${insertion} on conflict (user_id, idempotency_key) where idempotency_key is not null do nothing returning id`;
  const { rows } = await tx.executeQuery(CompiledQuery.raw(statement, [...parameters]));
  return (rows as { id: string }[])[0]?.id ?? null;
}

type Row = Omit<AssessmentLine, 'ruleSetVersion' | 'recomputes'> & { version: number; rules: RuleSet };

const parseAssessment = ({ rules, version, ...row }: Row): AssessmentLine => ({
  ...row,
  ruleSetVersion: version,
  recomputes: computeScore(rules, row.inputs).score === row.score,
});

type AssessmentFilter = { orderId: string | null; userId: string | null; before: string | null; limit: number };

/** Finds assessments, newest first. Keyset pagination. */
export async function findAssessments(
  tx: Db,
  { orderId, userId, before, limit }: AssessmentFilter,
): Promise<AssessmentLine[]> {
  // Filters by the order's customer too, to match the index.
  const ownerCondition = orderId
    ? sql`a.user_id = (select user_id from transactions where id = ${orderId}) and a.order_id = ${orderId}`
    : sql`a.user_id = ${userId}`;
  const { rows } = await sql<Row>`
    select a.id, a.created_at at, a.order_id "orderId", t.reference, a.risk_score score, a.risk_level "level", a.outcome,
           a.risk_factors factors, a.behavioral_flags flags, a.rule_set_id "ruleSetId", r.version, r.rules, a.inputs
      from risk_assessments a join risk_rule_sets r on r.id = a.rule_set_id left join transactions t on t.id = a.order_id
     where ${ownerCondition} ${before === null ? sql`` : sql`and a.id < ${before}`}
     order by a.id desc limit ${limit}`.execute(tx);
  return rows.map(parseAssessment);
}

export type PastOrder = Omit<BacktestOrder, 'amount' | 'before' | 'after'> &
  Pick<AssessmentLine, 'inputs' | 'ruleSetId'>;

/** Loads a page of assessments, newest first, without the user's own. Older inputs lack `reachesThreshold`. */
export const loadPastOrders = (tx: Db, { before, limit }: { before: string | null; limit: number }) =>
  allRows<PastOrder>(tx)`
    with page as (select id, user_id, order_id, created_at, inputs, rule_set_id from risk_assessments
      where true ${before === null ? sql`` : sql`and id < ${before}`} order by id desc limit ${limit})
    select a.id "assessmentId", a.created_at at, a.order_id "orderId", t.reference, a.user_id "userId",
           p.display_name customer, a.rule_set_id "ruleSetId",
           jsonb_build_object('reachesThreshold', (a.inputs->>'amount')::numeric >= 175000) || a.inputs inputs
      from page a join profiles p on p.id = a.user_id left join transactions t on t.id = a.order_id
     order by a.id desc`;
