import { isOwn, type Person } from '../../platform/person.ts';

/**
 * Who may do what with an order. One table guards the commands and drives the buttons; the tests of the API are
 * generated from it. What the order itself allows at the moment is another question: see order.ts.
 */
export type Actor = Pick<Person, 'id' | 'roles' | 'otherAccounts'>;

export type OrderThing = {
  readonly customerId: string;
  /** Who prepared the payout that is waiting; null when none is. */
  readonly preparedBy: string | null;
};

export const tradingRoles = ['admin', 'finance', 'compliance', 'support'] as const;
export type TradingRole = (typeof tradingRoles)[number];

type Rule = {
  /** The customer whose order it is. */
  readonly owner?: true;
  /** Staff, on the orders of others only. `admin` is understood everywhere. */
  readonly roles?: readonly TradingRole[];
  /** Not the one who prepared the payout: two pairs of eyes (decision D2). */
  readonly secondPerson?: true;
};

const finance: Rule = { roles: ['finance'] };
const compliance: Rule = { roles: ['compliance'] };
const anyStaff: Rule = { roles: ['finance', 'compliance', 'support'] };

export const orderPermissions = {
  view: { owner: true, ...anyStaff },
  /** Staff texts, notes, risk and screening: never on one's own order, which would be tipping off (A7). */
  viewStaffSide: anyStaff,
  note: anyStaff,
  claim: { owner: true },
  cancelOwn: { owner: true },
  choosePrice: { owner: true },
  rejectClaim: finance,
  receive: finance,
  attachLate: finance,
  startProcessing: finance,
  preparePayout: finance,
  approvePayout: { ...finance, secondPerson: true },
  sendBack: { ...finance, secondPerson: true },
  withdrawPreparation: finance,
  complete: finance,
  recordExtra: finance,
  fail: finance,
  cancel: finance,
  returnMoney: finance,
  approveReturn: { ...finance, secondPerson: true },
  declineReturn: finance,
  recordReturned: finance,
  prepareUndo: finance,
  undoPayIn: finance,
  approveUndo: { ...finance, secondPerson: true },
  declineUndo: finance,
  hold: compliance,
  release: compliance,
} as const satisfies Record<string, Rule>;

export type OrderAct = keyof typeof orderPermissions;
export const orderActs = Object.keys(orderPermissions) as readonly OrderAct[];

/**
 * Whether an actor may do this with this order. Nobody acts as staff on their own order, an admin neither, nor on that
 * of another account of theirs; and two accounts of one person are no two people.
 */
export function may(actor: Actor, act: OrderAct, thing: OrderThing): boolean {
  const { owner, roles, secondPerson }: Rule = orderPermissions[act];
  if (actor.id === thing.customerId) return owner === true;
  if (!roles || isOwn(actor, thing.customerId)) return false;
  if (secondPerson && (thing.preparedBy === null || isOwn(actor, thing.preparedBy))) return false;
  return actor.roles.includes('admin') || roles.some((role) => actor.roles.includes(role));
}
