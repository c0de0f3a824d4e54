import type { Db } from '../../platform/database/database.ts';
import type { RuleSet } from './rule-set.ts';
import { computeScore, type Inputs, isAlerted, isBlocked } from './score.ts';
import { assessmentRow, loadRules, type RiskResult, reassessmentRow, ruleSetVersion, storeRefusal } from './store.ts';

/** Callers select the version in their first statement and insert the row in their last, to save round trips. */
export { assessmentRow, reassessmentRow, ruleSetVersion, storeRefusal };

let cached: { id: string; ruleSet: RuleSet } | null = null;

/** Loads rules by id. Caches the last rule set, which never changes. */
export async function loadRuleSet(tx: Db, id: string): Promise<RuleSet> {
  if (cached?.id === id) return cached.ruleSet;
  const ruleSet = await loadRules(tx, id);
  cached = { id, ruleSet };
  return ruleSet;
}

/** Scores an order by a rule set. `blocked` and `alerted` say whether the score reached its thresholds. */
export async function assessRisk(tx: Db, ruleSetId: string, inputs: Inputs): Promise<RiskResult> {
  const ruleSet = await loadRuleSet(tx, ruleSetId);
  const score = computeScore(ruleSet, inputs);
  return { ruleSetId, inputs, score, blocked: isBlocked(ruleSet, score), alerted: isAlerted(ruleSet, score) };
}
