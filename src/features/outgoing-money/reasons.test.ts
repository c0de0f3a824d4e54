import { describe, expect, it } from 'vitest';
import { findRefusal, type OutgoingAct, type OutgoingFacts, outgoingActs } from './reasons.ts';

const now = new Date('2026-11-30T12:00:00Z');
const later = new Date('2026-11-30T12:00:01Z');
const line = { amount: 'J$1.00', day: '2026-11-29', reference: 'FT 1' };

const clear: OutgoingFacts = {
  now,
  isUnallocated: false,
  freezes: [null],
  isExemptFromFreeze: false,
  isPartyFrozen: false,
  openProposal: null,
  hasUnsentRefund: false,
  isNothingLeft: false,
  isChargedBack: false,
  isChargebackNoted: false,
  hasOpenChargeback: false,
  differingLine: null,
  duplicateLine: null,
  reversal: null,
  isPayeeRenamed: false,
  keptUntil: null,
  coolsUntil: null,
  payeeWaitUntil: null,
  isProofClean: true,
  isCleared: true,
  contradiction: null,
  isRecorder: false,
  note: '',
};

const [payouts, refunds] = ['Payout', 'Refund'].map((what) =>
  outgoingActs.filter((act) => act === `prepare${what}` || act === `approve${what}`),
) as [OutgoingAct[], OutgoingAct[]];
const refundRecords: OutgoingAct[] = ['recordRefund', 'recordOrderRefund'];
const records: OutgoingAct[] = ['recordPayout', ...refundRecords];
const unlinks: OutgoingAct[] = ['proposeUnlink', 'approveUnlink'];
const approvals: OutgoingAct[] = ['approvePayout', 'approveRefund'];
const frozenActs = [...payouts, ...refunds, ...records, ...unlinks];
const movedActs = [...payouts, ...refunds, ...records];
const payer = { kind: 'payer', incoming: 'Ann', named: 'Ben' } as const;
const sender = { ...payer, kind: 'sender' } as const;

type Row = readonly [string, Partial<OutgoingFacts>, string, readonly OutgoingAct[], (readonly OutgoingAct[])?];

/** Each row: the facts, the code, exactly the acts that it refuses, and those stopped because a payer is frozen. */
const rows: readonly Row[] = [
  ['nothing is known against it', {}, '', []],
  ['the customer is frozen', { freezes: ['stopped'] }, 'desk.customer_frozen', frozenActs, ['attach']],
  ['the customer reported a sign-in', { freezes: [null, 'alarm'] }, 'desk.customer_frozen', frozenActs, ['attach']],
  [
    'the return of a frozen customer is allowed',
    { freezes: ['stopped'], isExemptFromFreeze: true },
    'desk.customer_frozen',
    [...payouts, 'recordPayout', ...unlinks],
    ['attach'],
  ],
  [
    'the return is allowed, and the customer reported a sign-in',
    { freezes: ['alarm'], isExemptFromFreeze: true },
    'desk.customer_frozen',
    frozenActs,
    ['attach'],
  ],
  [
    'a proposal is open',
    { openProposal: 'return' },
    'approvals.already_open',
    ['preparePayout', 'prepareRefund', 'prepareUndo', 'proposeUnlink', 'attach'],
  ],
  [
    'a refund is not sent',
    { hasUnsentRefund: true },
    'desk.leaves_already',
    ['prepareRefund', 'proposeUnlink', 'attach'],
  ],
  ['nothing is left', { isNothingLeft: true }, 'desk.nothing_to_return', ['prepareRefund', 'attach']],
  ['the charge was reversed', { isChargedBack: true }, 'desk.charged_back', [...refunds, ...refundRecords, 'attach']],
  ['the chargeback is noted', { isChargedBack: true, isChargebackNoted: true }, '', []],
  ['the account has another name', { isPayeeRenamed: true }, 'desk.payee_renamed', payouts],
  ['a party is frozen', { isPartyFrozen: true }, 'desk.payer_stopped', movedActs],
  ['a party is frozen, and the return is allowed', { isPartyFrozen: true, isExemptFromFreeze: true }, '', []],
  [
    'a line differs',
    { differingLine: { ...line, payer: 'Ann' } },
    'desk.line_differs',
    [...payouts, ...refunds, 'recordRefund', 'attach'],
  ],
  [
    'a line may be a duplicate',
    { duplicateLine: { ...line, payer: 'Ann' } },
    'desk.line_again',
    [...payouts, ...refunds, 'recordRefund'],
  ],
  ...(['desk.line_reversed', 'desk.line_corrected', 'desk.line_returned'] as const).map(
    (code) => [code, { reversal: { code, line } }, code, [...payouts, ...refunds, 'attach']] as const,
  ),
  ['the order awaits release', { hasOpenChargeback: true }, 'desk.release_charged_back', payouts],
  ['the charge can be reversed', { keptUntil: later }, 'desk.kept', payouts],
  ['the charge can no longer be reversed', { keptUntil: now }, '', []],
  ['the customer may cancel', { coolsUntil: later }, 'desk.cooling', payouts],
  ['the customer may no longer cancel', { coolsUntil: now }, '', []],
  ['the proof is not scanned', { isProofClean: false }, 'desk.proof_not_scanned', payouts],
  ['a party is not cleared', { isCleared: false }, 'desk.not_screened', [...payouts, ...refunds, ...records]],
  [
    'another payer was recorded by the actor',
    { contradiction: payer, isRecorder: true },
    'desk.evidence_yours',
    approvals,
  ],
  ['another payer was recorded by a colleague', { contradiction: payer }, '', []],
  ['another sender has no note', { contradiction: sender }, 'desk.look_missing', approvals],
  ['another sender has a note', { contradiction: sender, note: 'Seen' }, '', []],
  [
    'the actor recorded unallocated funds',
    { isUnallocated: true, isRecorder: true },
    'desk.recorded_by_you',
    ['approveRefund'],
  ],
  ['the actor recorded money of the named payer', { isRecorder: true }, '', []],
];

describe('outgoing money', () => {
  const cases = rows.map(([title, ...row]) => ({ title, row }));

  it.each(cases)('$title: exactly the listed acts are refused', ({ row: [facts, code, acts, stopped = []] }) => {
    const found = outgoingActs.map((act) => [act, findRefusal(act, { ...clear, ...facts })?.code ?? '']);
    const getCode = (act: OutgoingAct) =>
      acts.includes(act) ? code : stopped.includes(act) ? 'desk.payer_stopped' : '';
    expect(found).toEqual(outgoingActs.map((act) => [act, getCode(act)]));
  });

  it('an open undo stops recording, too', () => {
    const refused = outgoingActs.filter(
      (act) => findRefusal(act, { ...clear, openProposal: 'undo' })?.code === 'desk.undo_waits',
    );
    expect(refused).toEqual(records);
  });

  it('reports a freeze before anything else', () => {
    const facts: OutgoingFacts = { ...clear, freezes: ['stopped'], isCleared: false, isChargedBack: true };
    expect(findRefusal('approveRefund', facts)?.code).toBe('desk.customer_frozen');
  });

  it('names the end of a hold and the other line', () => {
    expect(findRefusal('approvePayout', { ...clear, keptUntil: later })?.params).toEqual({ until: expect.any(String) });
    const differs = findRefusal('attach', { ...clear, differingLine: { ...line, payer: 'Ann' } });
    expect(differs?.params).toEqual({ ...line, payer: 'Ann' });
  });
});
