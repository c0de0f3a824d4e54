import { isSamePerson } from '../../kernel/permissions.ts';
import type { Db, SessionUser } from '../../platform/database/database.ts';
import { findOpenProposalsOn, findStandingApprovals } from '../approvals/decide.ts';
import {
  type Contradiction,
  type ContradictionKind,
  findContradictions,
  refuseReversal,
} from '../ledger/reversal-store.ts';
import { findPossibleDuplicates, insertDoubts, type PossibleDuplicate } from './duplicate-store.ts';
import { refuse } from './messages.ts';
import type { BankLine } from './store.ts';

export const distinctKind = 'two_lines';
export type ApprovedProposal = { readonly than: readonly string[]; readonly note: string };

export async function unresolvedDuplicates(
  tx: Db,
  lines: readonly BankLine[],
): Promise<Map<string, PossibleDuplicate[]>> {
  const all = await findPossibleDuplicates(tx, lines);
  const withDuplicates = [...all].filter(([, duplicates]) => duplicates.length > 0);
  if (withDuplicates.length === 0) return new Map();
  const approvals = await findStandingApprovals(
    tx,
    [distinctKind],
    withDuplicates.map(([id]) => id),
  );
  const left = withDuplicates.map(([id, duplicates]) => {
    const agreed = approvals.filter(({ subject }) => subject === id);
    const confirmed = new Set(agreed.flatMap(({ payload }) => (payload as ApprovedProposal).than));
    return [id, duplicates.filter((duplicate) => !confirmed.has(duplicate.id))] as const;
  });
  return new Map(left.filter(([, duplicates]) => duplicates.length > 0));
}

/**
 * Refuses a line that the bank may have taken back or corrected, or whose duplicate was already confirmed. Stores open
 * possible duplicates for a second person to check.
 */
export async function assertNotUsedBefore(tx: Db, line: BankLine, now: Date): Promise<void> {
  const [contradiction] = (await findContradictions(tx, [line.id])).get(line.id) ?? [];
  if (contradiction) refuseReversal(contradiction);
  const duplicates = (await unresolvedDuplicates(tx, [line])).get(line.id) ?? [];
  const used = duplicates.find((duplicate) => duplicate.used);
  if (used) refuse('bank_lines.may_be_same', { day: used.day, reference: used.reference || 'no reference' });
  const lines = duplicates.filter(({ byHand }) => byHand === null);
  if (lines.length > 0)
    await insertDoubts(
      tx,
      lines.map(({ id }) => ({ lineId: line.id, again: id })),
      now,
    );
}

export async function recordDuplicatesOfUsed(tx: Db, lines: readonly BankLine[], now: Date): Promise<void> {
  const doubts = [...(await unresolvedDuplicates(tx, lines))].flatMap(([id, duplicates]) =>
    duplicates
      .filter(({ used, byHand }) => used && byHand === null)
      .map((duplicate) => ({ lineId: duplicate.id, again: id })),
  );
  if (doubts.length > 0) await insertDoubts(tx, doubts, now);
}

type ShownDuplicate = Pick<PossibleDuplicate, 'day' | 'reference' | 'used' | 'byHand'> & {
  readonly against: ContradictionKind | null;
};

const toShownDuplicate = ({ day, reference, used, byHand }: PossibleDuplicate): ShownDuplicate => ({
  day,
  reference,
  used,
  byHand,
  against: null,
});
const toShownContradiction = ({ day, reference, kind }: Contradiction): ShownDuplicate => ({
  day,
  reference,
  used: true,
  byHand: null,
  against: kind,
});

export async function loadDuplicates(tx: Db, lines: readonly BankLine[], person: SessionUser) {
  const open = lines.filter(({ movementId, dismissal }) => movementId === null && dismissal === null);
  const all = await unresolvedDuplicates(tx, open);
  const contradictions = await findContradictions(
    tx,
    lines.map(({ id }) => id),
  );
  const ids = [...new Set([...contradictions.keys(), ...all.keys()])];
  const waiting = ids.length > 0 ? await findOpenProposalsOn(tx, distinctKind, ids) : [];
  const shown = ids.map((id) => {
    const [contradiction] = contradictions.get(id) ?? [];
    const duplicates = all.get(id) ?? [];
    const duplicate = duplicates.find(({ used }) => used) ?? duplicates[0];
    const proposal = waiting.find(({ subject }) => subject === id);
    const sameAs = contradiction ? toShownContradiction(contradiction) : duplicate ? toShownDuplicate(duplicate) : null;
    const two = proposal && {
      proposalId: proposal.id,
      proposer: proposal.proposer,
      note: (proposal.payload as ApprovedProposal).note,
      isOwn: isSamePerson(person, proposal.proposedBy),
    };
    return [id, { sameAs, two: two ?? null }] as const;
  });
  return new Map(shown);
}
