import type { RefusalError } from '../../kernel/refusal.ts';
import { formatDateTime } from '../../ui/format.ts';
import type { FreezeStatus } from '../freezes/store.ts';
import type { ShownLine } from '../ledger/bank-evidence-store.ts';
import type { TakenBack } from '../ledger/taken-back-store.ts';
import { refusal } from './messages.ts';

/** Acts on money that leaves us, or that leaves the order it arrived for. */
export const outgoingActs = [
  'preparePayout',
  'approvePayout',
  'recordPayout',
  'prepareRefund',
  'approveRefund',
  /** Of a payment or unallocated funds. */
  'recordRefund',
  /** A refund that was sent is recorded even if the bank line was doubted since. */
  'recordOrderRefund',
  'prepareUndo',
  'proposeUnlink',
  'approveUnlink',
  /** Unallocated funds to an order or payment. */
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
  /** True after two compliance officers allowed the refund, or if a freeze does not concern this money. */
  readonly isReturnAllowed: boolean;
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
  readonly takenBack: TakenBack | null;
  readonly isPayeeRenamed: boolean;
  /** End of the chargeback hold of a card order. */
  readonly keptUntil: Date | null;
  readonly coolsUntil: Date | null;
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
const reason = <const C extends Code>(
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

const payout = ['preparePayout', 'approvePayout'] as const;
const refund = ['prepareRefund', 'approveRefund'] as const;
const recordRefund = ['recordRefund', 'recordOrderRefund'] as const;
const record = ['recordPayout', ...recordRefund] as const;
const unlink = ['proposeUnlink', 'approveUnlink'] as const;

const prepare = ['preparePayout', 'prepareRefund', 'prepareUndo', 'proposeUnlink', 'attach'] as const;
const approve = ['approvePayout', 'approveRefund'] as const;

const isFrozen = ({ freezes }: OutgoingFacts): boolean => freezes.some((freeze) => freeze !== null);
const formatUntil = (until: Date | null, now: Date) =>
  until !== null && until > now && { until: formatDateTime(until) };

const takenBackActs = [...payout, ...refund, 'attach'] as const;
const isTakenBack = (code: TakenBack['code']) => (facts: OutgoingFacts) =>
  facts.takenBack?.code === code && facts.takenBack.line;

const formatContradiction = ({ incoming: came, named }: Contradiction) => ({ came, named });

/** Every reason that stops money, in the order in which they are reported (decisions D2, E2, E4, F5, A4). */
export const outgoingReasons = [
  // An allowed return does not allow unlinking: the payment could go to another customer.
  reason('desk.customer_frozen', [...payout, 'recordPayout', ...unlink], (facts) => isFrozen(facts) && noParams),
  reason(
    'desk.customer_frozen',
    [...refund, ...recordRefund],
    ({ freezes, isReturnAllowed }) =>
      (freezes.includes('alarm') || (freezes.includes('stopped') && !isReturnAllowed)) && noParams,
  ),
  reason('approvals.already_open', prepare, ({ openProposal }) => openProposal !== null && noParams),
  reason('desk.undo_waits', record, ({ openProposal }) => openProposal === 'undo' && noParams),
  reason(
    'desk.leaves_already',
    ['prepareRefund', 'proposeUnlink', 'attach'],
    (facts) => facts.hasUnsentRefund && noParams,
  ),
  reason('desk.nothing_to_return', ['prepareRefund', 'attach'], ({ isNothingLeft }) => isNothingLeft && noParams),
  reason(
    'desk.charged_back',
    [...refund, ...recordRefund, 'attach'],
    ({ isChargedBack, isChargebackNoted }) => isChargedBack && !isChargebackNoted && noParams,
  ),
  reason('desk.payee_renamed', payout, ({ isPayeeRenamed }) => isPayeeRenamed && noParams),
  reason(
    'desk.payer_stopped',
    [...payout, ...refund, ...record],
    ({ isPartyFrozen, isReturnAllowed }) => isPartyFrozen && !isReturnAllowed && noParams,
  ),
  reason('desk.payer_stopped', ['attach'], (facts) => isFrozen(facts) && noParams),
  reason('desk.line_differs', [...payout, ...refund, 'recordRefund', 'attach'], ({ differingLine }) => differingLine),
  reason('desk.line_again', [...payout, ...refund, 'recordRefund'], ({ duplicateLine }) => duplicateLine),
  reason('desk.line_taken_back', takenBackActs, isTakenBack('desk.line_taken_back')),
  reason('desk.line_corrected', takenBackActs, isTakenBack('desk.line_corrected')),
  reason('desk.line_returned', takenBackActs, isTakenBack('desk.line_returned')),
  reason('desk.release_charged_back', payout, ({ hasOpenChargeback }) => hasOpenChargeback && noParams),
  reason('desk.kept', payout, ({ keptUntil, now }) => formatUntil(keptUntil, now)),
  reason('desk.cooling', payout, ({ coolsUntil, now }) => formatUntil(coolsUntil, now)),
  reason('desk.proof_not_scanned', payout, ({ isProofClean }) => !isProofClean && noParams),
  reason('desk.not_screened', [...payout, ...refund, ...record], ({ isCleared }) => !isCleared && noParams),
  reason(
    'desk.evidence_yours',
    approve,
    ({ contradiction, isRecorder }) => isRecorder && contradiction && formatContradiction(contradiction),
  ),
  reason(
    'desk.look_missing',
    approve,
    ({ contradiction, note }) => contradiction?.kind === 'sender' && note === '' && formatContradiction(contradiction),
  ),
  // The refund goes to the payer that the recorder typed.
  reason(
    'desk.recorded_by_you',
    ['approveRefund'],
    ({ isUnallocated, isRecorder }) => isUnallocated && isRecorder && noParams,
  ),
] as const;

export const isChecked = (code: (typeof outgoingReasons)[number]['code'], act: OutgoingAct): boolean =>
  outgoingReasons.some((row) => row.code === code && row.acts.includes(act));

/** Returns the first reason against the act, or null. */
export function findRefusal(act: OutgoingAct, facts: OutgoingFacts): RefusalError | null {
  for (const row of outgoingReasons) {
    const found = row.acts.includes(act) ? row.findRefusal(facts) : null;
    if (found) return found;
  }
  return null;
}
