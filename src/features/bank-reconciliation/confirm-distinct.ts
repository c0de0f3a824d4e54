import { staff } from '../../platform/http/procedure.ts';
import { decideProposal, decisionRefusalCodes, propose, rejectionReason } from '../approvals/decide.ts';
import { DecideProposal } from '../approvals/schema.ts';
import { findContradictions } from '../ledger/taken-back-store.ts';
import { type ApprovedProposal, distinctKind, unresolvedDuplicates } from './duplicates.ts';
import { refusalCodes, refuse } from './messages.ts';
import { bankLinePermissions } from './permissions.ts';
import { auditLine, lockOpenLine, type StaffContext } from './procedures.ts';
import { ProposeDistinct } from './schema.ts';
import { findLine } from './store.ts';

/** Locks a line with a possible duplicate. A settled line must have a contradiction. */
async function lockLineInDoubt({ tx }: Pick<StaffContext, 'tx'>, lineId: string) {
  const against = ((await findContradictions(tx, [lineId])).get(lineId) ?? []).map(({ id }) => id);
  const line =
    against.length > 0
      ? ((await findLine(tx, lineId, true)) ?? refuse('bank_lines.not_found', {}))
      : await lockOpenLine({ tx }, lineId);
  const isOpen = line.movementId === null && line.dismissal === null;
  const duplicates = isOpen ? ((await unresolvedDuplicates(tx, [line])).get(line.id) ?? []) : [];
  return { line, than: [...new Set([...against, ...duplicates.map(({ id }) => id)])] };
}

export const proposeDistinct = staff(bankLinePermissions.tellApart)
  .errors(refusalCodes('bank_lines.not_found', 'bank_lines.settled', 'bank_lines.no_twin', 'approvals.already_open'))
  .input(ProposeDistinct)
  .handler(async function proposeDistinct({ context, input: { lineId, note } }) {
    const { tx, person } = context;
    const { line, than } = await lockLineInDoubt(context, lineId);
    if (than.length === 0) refuse('bank_lines.no_twin', {});
    const proposalId = await propose(tx, {
      kind: distinctKind,
      subject: line.id,
      payload: { than, note },
      by: person.id,
    });
    await auditLine(context, line.id, { action: 'two_proposed', after: { than, note } });
    return { proposalId };
  });

export const decideDistinct = staff(bankLinePermissions.agreeTwo)
  .errors(decisionRefusalCodes)
  .input(DecideProposal)
  .handler(async function decideDistinct({ context, input: { proposalId, decision, reason } }) {
    const { tx, person } = context;
    // The approval covers only the listed lines. A later duplicate needs another approval.
    const verdict = { by: person.id, decision, reason, unchanged: () => true };
    const decided = await decideProposal(tx, { id: proposalId, kind: distinctKind }, verdict);
    const after = { ...(decided.payload as ApprovedProposal), ...rejectionReason(decided) };
    await auditLine(context, decided.subject, { action: `two_${decision}`, after });
    return { lineId: decided.subject, decision };
  });
