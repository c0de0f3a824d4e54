import { describe, expect, it } from 'vitest';
import { isReasonCode, orderReasons, type ReasonedAct, readReason, reasonsFor } from './reasons.ts';

const acts = Object.keys(orderReasons) as ReasonedAct[];

describe('reasons', () => {
  it('have one code each within their act', () => {
    for (const act of acts) {
      const codes = reasonsFor(act).map((reason) => reason.code);
      expect(new Set(codes).size).toBe(codes.length);
      for (const code of codes) expect(code).toMatch(/^[a-z_]+$/);
    }
  });

  it('of a hold all read alike to the customer, so that none gives a suspicion away', () => {
    expect(new Set(reasonsFor('hold').map((reason) => reason.customer)).size).toBe(1);
  });

  it('never speak to the customer of screening, alerts, cases, flags, risk or compliance', () => {
    const words = /screen|alert|case|flag|risk|suspic|complian|authorit|sanction|launder|report/i;
    for (const act of acts) for (const { customer } of reasonsFor(act)) expect(customer ?? '').not.toMatch(words);
  });

  it('tell the customer of every failed, cancelled or returned order where the money is', () => {
    const money = /with us|goes back|on its way back|Nothing was taken|The other one goes on|write to you/;
    for (const act of ['fail', 'cancel', 'return'] as const) {
      for (const { customer } of reasonsFor(act)) expect(customer).toMatch(money);
    }
  });

  it('say of what has gone back nothing of a way that is still ahead', () => {
    for (const { customer, wentBack } of reasonsFor('return').filter(({ code }) => code !== 'paid_twice')) {
      expect(customer).toContain(wentBack?.replace(/\.$/, ''));
      expect(wentBack).not.toMatch(/on its way|goes back/);
    }
  });

  it('are silent to the customer only between two members of staff', () => {
    for (const act of acts) {
      for (const { customer, staff } of reasonsFor(act)) {
        expect(customer === null).toBe(act === 'send_back' || act === 'undo');
        expect(staff).not.toBe('');
      }
    }
  });

  it('are read back by act and code only', () => {
    expect(readReason('cancel', 'duplicate')?.staff).toContain('double');
    expect(readReason('hold', 'duplicate')).toBeNull();
    expect(isReasonCode('fail', 'out_of_stock')).toBe(true);
    expect(isReasonCode('fail', 'constructor')).toBe(false);
  });
});
