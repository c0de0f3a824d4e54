import fc from 'fast-check';
import { expect, test } from 'vitest';
import { days, hours, after as later } from '../../kernel/clock.ts';
import {
  canMove,
  endings,
  getExpiry,
  getNextAction,
  getSearchDeadline,
  isAwaitingStaff,
  move,
  type PaymentCommand,
  type PaymentState,
  payIns,
  paymentCommands,
} from './payment.ts';
import { paymentReasons } from './reasons.ts';

const started: PaymentState = { payIn: 'awaiting', ended: null };
const states = fc.record({ payIn: fc.constantFrom(...payIns), ended: fc.constantFrom(null, ...endings) });
const after = (...commands: PaymentCommand[]): PaymentState =>
  commands.reduce<PaymentState>((state, command) => {
    const result = move(state, command);
    if (!result.ok) throw new Error(`${command}: ${result.reason}`);
    return result.state;
  }, started);

test('money of a payment comes in once, whether claimed or not', () => {
  expect(after('claim', 'receive')).toEqual({ payIn: 'received', ended: null });
  expect(move(after('claim', 'receive'), 'receive')).toEqual({ ok: false, reason: 'money_already_here' });
  expect(move(after('receive'), 'claim')).toEqual({ ok: false, reason: 'money_already_here' });
});

test('late money is attached to an ended payment and refunded', () => {
  expect(after('lapse', 'claim', 'attachLate', 'returnMoney')).toEqual({ payIn: 'returned', ended: 'lapsed' });
  expect(move(after('lapse'), 'receive')).toEqual({ ok: false, reason: 'payment_ended' });
  expect(getNextAction(after('lapse', 'claim'))).toBe('check_late_payment');
  expect(getNextAction(after('lapse', 'attachLate'))).toBe('return_money');
});

test('releasing a reservation keeps the search and refunds what is found', () => {
  expect(getNextAction(after('claim', 'release'))).toBe('check_late_payment');
  expect(after('claim', 'release', 'attachLate', 'returnMoney')).toEqual({ payIn: 'returned', ended: 'lapsed' });
  expect(move(after('claim', 'release'), 'receive')).toEqual({ ok: false, reason: 'payment_ended' });
});

test('a claimed payment that was not found expires and can be claimed again', () => {
  expect(after('claim', 'lapse')).toEqual({ payIn: 'awaiting', ended: 'lapsed' });
  expect(getNextAction(after('claim', 'lapse'))).toBeNull();
  expect(canMove(after('claim', 'lapse'), 'claim')).toBe(true);
});

test('releasing an unclaimed payment is refused', () => {
  expect(move(started, 'release')).toEqual({ ok: false, reason: 'payment_not_claimed' });
  expect(move(after('claim', 'rejectClaim'), 'release')).toEqual({ ok: false, reason: 'payment_not_claimed' });
});

test('refunding needs an ended payment', () => {
  expect(move(after('receive'), 'returnMoney')).toEqual({ ok: false, reason: 'payment_not_ended' });
  expect(after('receive', 'refund', 'returnMoney')).toEqual({ payIn: 'returned', ended: 'refunded' });
});

test('cancelling a claimed payment is refused', () =>
  expect(move(after('claim'), 'callOff')).toEqual({ ok: false, reason: 'payment_already_claimed' }));

test('any sequence of moves keeps received money and final ends', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...paymentCommands), { maxLength: 20 }), (commands) => {
      let state: PaymentState = started;
      for (const command of commands) {
        const result = move(state, command);
        if (!result.ok) continue;
        if (state.ended !== null) expect(result.state.ended).toBe(state.ended);
        if (state.payIn === 'received' && result.state.payIn !== 'received') expect(command).toBe('returnMoney');
        state = result.state;
      }
      if (state.payIn === 'received' && state.ended !== null) expect(isAwaitingStaff(state)).toBe(true);
    }),
  );
});

test('every state allows at most one way to receive money', () => {
  fc.assert(
    fc.property(states, (state) => {
      expect(['receive', 'attachLate'].filter((command) => canMove(state, command as PaymentCommand)).length < 2).toBe(
        true,
      );
    }),
  );
});

test('bank transfer and Mahoni have 72 hours to pay, card one hour', () => {
  const at = new Date('2026-11-22T12:00:00Z');
  expect(getExpiry(at, 'bank_transfer')).toEqual(new Date('2026-11-25T12:00:00Z'));
  expect(getExpiry(at, 'crypto')).toEqual(new Date('2026-11-25T12:00:00Z'));
  expect(getExpiry(at, 'card')).toEqual(new Date('2026-11-22T13:00:00Z'));
});

test('a claimed payment is searched for some days after the time to pay', () => {
  const at = new Date('2026-11-22T12:00:00Z');
  expect(getSearchDeadline(at, 'bank_transfer', 14)).toEqual(later(at, hours(72) + days(14)));
  expect(getSearchDeadline(at, 'crypto', 1)).toEqual(later(at, hours(72) + days(1)));
  expect(getSearchDeadline(at, 'card', 2)).toEqual(later(at, hours(1) + days(2)));
});

test('reason codes are unique across decisions', () => {
  const codes = Object.values(paymentReasons).flatMap((reasons) => reasons.map(({ code }) => code));
  expect(new Set(codes).size).toBe(codes.length);
});
