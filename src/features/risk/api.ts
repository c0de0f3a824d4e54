import { jsonEqual } from '../../kernel/canonical-json.ts';
import { paginate } from '../../kernel/pagination.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { type Db, publishTopic, type SessionUser } from '../../platform/database/database.ts';
import { staff } from '../../platform/http/procedure.ts';
import { defineProposal, findOpenProposals, rejectionReason } from '../approvals/decide.ts';
import { refusalCodes, refuse } from './messages.ts';
import { riskPermissions } from './permissions.ts';
import type { Rule, RuleSet } from './rule-set.ts';
import { BacktestRules, backtestPageSize, ListAssessments, ProposeRules } from './schema.ts';
import { computeScore, type Inputs, isAlerted, isBlocked } from './score.ts';
import {
  findAssessments,
  loadPastOrders,
  loadRuleSetInForce,
  loadRuleSets,
  loadRules,
  newestVersion,
  type PastOrder,
  putRules,
} from './store.ts';
import type { Assessments, Backtest, BacktestOrder, ProposedRules, RuleProposal, RuleSets } from './views.ts';

/** All proposals have this subject, so that only one can be open. */
const subject = 'rule_set';
const about = { subjectType: 'rule_set', subjectId: subject };

const fixedPart = ({ code, kind, fact, comparison, unit }: Rule) => ({ code, kind, fact, comparison, unit });

/** Refuses rules that add, remove or redefine a factor, because code computes the factors. */
function assertSameFactors(ruleSet: RuleSet, inForce: RuleSet): void {
  const expected = new Map(inForce.rules.map((rule) => [rule.code, fixedPart(rule)]));
  const codes = new Set(ruleSet.rules.map(({ code }) => code));
  const different = ruleSet.rules.filter((rule) => !jsonEqual(fixedPart(rule), expected.get(rule.code)));
  const dropped = inForce.rules.filter(({ code }) => !codes.has(code));
  const which = [...different, ...dropped].map(({ code }) => code).join(', ');
  if (which !== '') refuse('risk.factors_differ', { which });
}

const rulesProposal = defineProposal<{ tx: Db; person: SessionUser }, ProposedRules, number>({
  kind: 'rule_set',
  // The lock prevents a newer version until this transaction ends.
  stillValid: async ({ tx }, { payload }) => payload.basedOn === (await newestVersion(tx, true)),
  async apply({ tx }, { id, payload }) {
    await putRules(tx, id);
    return payload.basedOn + 1;
  },
});

/** Proposes other risk rules, which come into force when a second person approves (decisions A8, D2). */
const proposeRules = staff(riskPermissions.propose)
  .errors(refusalCodes('risk.unchanged', 'risk.factors_differ', 'approvals.already_open', 'approvals.own_matter'))
  .input(ProposeRules)
  .handler(async function proposeRules({ context, input: { title, ruleSet } }) {
    const { tx } = context;
    const inForce = await loadRuleSetInForce(tx);
    assertSameFactors(ruleSet, inForce.ruleSet);
    if (jsonEqual(ruleSet, inForce.ruleSet)) refuse('risk.unchanged', {});
    const payload: ProposedRules = { title, basedOn: inForce.version, ruleSet };
    const proposalId = await rulesProposal.propose(context, { subject, payload, stood: inForce.ruleSet });
    const entry = { action: 'risk.rule_set_proposed', ...about, before: inForce.ruleSet, after: payload };
    await audit(tx, { ...byStaff(context), ...entry });
    publishTopic(tx, 'compliance');
    return { proposalId };
  });

/** Approves, rejects or withdraws proposed rules. Approved rules apply immediately as the next version. */
const decideRules = rulesProposal.procedure.handler(async function decideRules({ context, input }) {
  const { tx } = context;
  const { applied: version, ...proposal } = await rulesProposal.decide(context, input);
  const entry = { action: `risk.rule_set_${input.decision}`, ...about };
  const after = { version, ...proposal.payload, ...rejectionReason(proposal) };
  await audit(tx, { ...byStaff(context), ...entry, after });
  publishTopic(tx, 'compliance');
  return { version };
});

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

/** Scores a page of past and refused orders by stored inputs with the given rules. Writes only an audit entry. */
const backtestRules = staff(riskPermissions.work)
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

const pageSize = 50;

/** Lists assessments of an order or a customer with their inputs, newest first. Excludes the user's own. */
const listAssessments = staff(riskPermissions.work)
  .errors(refusalCodes('risk.not_found'))
  .input(ListAssessments)
  .handler(async function listAssessments({ context: { tx }, input }): Promise<Assessments> {
    if ((input.orderId === null) === (input.userId === null)) return refuse('risk.not_found', {});
    const lines = await findAssessments(tx, { ...input, limit: pageSize + 1 });
    const { page, next } = paginate(lines, pageSize, ({ id }) => id);
    return { assessments: page, next };
  });

async function findOpenProposal(tx: Db, personId: string): Promise<RuleProposal | null> {
  const [open] = await findOpenProposals(tx, 'rule_set');
  if (!open) return null;
  const { id: proposalId, proposedBy, proposer, proposedAt } = open;
  const { title, ruleSet } = open.payload as ProposedRules;
  return { proposalId, title, ruleSet, proposer, proposedAt, own: proposedBy === personId };
}

/** Lists rule set versions, newest first, and the open proposal. The first version is in force. */
const showRuleSets = staff(riskPermissions.work).handler(async function showRuleSets({
  context: { tx, person },
}): Promise<RuleSets> {
  return {
    sets: await loadRuleSets(tx),
    proposal: await findOpenProposal(tx, person.id),
  };
});

export const riskApi = {
  ruleSets: showRuleSets,
  backtest: backtestRules,
  propose: proposeRules,
  decide: decideRules,
  assessments: listAssessments,
};
