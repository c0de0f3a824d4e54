import type { RefusalError } from '../../kernel/refusal.ts';
import { formatDateTime } from '../../ui/format.ts';
import type { FreezeStatus } from '../freezes/store.ts';
import type { ShownLine } from '../ledger/bank-evidence-store.ts';
import type { ReversalRefusal } from '../ledger/reversal-store.ts';
import { refusal } from './messages.ts';

/** Actions that move money out, or off the order it arrived for. */
export const outgoingActs = [
  'preparePayout',
  'approvePayout',
  'recordPayout',
  'prepareRefund',
  'approveRefund',
  /** For payments and unallocated funds. */
  'recordRefund',
  /** For orders: a sent refund may be recorded even if its bank line was disputed later. */
  'recordOrderRefund',
  'prepareUndo',
  'proposeUnlink',
  'approveUnlink',
  /** Moves unallocated funds to an order or payment. */
  'attach',
] as const;
export type OutgoingAct = (typeof outgoingActs)[number];

/** Payer or sender of incoming money other than the one the customer named. */
export type Contradiction = { readonly kind: 'payer' | 'sender'; readonly incoming: string; readonly named: string };

/** Everything that decides whether money may leave, as loaded by `gate.ts`. */
export type OutgoingFacts = {
  readonly now: Date;
  readonly isUnallocated: boolean;
  /** Freezes of `customerIds` of the money. */
  readonly freezes: readonly FreezeStatus[];
  /** True if compliance approved the refund despite the freeze, or the freeze does not cover this money. */
  readonly isExemptFromFreeze: boolean;
  /** True if the source or destination belongs to a frozen person. */
  readonly isPartyFrozen: boolean;
  readonly openProposal: string | null;
  readonly hasUnsentRefund: boolean;
  readonly isNothingLeft: boolean;
  readonly isChargedBack: boolean;
  /** True if the reason or a note records the chargeback. */
  readonly isChargebackNoted: boolean;
  readonly hasOpenChargeback: boolean;
  /** Statement line with the same reference and other details. */
  readonly differingLine: ShownLine | null;
  readonly duplicateLine: ShownLine | null;
  readonly reversal: ReversalRefusal | null;
  readonly isPayeeRenamed: boolean;
  /** End of the chargeback hold of a card order. */
  readonly keptUntil: Date | null;
  readonly coolsUntil: Date | null;
  /** End of the wait for a large payout to a new payee (decision F8). */
  readonly payeeWaitUntil: Date | null;
  readonly isProofClean: boolean;
  /** True if lists and providers clear the names and addresses of everybody concerned. */
  readonly isCleared: boolean;
  readonly contradiction: Contradiction | null;
  /** True if the actor recorded where the money came from. */
  readonly isRecorder: boolean;
  readonly note: string;
};

type Code = Parameters<typeof refusal>[0];

type OutgoingReason<C extends Code> = {
  readonly code: C;
  readonly acts: readonly OutgoingAct[];
  readonly findRefusal: (facts: OutgoingFacts) => RefusalError | null;
};

type Params<C extends Code> = Parameters<typeof refusal<C>>[1];

/** `find` returns the parameters of the message if the reason applies. */
const defineReason = <const C extends Code>(
  code: C,
  acts: readonly OutgoingAct[],
  find: (facts: OutgoingFacts) => Params<C> | null | false,
): OutgoingReason<C> => ({
  code,
  acts,
  findRefusal: (facts) => {
    const params = find(facts);
    return params ? refusal(code, params) : null;
  },
});

const noParams: Readonly<Record<string, never>> = {};

const payoutActs = ['preparePayout', 'approvePayout'] as const;
const refundActs = ['prepareRefund', 'approveRefund'] as const;
const recordRefundActs = ['recordRefund', 'recordOrderRefund'] as const;
const recordActs = ['recordPayout', ...recordRefundActs] as const;
const unlinkActs = ['proposeUnlink', 'approveUnlink'] as const;

const prepareActs = ['preparePayout', 'prepareRefund', 'prepareUndo', 'proposeUnlink', 'attach'] as const;
const approveActs = ['approvePayout', 'approveRefund'] as const;

const isFrozen = ({ freezes }: OutgoingFacts): boolean => freezes.some((freeze) => freeze !== null);
const untilIfFuture = (until: Date | null, now: Date) =>
  until !== null && until > now && { until: formatDateTime(until) };

const reversalActs = [...payoutActs, ...refundActs, 'attach'] as const;
const findReversedLine = (code: ReversalRefusal['code']) => (facts: OutgoingFacts) =>
  facts.reversal?.code === code && facts.reversal.line;

const toContradictionParams = ({ incoming: came, named }: Contradiction) => ({ came, named });

