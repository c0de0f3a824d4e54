import { staff } from '../../platform/http/procedure.ts';
import { defineProposal, rejectionReason } from '../approvals/decide.ts';
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

const distinctProposal = defineProposal<Pick<StaffContext, 'tx' | 'person'>, ApprovedProposal>({
  kind: distinctKind,
  // The approval covers only the listed lines. A later duplicate needs another approval.
  stillValid: () => true,
});

export const proposeDistinct = staff(bankLinePermissions.tellApart)
  .errors(refusalCodes('bank_lines.not_found', 'bank_lines.settled', 'bank_lines.no_twin', 'approvals.already_open'))
  .input(ProposeDistinct)
  .handler(async function proposeDistinct({ context, input: { lineId, note } }) {
    const { line, than } = await lockLineInDoubt(context, lineId);
    if (than.length === 0) refuse('bank_lines.no_twin', {});
    const proposalId = await distinctProposal.propose(context, { subject: line.id, payload: { than, note } });
    await auditLine(context, line.id, { action: 'two_proposed', after: { than, note } });
    return { proposalId };
  });

export const decideDistinct = distinctProposal.procedure.handler(async function decideDistinct({ context, input }) {
  const { subject: lineId, ...decided } = await distinctProposal.decide(context, input);
  const after = { ...decided.payload, ...rejectionReason(decided) };
  await auditLine(context, lineId, { action: `two_${input.decision}`, after });
  return { lineId, decision: input.decision };
});
