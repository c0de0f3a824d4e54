import { staffOnly } from '../../platform/procedure.ts';
import { because, decideProposal, decisionMayRefuse, propose } from '../approvals/decide.ts';
import { DecideProposal } from '../approvals/schema.ts';
import { bankLineActs } from './acts.ts';
import { openLine, rememberLine } from './line-work.ts';
import { mayRefuse, refuse } from './messages.ts';
import { type Agreed, kind, untold } from './same-line.ts';
import { ProposeTwo } from './schema.ts';

/** Somebody says that a line is not the one that it looks like. Another person has to agree. */
export const proposeTwo = staffOnly(bankLineActs.tellApart)
  .errors(mayRefuse('bank_lines.not_found', 'bank_lines.settled', 'bank_lines.no_twin', 'approvals.already_open'))
  .input(ProposeTwo)
  .handler(async ({ context, input: { lineId, note } }) => {
    const { tx, person } = context;
    const line = await openLine(context, lineId);
    const than = ((await untold(tx, [line])).get(line.id) ?? []).map(({ id }) => id);
    if (than.length === 0) refuse('bank_lines.no_twin', {});
    const proposalId = await propose(tx, { kind, subject: line.id, payload: { than, note }, by: person.id });
    await rememberLine(context, line.id, { action: 'two_proposed', after: { than, note } });
    return { proposalId };
  });

/** Another person agrees that it is another line, or does not; whoever asked takes it back. */
export const decideTwo = staffOnly(bankLineActs.agreeTwo)
  .errors(decisionMayRefuse)
  .input(DecideProposal)
  .handler(async ({ context, input: { proposalId, decision, reason } }) => {
    const { tx, person } = context;
    // What was told apart stands in the proposal, line by line: one that came since has to be told apart anew.
    const verdict = { by: person.id, decision, reason, unchanged: () => true };
    const decided = await decideProposal(tx, { id: proposalId, kind }, verdict);
    const after = { ...(decided.payload as Agreed), ...because(decided) };
    await rememberLine(context, decided.subject, { action: `two_${decision}`, after });
    return { lineId: decided.subject, decision };
  });