/** All reasons for a refusal, by precedence: the first that applies is reported (decisions A4, D2, E2, E4, F5). */
export const outgoingReasons = [
  // An exemption covers refunds only. After unlinking, the payment could go to another customer.
  defineReason(
    'desk.customer_frozen',
    [...payoutActs, 'recordPayout', ...unlinkActs],
    (facts) => isFrozen(facts) && noParams,
  ),
  defineReason(
    'desk.customer_frozen',
    [...refundActs, ...recordRefundActs],
    ({ freezes, isExemptFromFreeze }) =>
      (freezes.includes('alarm') || (freezes.includes('stopped') && !isExemptFromFreeze)) && noParams,
  ),
  defineReason('approvals.already_open', prepareActs, ({ openProposal }) => openProposal !== null && noParams),
  defineReason('desk.undo_waits', recordActs, ({ openProposal }) => openProposal === 'undo' && noParams),
  defineReason(
    'desk.leaves_already',
    ['prepareRefund', 'proposeUnlink', 'attach'],
    (facts) => facts.hasUnsentRefund && noParams,
  ),
  defineReason('desk.nothing_to_return', ['prepareRefund', 'attach'], ({ isNothingLeft }) => isNothingLeft && noParams),
  defineReason(
    'desk.charged_back',
    [...refundActs, ...recordRefundActs, 'attach'],
    ({ isChargedBack, isChargebackNoted }) => isChargedBack && !isChargebackNoted && noParams,
  ),
  defineReason('desk.payee_renamed', payoutActs, ({ isPayeeRenamed }) => isPayeeRenamed && noParams),
  defineReason(
    'desk.payer_stopped',
    [...payoutActs, ...refundActs, ...recordActs],
    ({ isPartyFrozen, isExemptFromFreeze }) => isPartyFrozen && !isExemptFromFreeze && noParams,
  ),
  defineReason('desk.payer_stopped', ['attach'], (facts) => isFrozen(facts) && noParams),
  defineReason(
    'desk.line_differs',
    [...payoutActs, ...refundActs, 'recordRefund', 'attach'],
    ({ differingLine }) => differingLine,
  ),
  defineReason('desk.line_again', [...payoutActs, ...refundActs, 'recordRefund'], ({ duplicateLine }) => duplicateLine),
  defineReason('desk.line_reversed', reversalActs, findReversedLine('desk.line_reversed')),
  defineReason('desk.line_corrected', reversalActs, findReversedLine('desk.line_corrected')),
  defineReason('desk.line_returned', reversalActs, findReversedLine('desk.line_returned')),
  defineReason('desk.release_charged_back', payoutActs, ({ hasOpenChargeback }) => hasOpenChargeback && noParams),
  defineReason('desk.kept', payoutActs, ({ keptUntil, now }) => untilIfFuture(keptUntil, now)),
  defineReason('desk.cooling', payoutActs, ({ coolsUntil, now }) => untilIfFuture(coolsUntil, now)),
  defineReason('desk.payee_new', payoutActs, ({ payeeWaitUntil, now }) => untilIfFuture(payeeWaitUntil, now)),
  defineReason('desk.proof_not_scanned', payoutActs, ({ isProofClean }) => !isProofClean && noParams),
  defineReason(
    'desk.not_screened',
    [...payoutActs, ...refundActs, ...recordActs],
    ({ isCleared }) => !isCleared && noParams,
  ),
  defineReason(
    'desk.evidence_yours',
    approveActs,
    ({ contradiction, isRecorder }) => isRecorder && contradiction && toContradictionParams(contradiction),
  ),
  defineReason(
    'desk.look_missing',
    approveActs,
    ({ contradiction, note }) =>
      contradiction?.kind === 'sender' && note === '' && toContradictionParams(contradiction),
  ),
  // The refund goes to the payer that the recorder typed.
  defineReason(
    'desk.recorded_by_you',
    ['approveRefund'],
    ({ isUnallocated, isRecorder }) => isUnallocated && isRecorder && noParams,
  ),
] as const;

type ReasonCode = (typeof outgoingReasons)[number]['code'];

/** True if one of the reasons can refuse the act. */
export const canRefuse = (act: OutgoingAct, ...codes: readonly ReasonCode[]): boolean =>
  outgoingReasons.some((row) => codes.includes(row.code) && row.acts.includes(act));

/** Returns the first reason against the act, or null. */
export function findRefusal(act: OutgoingAct, facts: OutgoingFacts): RefusalError | null {
  for (const row of outgoingReasons) {
    const found = row.acts.includes(act) ? row.findRefusal(facts) : null;
    if (found) return found;
  }
  return null;
}
