import fc from 'fast-check';
import { expect, test } from 'vitest';
import { days, hours, after as later } from '../../kernel/clock.ts';
import {
  canMove,
  endings,
  lapsesAt,
  move,
  nextAction,
  type PaymentCommand,
  type PaymentState,
  payIns,
  paymentCommands,
  searchedUntil,
  waitsForStaff,
} from './payment.ts';
import { paymentReasons } from './reasons.ts';

const begun: PaymentState = { payIn: 'awaiting', ended: null };
const states = fc.record({ payIn: fc.constantFrom(...payIns), ended: fc.constantFrom(null, ...endings) });
const after = (...commands: PaymentCommand[]): PaymentState =>
  commands.reduce<PaymentState>((state, command) => {
    const result = move(state, command);
    if (!result.ok) throw new Error(`${command}: ${result.reason}`);
    return result.state;
  }, begun);

test('the money of a payment comes in once, whatever was claimed', () => {
  expect(after('claim', 'receive')).toEqual({ payIn: 'received', ended: null });
  expect(move(after('claim', 'receive'), 'receive')).toEqual({ ok: false, reason: 'money_already_here' });
  expect(move(after('receive'), 'claim')).toEqual({ ok: false, reason: 'money_already_here' });
});

test('late money is attached to what ended, and goes back', () => {
  expect(after('lapse', 'claim', 'attachLate', 'returnMoney')).toEqual({ payIn: 'returned', ended: 'lapsed' });
  expect(move(after('lapse'), 'receive')).toEqual({ ok: false, reason: 'payment_ended' });
  expect(nextAction(after('lapse', 'claim'))).toBe('check_late_payment');
  expect(nextAction(after('lapse', 'attachLate'))).toBe('return_money');
});

test('what is kept no longer is looked for all the same, and goes back', () => {
  expect(nextAction(after('claim', 'release'))).toBe('check_late_payment');
  expect(after('claim', 'release', 'attachLate', 'returnMoney')).toEqual({ payIn: 'returned', ended: 'lapsed' });
  expect(move(after('claim', 'release'), 'receive')).toEqual({ ok: false, reason: 'payment_ended' });
});

test('what was claimed and not found in time is awaited again, and may be claimed again', () => {
  expect(after('claim', 'lapse')).toEqual({ payIn: 'awaiting', ended: 'lapsed' });
  expect(nextAction(after('claim', 'lapse'))).toBeNull();
  expect(canMove(after('claim', 'lapse'), 'claim')).toBe(true);
});

test('nobody looks for what nobody said to have paid', () => {
  expect(move(begun, 'release')).toEqual({ ok: false, reason: 'payment_not_claimed' });
  expect(move(after('claim', 'rejectClaim'), 'release')).toEqual({ ok: false, reason: 'payment_not_claimed' });
});

test('what was paid for ends before its money goes back', () => {
  expect(move(after('receive'), 'returnMoney')).toEqual({ ok: false, reason: 'payment_not_ended' });
  expect(after('receive', 'refund', 'returnMoney')).toEqual({ payIn: 'returned', ended: 'refunded' });
});

test('nobody calls off what they say they have paid', () =>
  expect(move(after('claim'), 'callOff')).toEqual({ ok: false, reason: 'payment_already_claimed' }));

test('whatever happens in whatever order, money that is here is never forgotten, and an end is for good', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...paymentCommands), { maxLength: 20 }), (commands) => {
      let state: PaymentState = begun;
      for (const command of commands) {
        const result = move(state, command);
        if (!result.ok) continue;
        if (state.ended !== null) expect(result.state.ended).toBe(state.ended);
        if (state.payIn === 'received' && result.state.payIn !== 'received') expect(command).toBe('returnMoney');
        state = result.state;
      }
      if (state.payIn === 'received' && state.ended !== null) expect(waitsForStaff(state)).toBe(true);
    }),
  );
});

test('each state has at most one way for its money to come', () => {
  fc.assert(
    fc.property(states, (state) => {
      expect(['receive', 'attachLate'].filter((command) => canMove(state, command as PaymentCommand)).length < 2).toBe(
        true,
      );
    }),
  );
});

test('there are 72 hours to pay by bank and in Mahoni, and one by card', () => {
  const at = new Date('2026-11-22T12:00:00Z');
  expect(lapsesAt(at, 'bank_transfer')).toEqual(new Date('2026-11-25T12:00:00Z'));
  expect(lapsesAt(at, 'crypto')).toEqual(new Date('2026-11-25T12:00:00Z'));
  expect(lapsesAt(at, 'card')).toEqual(new Date('2026-11-22T13:00:00Z'));
});

test('what was claimed is looked for some days more than there were to pay', () => {
  const at = new Date('2026-11-22T12:00:00Z');
  expect(searchedUntil(at, 'bank_transfer', 14)).toEqual(later(at, hours(72) + days(14)));
  expect(searchedUntil(at, 'crypto', 1)).toEqual(later(at, hours(72) + days(1)));
  expect(searchedUntil(at, 'card', 2)).toEqual(later(at, hours(1) + days(2)));
});

test('a reason is known by its code alone, whatever it was given for', () => {
  const codes = Object.values(paymentReasons).flatMap((reasons) => reasons.map(({ code }) => code));
  expect(new Set(codes).size).toBe(codes.length);
});
