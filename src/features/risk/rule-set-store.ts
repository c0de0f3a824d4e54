import { sql } from 'kysely';
import { allRows, type Db, firstRow, firstValue } from '../../platform/database.ts';
import { RuleSet } from './rule-set.ts';
import type { RuleSetLine, WholeRuleSet } from './views.ts';

/**
 * Which rule set is in force, by its id. To be put into other features' statements that read from `inForce`; they ask
 * for the rules only when the id is new: see `ruleSetOf`.
 */
export const ruleSetVersion = sql<string>`in_force.rules`;

const line = sql`r.id, r.version, r.title, r.valid_from "validFrom", p.display_name "proposedBy",
  a.display_name "approvedBy"`;
const withPeople = sql`risk_rule_sets r left join profiles p on p.id = r.proposed_by left join profiles a on a.id = r.approved_by`;

/** All rule sets, newest first. */
export const ruleSetLines = (tx: Db) =>
  allRows<RuleSetLine>(tx)`select ${line} from ${withPeople} order by r.version desc limit 200`;

export async function wholeRuleSet(tx: Db, id: string): Promise<WholeRuleSet | null> {
  const row = await firstRow<RuleSetLine & { rules: unknown }>(tx)`
    select ${line}, r.rules from ${withPeople} where r.id = ${id}`;
  if (!row) return null;
  const { rules, ...rest } = row;
  return { ...rest, ruleSet: RuleSet.parse(rules) };
}

/** The newest version's number. With `lock`, no other version can come in force until the transaction ends. */
export async function newestVersion(tx: Db, lock = false): Promise<number> {
  if (lock) await sql`select pg_advisory_xact_lock(hashtextextended('risk_rule_sets', 0))`.execute(tx);
  return (await firstValue<number>(tx)`select max(version) "version" from risk_rule_sets`) ?? 0;
}

/** Has the database put in force the rules that were approved in this transaction, from now on, with both people. */
export const putRules = (tx: Db, proposalId: string) => sql`select app.put_rules(${proposalId})`.execute(tx);

/** The rules of an id, as they were put in force. */
export async function rulesOf(tx: Db, id: string): Promise<RuleSet> {
  const { rows } = await sql<{ rules: unknown }>`select rules from risk_rule_sets where id = ${id}`.execute(tx);
  return RuleSet.parse(rows[0]?.rules);
}
