import { describe, expect, it } from 'vitest';
import { type Actor, can } from '../../kernel/permissions.ts';
import { type OrderCommand, orderCommands } from './order/order.ts';
import { type OrderAct, orderPermissions } from './permissions.ts';

const orderActNames = Object.keys(orderPermissions) as readonly OrderAct[];
const order = { customerId: 'marlon', preparedBy: 'sasha' };
const actorWith = (id: string, ...roles: string[]): Actor => ({ id, roles, otherAccounts: [] });
const allowedActs = (actor: Actor): OrderAct[] =>
  orderActNames.filter((act) => can(actor, orderPermissions[act], order));
const staffActs = orderActNames.filter((act) => orderPermissions[act].roles.length > 0 && act !== 'view');

describe('permissions for orders', () => {
  it('two accounts of one person count as one: no action on own orders and no second approval', () => {
    const theirs = { ...actorWith('ann', 'admin'), otherAccounts: ['marlon'] };
    expect(allowedActs(theirs)).toEqual([]);
    const twice = { ...actorWith('ann', 'admin'), otherAccounts: ['sasha'] };
    expect(can(twice, orderPermissions.approvePayout, order)).toBe(false);
    expect(can(twice, orderPermissions.hold, order)).toBe(true);
  });

  it('the customer views, claims a payment, chooses a price and cancels', () => {
    expect(allowedActs(actorWith('marlon'))).toEqual(['view', 'claim', 'cancelOwn', 'choosePrice']);
  });

  it('strangers and instructors have no permission', () => {
    expect(allowedActs(actorWith('tanya'))).toEqual([]);
    expect(allowedActs(actorWith('tanya', 'instructor'))).toEqual([]);
  });

  it('support views and adds notes', () => {
    expect(allowedActs(actorWith('ann', 'support'))).toEqual(['view', 'viewStaffSide', 'note']);
  });

  it('compliance views, holds and releases', () => {
    expect(allowedActs(actorWith('ann', 'compliance'))).toEqual(['view', 'viewStaffSide', 'note', 'hold', 'release']);
  });

  it('finance moves money but neither holds, releases nor acts for the customer', () => {
    const finance = allowedActs(actorWith('ann', 'finance'));
    for (const act of ['receive', 'preparePayout', 'approvePayout', 'complete', 'returnMoney'] as const) {
      expect(finance).toContain(act);
    }
    for (const act of ['hold', 'release', 'claim', 'cancelOwn'] as const) expect(finance).not.toContain(act);
  });

  it('an admin has all staff permissions', () => {
    expect(allowedActs(actorWith('ann', 'admin'))).toEqual(['view', ...staffActs]);
  });
});

describe('two-person approval', () => {
  it.each(['finance', 'admin'])('the preparer of a payout with the role %s cannot approve it', (role) => {
    expect(can(actorWith('sasha', role), orderPermissions.approvePayout, order)).toBe(false);
    expect(can(actorWith('sasha', role), orderPermissions.sendBack, order)).toBe(false);
    expect(can(actorWith('sasha', role), orderPermissions.withdrawPreparation, order)).toBe(true);
    expect(can(actorWith('ann', role), orderPermissions.approvePayout, order)).toBe(true);
  });

  it('a payout without a preparer cannot be approved', () => {
    expect(can(actorWith('ann', 'admin'), orderPermissions.approvePayout, { ...order, preparedBy: null })).toBe(false);
  });
});

describe('own orders', () => {
  it.each(['admin', 'finance', 'compliance', 'support'])(
    'a customer with the role %s has no staff permission on their order',
    (role) => {
      expect(allowedActs(actorWith('marlon', role))).toEqual(['view', 'claim', 'cancelOwn', 'choosePrice']);
    },
  );
});

describe('the table', () => {
  it('has a rule for every command except those of jobs and approved undos', () => {
    const ruledCommands: readonly string[] = [...orderActNames, 'callOff'];
    const open: OrderCommand[] = orderCommands.filter((command) => !ruledCommands.includes(command));
    expect(open).toEqual(['payoutFailed', 'payoutBounced', 'lapse', 'returnBounced', 'payInUndone', 'latePayInUndone']);
  });
});
