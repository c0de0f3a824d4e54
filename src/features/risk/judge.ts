import type { Db } from '../../platform/database.ts';
import { assessmentRow, judgedAnewRow, keepRefusal } from './assessment-store.ts';
import type { RuleSet } from './rule-set.ts';
import { ruleSetVersion, rulesOf } from './rule-set-store.ts';
import { alerts, blocks, type Inputs, type Score, scoreOf } from './score.ts';

/**
 * What other features judge by: the version in force goes into their own first statement, the rules behind it are known
 * to the process, and the assessment goes into their own last one. So a judgement costs no round trip.
 */
export { assessmentRow, judgedAnewRow, keepRefusal, ruleSetVersion };

/** A score, by which rules, from what. */
export type Judged = {
  readonly ruleSetId: string;
  readonly inputs: Inputs;
  readonly score: Score;
  readonly blocked: boolean;
  readonly alerted: boolean;
};

let known: { id: string; ruleSet: RuleSet } | null = null;

/** The rules of a version: read once by each process, then known until another is in force. */
export async function ruleSetOf(tx: Db, id: string): Promise<RuleSet> {
  if (known?.id === id) return known.ruleSet;
  const ruleSet = await rulesOf(tx, id);
  known = { id, ruleSet };
  return ruleSet;
}

/** What the rules of this version make of an order. */
export async function judge(tx: Db, ruleSetId: string, inputs: Inputs): Promise<Judged> {
  const ruleSet = await ruleSetOf(tx, ruleSetId);
  const score = scoreOf(ruleSet, inputs);
  return { ruleSetId, inputs, score, blocked: blocks(ruleSet, score), alerted: alerts(ruleSet, score) };
}
