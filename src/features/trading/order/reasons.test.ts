import { describe, expect, it } from 'vitest';
import { isReasonCode, orderReasons, type ReasonedAction, readReason, reasonsFor } from './reasons.ts';

const acts = Object.keys(orderReasons) as ReasonedAction[];

describe('reasons', () => {
  it('have unique codes within their action', () => {
    for (const act of acts) {
      const codes = reasonsFor(act).map((reason) => reason.code);
      expect(new Set(codes).size).toBe(codes.length);
      for (const code of codes) expect(code).toMatch(/^[a-z_]+$/);
    }
  });

  it('share one customer text for all holds, so none reveals a suspicion', () => {
    expect(new Set(reasonsFor('hold').map((reason) => reason.customer)).size).toBe(1);
  });

  it('never mention screening, alerts, cases, flags, risk or compliance to the customer', () => {
    const words = /screen|alert|case|flag|risk|suspic|complian|authorit|sanction|launder|report/i;
    for (const act of acts) for (const { customer } of reasonsFor(act)) expect(customer ?? '').not.toMatch(words);
  });

  it('say where the money is for every failed, cancelled or refunded order', () => {
    const money = /with us|still have your|refund|on its way|nothing was taken|process the other one|write to you/i;
    for (const act of ['fail', 'cancel', 'return'] as const) {
      for (const { customer } of reasonsFor(act)) expect(customer).toMatch(money);
    }
  });

  it('no longer say "on its way" once the refund was sent', () => {
    for (const { customer, wentBack } of reasonsFor('return').filter(({ code }) => code !== 'paid_twice')) {
      expect(customer).toContain(wentBack?.replace(/\.$/, ''));
      expect(wentBack).not.toMatch(/on its way|we'll refund/);
    }
  });

  it('lack a customer text only between two members of staff', () => {
    for (const act of acts) {
      for (const { customer, staff } of reasonsFor(act)) {
        expect(customer === null).toBe(act === 'send_back' || act === 'undo');
        expect(staff).not.toBe('');
      }
    }
  });

  it('are found by action and code only', () => {
    expect(readReason('cancel', 'duplicate')?.staff).toContain('duplicate');
    expect(readReason('hold', 'duplicate')).toBeNull();
    expect(isReasonCode('fail', 'out_of_stock')).toBe(true);
    expect(isReasonCode('fail', 'constructor')).toBe(false);
  });
});
