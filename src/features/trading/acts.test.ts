import { describe, expect, it } from 'vitest';
import { type Actor, may } from '../../kernel/acts.ts';
import { type OrderAct, orderActs } from './acts.ts';
import { type OrderCommand, orderCommands } from './order/order.ts';

const orderActNames = Object.keys(orderActs) as readonly OrderAct[];
const order = { customerId: 'marlon', preparedBy: 'sasha' };
const person = (id: string, ...roles: string[]): Actor => ({ id, roles, otherAccounts: [] });
const allowed = (actor: Actor): OrderAct[] => orderActNames.filter((act) => may(actor, orderActs[act], order));
const staffActs = orderActNames.filter((act) => orderActs[act].roles.length > 0 && act !== 'view');

describe('who may do what with an order', () => {
  it('two accounts of one person are one: neither their own order, nor a second pair of eyes', () => {
    const theirs = { ...person('ann', 'admin'), otherAccounts: ['marlon'] };
    expect(allowed(theirs)).toEqual([]);
    const twice = { ...person('ann', 'admin'), otherAccounts: ['sasha'] };
    expect(may(twice, orderActs.approvePayout, order)).toBe(false);
    expect(may(twice, orderActs.hold, order)).toBe(true);
  });

  it('the customer sees it, claims a payment, chooses about a new price and cancels', () => {
    expect(allowed(person('marlon'))).toEqual(['view', 'claim', 'cancelOwn', 'choosePrice']);
  });

  it('a stranger may do nothing, an instructor neither', () => {
    expect(allowed(person('tanya'))).toEqual([]);
    expect(allowed(person('tanya', 'instructor'))).toEqual([]);
  });

  it('support looks and notes', () => {
    expect(allowed(person('ann', 'support'))).toEqual(['view', 'viewStaffSide', 'note']);
  });

  it('compliance looks, holds and releases', () => {
    expect(allowed(person('ann', 'compliance'))).toEqual(['view', 'viewStaffSide', 'note', 'hold', 'release']);
  });

  it('finance moves the money but neither holds nor releases, nor acts for the customer', () => {
    const finance = allowed(person('ann', 'finance'));
    for (const act of ['receive', 'preparePayout', 'approvePayout', 'complete', 'returnMoney'] as const) {
      expect(finance).toContain(act);
    }
    for (const act of ['hold', 'release', 'claim', 'cancelOwn'] as const) expect(finance).not.toContain(act);
  });

  it('an admin may do all that staff may', () => {
    expect(allowed(person('ann', 'admin'))).toEqual(['view', ...staffActs]);
  });
});

describe('two pairs of eyes', () => {
  it.each(['finance', 'admin'])('whoever prepared a payout as %s does not approve it', (role) => {
    expect(may(person('sasha', role), orderActs.approvePayout, order)).toBe(false);
    expect(may(person('sasha', role), orderActs.sendBack, order)).toBe(false);
    expect(may(person('sasha', role), orderActs.withdrawPreparation, order)).toBe(true);
    expect(may(person('ann', role), orderActs.approvePayout, order)).toBe(true);
  });

  it('a payout that nobody prepared is approved by nobody', () => {
    expect(may(person('ann', 'admin'), orderActs.approvePayout, { ...order, preparedBy: null })).toBe(false);
  });
});

describe('one’s own order', () => {
  it.each(['admin', 'finance', 'compliance', 'support'])('gives a customer with the role %s no staff act', (role) => {
    expect(allowed(person('marlon', role))).toEqual(['view', 'claim', 'cancelOwn', 'choosePrice']);
  });
});

describe('the table', () => {
  it('has a rule for every command but those that the clock or the undoing of two people give', () => {
    // Whoever calls off an order that was paid does so by the act of cancelling their own.
    const ruled: readonly string[] = [...orderActNames, 'callOff'];
    const open: OrderCommand[] = orderCommands.filter((command) => !ruled.includes(command));
    expect(open).toEqual(['payoutFailed', 'payoutBounced', 'lapse', 'returnBounced', 'payInUndone', 'latePayInUndone']);
  });
});
