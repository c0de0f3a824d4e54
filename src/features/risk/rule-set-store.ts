import { sql } from 'kysely';
import { type Db, firstValue } from '../../platform/database/database.ts';
import { RuleSet } from './rule-set.ts';
import type { RuleSetVersion } from './views.ts';

/** SQL column of `activeVersions`: id of the rule set in force. */
export const ruleSetVersion = sql<string>`active_versions.rules`;

type Row = Omit<RuleSetVersion, 'ruleSet'> & { readonly rules: unknown };

export async function loadRuleSets(tx: Db, limit = 50): Promise<RuleSetVersion[]> {
  const { rows } = await sql<Row>`
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
