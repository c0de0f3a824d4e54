import { isDeepStrictEqual } from 'node:util';
import { audit, byStaff } from '../../platform/audit.ts';
import { announce, type Db } from '../../platform/database.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { because, decideProposal, decisionMayRefuse, propose } from '../approvals/decide.ts';
import type { Proposal } from '../approvals/proposal.ts';
import { DecideProposal } from '../approvals/schema.ts';
import { riskActs } from './acts.ts';
import { setDraftState, wholeDraft } from './draft-store.ts';
import { draftAsSeen, refuseOtherFactors, ruleSetInForce } from './drafts.ts';
import { mayRefuse, refuse } from './messages.ts';
import type { ProposedRules } from './open-proposal.ts';
import { newestVersion, putRules } from './rule-set-store.ts';
import { ProposeDraft } from './schema.ts';

/** One at a time: two changes at once would each be tried against rules that the other replaces. */
const subject = 'rule_set';

/** Asks for a draft of the rules to be put in force, as it stands, which a second person decides (decision D2). */
export const proposeDraft = staffOnly(riskActs.propose)
  .errors(
    mayRefuse(
      'risk.not_found',
      'risk.draft_changed',
      'risk.draft_closed',
      'risk.draft_unchanged',
      'risk.factors_differ',
      'approvals.already_open',
      'approvals.own_matter',
    ),
  )
  .input(ProposeDraft)
  .handler(async ({ context, input }) => {
    const { services, tx, person } = context;
    const draft = await draftAsSeen(tx, input);
    const inForce = await ruleSetInForce(tx);
    refuseOtherFactors(draft.ruleSet, inForce.ruleSet);
    if (isDeepStrictEqual(draft.ruleSet, inForce.ruleSet)) refuse('risk.draft_unchanged', {});
    const { id: draftId, title, revision, ruleSet } = draft;
    const frozen: ProposedRules = { draftId, title, revision, basedOn: inForce.version, ruleSet };
    const proposalId = await propose(tx, {
      kind: 'rule_set',
      subject,
      payload: frozen,
      by: person.id,
      stood: inForce.ruleSet,
    });
    await setDraftState(tx, draftId, { state: 'proposed', at: services.clock() });
    await audit(tx, {
      ...byStaff(context),
      action: 'risk.rule_set_proposed',
      subjectType: 'risk_draft',
      subjectId: draftId,
      before: inForce.ruleSet,
      after: frozen,
    });
    announce(tx, 'compliance');
    return { proposalId };
  });

/** Whether the draft is still what was proposed, upon the rules still in force. Nobody changes either till the end. */
async function stillAsProposed(tx: Db, { draftId, revision, ruleSet, basedOn }: ProposedRules): Promise<boolean> {
  const draft = await wholeDraft(tx, draftId, true);
  const version = await newestVersion(tx, true);
  return draft?.revision === revision && isDeepStrictEqual(draft.ruleSet, ruleSet) && version === basedOn;
}

const stateAfter = { approve: 'in_force', reject: 'rejected', withdraw: 'open' } as const;

/** Puts a proposed rule set in force at once, rejects it, or takes one's own back. */
export const decideDraft = staffOnly(riskActs.decide)
  .errors(decisionMayRefuse)
  .input(DecideProposal)
  .handler(async ({ context, input }) => {
    const { services, tx, person } = context;
    const { decision } = input;
    const verdict = {
      by: person.id,
      decision,
      reason: input.reason,
      unchanged: ({ payload }: Proposal) => stillAsProposed(tx, payload as ProposedRules),
    };
    const proposal = await decideProposal(tx, { id: input.proposalId, kind: 'rule_set' }, verdict);
    const frozen = proposal.payload as ProposedRules;
    const { draftId } = frozen;
    const version = decision === 'approve' ? frozen.basedOn + 1 : null;
    if (version !== null) await putRules(tx, proposal.id);
    await setDraftState(tx, draftId, { state: stateAfter[decision], at: services.clock() });
    await audit(tx, {
      ...byStaff(context),
      action: `risk.rule_set_${decision}`,
      subjectType: 'risk_draft',
      subjectId: draftId,
      after: { version, ...frozen, ...because(proposal) },
    });
    announce(tx, 'compliance');
    return { version };
  });
