import { audit, byStaff } from '../../platform/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { staff } from '../../platform/http/procedure.ts';
import { loadPastOrders, type PastOrder } from './assessment-store.ts';
import { riskPermissions } from './permissions.ts';
import type { RuleSet } from './rule-set.ts';
import { loadRules } from './rule-set-store.ts';
import { BacktestRules, backtestPageSize } from './schema.ts';
import { computeScore, type Inputs, isAlerted, isBlocked } from './score.ts';
import type { Backtest, BacktestOrder } from './views.ts';

function assess(ruleSet: RuleSet, inputs: Inputs): BacktestOrder['before'] {
  const score = computeScore(ruleSet, inputs);
  return {
    score: score.score,
    level: score.level,
    stopped: isBlocked(ruleSet, score),
    alerted: isAlerted(ruleSet, score),
  };
}

async function loadRuleSetsOf(tx: Db, orders: readonly PastOrder[]): Promise<ReadonlyMap<string, RuleSet>> {
  const found = new Map<string, RuleSet>();
  for (const id of new Set(orders.map(({ ruleSetId }) => ruleSetId))) found.set(id, await loadRules(tx, id));
  return found;
}

const isChanged = ({ before, after }: BacktestOrder): boolean =>
  before.stopped !== after.stopped || before.alerted !== after.alerted || before.level !== after.level;

function summarize(orders: readonly BacktestOrder[], next: string | null): Backtest {
  const count = (test: (order: BacktestOrder) => boolean) => orders.filter(test).length;
  return {
    orders: orders.length,
    stoppedBefore: count(({ before }) => before.stopped),
    stoppedAfter: count(({ after }) => after.stopped),
    alertedBefore: count(({ before }) => before.alerted),
    alertedAfter: count(({ after }) => after.alerted),
    changed: orders.filter(isChanged),
    next,
  };
}

/**
 * Scores one page of past and refused orders with the given rules, from their stored inputs, newest first. Writes only
 * an audit entry.
 */
export const backtestRules = staff(riskPermissions.work)
  .input(BacktestRules)
  .handler(async function backtestRules({ context, input: { ruleSet, before } }): Promise<Backtest> {
    const { tx } = context;
    const past = await loadPastOrders(tx, { before, limit: backtestPageSize });
    const ruleSets = await loadRuleSetsOf(tx, past);
    const orders = past.map(({ inputs, ruleSetId, ...order }) => ({
      ...order,
      amount: inputs.amount,
      before: assess(ruleSets.get(ruleSetId) ?? ruleSet, inputs),
      after: assess(ruleSet, inputs),
    }));
    const result = summarize(orders, past.length === backtestPageSize ? (past.at(-1)?.assessmentId ?? null) : null);
    const { stoppedBefore, stoppedAfter } = result;
    const about = { action: 'risk.backtested', subjectType: 'rule_set', subjectId: 'rule_set' };
    await audit(tx, { ...byStaff(context), ...about, after: { orders: past.length, stoppedBefore, stoppedAfter } });
    return result;
  });
