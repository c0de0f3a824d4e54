import { jsonEqual } from '../../kernel/canonical-json.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { publishTopic } from '../../platform/database/database.ts';
import { staff } from '../../platform/http/procedure.ts';
import { decideProposal, decisionRefusalCodes, propose, rejectionReason } from '../approvals/decide.ts';
import type { Proposal } from '../approvals/proposal.ts';
import { DecideProposal } from '../approvals/schema.ts';
import { refusalCodes, refuse } from './messages.ts';
import { riskPermissions } from './permissions.ts';
import type { Rule, RuleSet } from './rule-set.ts';
import { loadRuleSetInForce, newestVersion, putRules } from './rule-set-store.ts';
import { ProposeRules } from './schema.ts';
import type { ProposedRules } from './views.ts';

/** All proposals have this subject, so that only one can be open. */
const subject = 'rule_set';
const about = { subjectType: 'rule_set', subjectId: subject };

const fixedPart = ({ code, kind, fact, comparison, unit }: Rule) => ({ code, kind, fact, comparison, unit });

/** Refuses rules that add, remove or redefine a factor, because code computes the factors. */
export function assertSameFactors(ruleSet: RuleSet, inForce: RuleSet): void {
  const expected = new Map(inForce.rules.map((rule) => [rule.code, fixedPart(rule)]));
  const codes = new Set(ruleSet.rules.map(({ code }) => code));
  const different = ruleSet.rules.filter((rule) => !jsonEqual(fixedPart(rule), expected.get(rule.code)));
  const dropped = inForce.rules.filter(({ code }) => !codes.has(code));
  const which = [...different, ...dropped].map(({ code }) => code).join(', ');
  if (which !== '') refuse('risk.factors_differ', { which });
}

/** Proposes other risk rules, which come into force when a second person approves (decisions A8, D2). */
export const proposeRules = staff(riskPermissions.propose)
  .errors(refusalCodes('risk.unchanged', 'risk.factors_differ', 'approvals.already_open', 'approvals.own_matter'))
  .input(ProposeRules)
  .handler(async function proposeRules({ context, input: { title, ruleSet } }) {
    const { tx, person } = context;
    const inForce = await loadRuleSetInForce(tx);
    assertSameFactors(ruleSet, inForce.ruleSet);
    if (jsonEqual(ruleSet, inForce.ruleSet)) refuse('risk.unchanged', {});
    const payload: ProposedRules = { title, basedOn: inForce.version, ruleSet };
    const proposalId = await propose(tx, { kind: 'rule_set', subject, payload, by: person.id, stood: inForce.ruleSet });
    const entry = { action: 'risk.rule_set_proposed', ...about, before: inForce.ruleSet, after: payload };
    await audit(tx, { ...byStaff(context), ...entry });
    publishTopic(tx, 'compliance');
    return { proposalId };
  });

/** Approves, rejects or withdraws proposed rules. Approved rules apply immediately as the next version. */
export const decideRules = staff(riskPermissions.decide)
  .errors(decisionRefusalCodes)
  .input(DecideProposal)
  .handler(async function decideRules({ context, input: { proposalId, decision, reason } }) {
    const { tx, person } = context;
    // The lock prevents a newer version until this transaction ends.
    const unchanged = async ({ payload }: Proposal) =>
      (payload as ProposedRules).basedOn === (await newestVersion(tx, true));
    const verdict = { by: person.id, decision, reason, unchanged };
    const proposal = await decideProposal(tx, { id: proposalId, kind: 'rule_set' }, verdict);
    const payload = proposal.payload as ProposedRules;
    const version = decision === 'approve' ? payload.basedOn + 1 : null;
    if (version !== null) await putRules(tx, proposal.id);
    const entry = { action: `risk.rule_set_${decision}`, ...about };
    await audit(tx, { ...byStaff(context), ...entry, after: { version, ...payload, ...rejectionReason(proposal) } });
    publishTopic(tx, 'compliance');
    return { version };
  });
