import { audit, byStaff } from '../../platform/audit.ts';
import type { Db } from '../../platform/database.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { riskActs } from './acts.ts';
import { type PastOrder, pastOrders } from './assessment-store.ts';
import { wholeDraft } from './draft-store.ts';
import { mayRefuse, refuse } from './messages.ts';
import type { RuleSet } from './rule-set.ts';
import { rulesOf } from './rule-set-store.ts';
import { TryDraft, trialSize } from './schema.ts';
import { alerts, blocks, type Inputs, scoreOf } from './score.ts';
import type { Trial, TriedOrder } from './views.ts';

function judgedBy(ruleSet: RuleSet, inputs: Inputs): TriedOrder['before'] {
  const score = scoreOf(ruleSet, inputs);
  return { score: score.score, level: score.level, stopped: blocks(ruleSet, score), alerted: alerts(ruleSet, score) };
}

function tried({ inputs, ruleSetId, ...past }: PastOrder, draft: RuleSet, known: ReadonlyMap<string, RuleSet>) {
  const then = known.get(ruleSetId) ?? draft;
  return { ...past, amount: inputs.amount, before: judgedBy(then, inputs), after: judgedBy(draft, inputs) };
}

/** The rule sets by which these orders were judged; there are few of them. */
async function ruleSetsOf(tx: Db, past: readonly PastOrder[]): Promise<ReadonlyMap<string, RuleSet>> {
  const found = new Map<string, RuleSet>();
  for (const id of new Set(past.map(({ ruleSetId }) => ruleSetId))) found.set(id, await rulesOf(tx, id));
  return found;
}

const differs = ({ before, after }: TriedOrder): boolean =>
  before.stopped !== after.stopped || before.alerted !== after.alerted || before.level !== after.level;

/** What a draft would have made of past orders ('would have stopped 4 of 310, these'). */
export function trialOf(orders: readonly TriedOrder[], next: string | null): Trial {
  const count = (test: (order: TriedOrder) => boolean) => orders.filter(test).length;
  return {
    looked: orders.length,
    stoppedBefore: count(({ before }) => before.stopped),
    stoppedAfter: count(({ after }) => after.stopped),
    alertedBefore: count(({ before }) => before.alerted),
    alertedAfter: count(({ after }) => after.alerted),
    these: orders.filter(differs),
    next,
  };
}

/**
 * Judges past orders, also refused ones, by a draft: worked out again from the stored inputs, a bounded number a call,
 * newest first. `next` leads to the orders before. Writes nothing but the audit line.
 */
export const tryDraft = staffOnly(riskActs.work)
  .errors(mayRefuse('risk.not_found'))
  .input(TryDraft)
  .handler(async ({ context, input }) => {
    const { tx } = context;
    const draft = (await wholeDraft(tx, input.id)) ?? refuse('risk.not_found', {});
    const past = await pastOrders(tx, { before: input.before, limit: trialSize });
    const known = await ruleSetsOf(tx, past);
    const orders = past.map((order) => tried(order, draft.ruleSet, known));
    const trial = trialOf(orders, past.length === trialSize ? (past.at(-1)?.assessmentId ?? null) : null);
    const { looked, stoppedBefore, stoppedAfter } = trial;
    await audit(tx, {
      ...byStaff(context),
      action: 'risk.draft_tried',
      subjectType: 'risk_draft',
      subjectId: input.id,
      after: { revision: draft.revision, looked, stoppedBefore, stoppedAfter },
    });
    return trial;
  });
