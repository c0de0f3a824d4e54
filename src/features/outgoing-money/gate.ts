import { isSamePerson } from '../../platform/database/database.ts';
import { decisionRefusalCodes, findOpenProposal } from '../approvals/decide.ts';
import { findDifferingLine, findDuplicateLine } from '../ledger/bank-evidence-store.ts';
import { findRecorders } from '../ledger/movement-store.ts';
import { findReversal } from '../ledger/reversal-store.ts';
import { loadGateRow } from './gate-store.ts';
import { refusalCodes } from './messages.ts';
import { canRefuse, findRefusal, type OutgoingAct, type OutgoingFacts, outgoingReasons } from './reasons.ts';
import { findUnsent, type OutgoingMoney, type OutgoingStaff, transferKinds } from './transfers.ts';

/** Used for facts that `own` does not load. Screening, proof and payee then refuse; the others do not apply. */
const unknownOwnFacts = {
  isCleared: false,
  isProofClean: false,
  isPayeeRenamed: true,
  isNothingLeft: false,
  contradiction: null,
  keptUntil: null,
  coolsUntil: null,
  payeeWaitUntil: null,
};

/** Loads all facts about the act in one round trip. */
async function loadFacts(staff: OutgoingStaff, act: OutgoingAct, money: OutgoingMoney): Promise<OutgoingFacts> {
  const { tx, services, person } = staff;
  const { kind, id, incomingIds, reasonCode = null, note = '' } = money;
  const [incomingId] = incomingIds;
  const [row, open, transfers, differingLine, duplicateLine, reversal, recorders, own] = await Promise.all([
    loadGateRow(tx, act.endsWith('Payout'), money),
    findOpenProposal(tx, transferKinds, id),
    money.transfers,
    canRefuse(act, 'desk.line_differs') ? findDifferingLine(tx, incomingIds) : null,
    canRefuse(act, 'desk.line_again') ? findDuplicateLine(tx, incomingIds) : null,
    canRefuse(act, 'desk.line_reversed', 'desk.line_corrected', 'desk.line_returned')
      ? findReversal(tx, incomingIds)
      : null,
    incomingId && canRefuse(act, 'desk.evidence_yours', 'desk.recorded_by_you') ? findRecorders(tx, incomingId) : [],
    money.own,
  ]);
  return {
    ...unknownOwnFacts,
    ...own,
    ...row,
    now: services.clock(),
    isUnallocated: kind === 'unallocated',
    note,
    openProposal: open?.kind ?? null,
    hasUnsentRefund: findUnsent(transfers, 'return') !== null,
    isChargebackNoted: reasonCode === 'charged_back' || (isRecording(act) && note !== ''),
    differingLine,
    duplicateLine,
    reversal,
    isRecorder: recorders.some((recorder) => isSamePerson(person, recorder.id)),
  };
}

const isRecording = (act: OutgoingAct): boolean => act.startsWith('record');

/** Refuses for the first of {@link outgoingReasons} that applies. The caller must lock the owner of the money first. */
export async function assertMayLeave(staff: OutgoingStaff, act: OutgoingAct, money: OutgoingMoney): Promise<void> {
  const refusal = findRefusal(act, await loadFacts(staff, act, money));
  if (refusal) throw refusal;
}

/** Every refusal of acts on outgoing money. */
export const outgoingRefusalCodes = {
  ...decisionRefusalCodes,
  ...refusalCodes(
    ...outgoingReasons.map(({ code }) => code),
    'desk.not_approved',
    'desk.before_approval',
    'desk.came_back_with',
    'desk.came_back_before',
  ),
};
