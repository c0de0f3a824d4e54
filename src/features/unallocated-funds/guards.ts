import type { Permission } from '../../kernel/permissions.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { isSamePerson, publishTopic } from '../../platform/database/database.ts';
import { findOpenProposal } from '../approvals/decide.ts';
import { getAsset, minorUnitsOf } from '../ledger/amount.ts';
import { isNetwork } from '../ledger/movement-reference.ts';
import { findRecorders, isAddressClear } from '../ledger/movement-store.ts';
import { lockUnallocatedRow, type Unallocated } from '../ledger/unallocated-store.ts';
import { findApprovedTransfers, type OutgoingMoney } from '../outgoing-money/transfers.ts';
import { isPayerClear } from '../screening/compare-payer.ts';
import { isAddressClearNow } from '../screening/screen-wallet.ts';
import { noProviderEnabled } from '../trading/risk-checks/query-providers.ts';
import type { StaffContext } from '../trading/staff/order-commands.ts';
import { approvalProcedure, outgoingProcedure } from '../trading/staff/outgoing-guards.ts';
import { refusalCodes, refuse } from '../trading/staff-messages.ts';

const unallocatedRefusalCodes = refusalCodes('desk.no_such_money', 'desk.other_asset', 'desk.more_than_left');

export const unallocatedProcedure = (act: Permission) => outgoingProcedure(act).errors(unallocatedRefusalCodes);
export const decisionProcedure = (act: Permission) => approvalProcedure(act).errors(unallocatedRefusalCodes);

/** Locks the movement row. Rejects money that once belonged to the user's own order. */
export const lockUnallocated = async ({ tx, person }: StaffContext, movementId: string): Promise<Unallocated> =>
  requireUnallocated(person, await lockUnallocatedRow(tx, movementId));

export function requireUnallocated(person: StaffContext['person'], money: Unallocated | null): Unallocated {
  if (!money) return refuse('desk.no_such_money', {});
  if (money.through.some(({ userId }) => isSamePerson(person, userId))) return refuse('approvals.own_matter', {});
  return money;
}

/** Part 2 and later of a transfer must be attached by someone other than their recorder. */
export const mayAttach = ({ person }: Pick<StaffContext, 'person'>, { part, recordedById }: Unallocated): boolean =>
  part === 1 || recordedById === null || !isSamePerson(person, recordedById);

/** True if the user recorded the payer of this money, to whom a refund goes. */
export const hasRecorded = async ({ tx, person }: Pick<StaffContext, 'tx' | 'person'>, { id }: Unallocated) =>
  (await findRecorders(tx, id)).some((recorder) => isSamePerson(person, recorder.id));

export const findOpenRefundProposal = ({ tx }: Pick<StaffContext, 'tx'>, { id }: Pick<Unallocated, 'id'>) =>
  findOpenProposal(tx, ['return', 'undo'], id);

/** Screening results belong to a customer, so an address without an order cannot pass. */
async function isSenderClear({ tx, services }: StaffContext, money: Unallocated): Promise<boolean> {
  const { rail, through } = money;
  const { address } = money.party;
  if (address === null || !isNetwork(rail)) return true;
  const wallet = { address, network: rail, symbol: getAsset(money.amount) };
  const [isClear, ...clearResults] = await Promise.all([
    isAddressClearNow(tx, wallet, services.clock()),
    ...through.map(({ userId }) => isAddressClear(tx, userId, address)),
  ]);
  return isClear && (noProviderEnabled(services) || clearResults.includes(true));
}

async function loadRefundFacts(context: StaffContext, money: Unallocated) {
  const { id, party, left } = money;
  const cleared = await Promise.all([isPayerClear(context.tx, id, party.holder), isSenderClear(context, money)]);
  return { isCleared: !cleared.includes(false), isNothingLeft: minorUnitsOf(left) === 0n };
}

const getCustomerIds = ({ through }: Unallocated) => through.map(({ userId }) => userId);

export const unallocatedMoney = ({ tx }: StaffContext, money: Unallocated) =>
  ({
    kind: 'unallocated',
    due: null,
    id: money.id,
    customerIds: getCustomerIds(money),
    incomingIds: [money.id],
    to: money.party,
    transfers: findApprovedTransfers(tx, money),
  }) as const satisfies OutgoingMoney;

type Refund = { readonly reasonCode: string | null; readonly note?: string };

export const refundMoney = (context: StaffContext, money: Unallocated, refund: Refund): OutgoingMoney => ({
  ...unallocatedMoney(context, money),
  ...refund,
  own: loadRefundFacts(context, money),
});

/** Money that goes to an order or payment of `due`. It may come through other orders of that customer. */
export const attachedMoney = (context: StaffContext, money: Unallocated, due: { userId: string }): OutgoingMoney => ({
  ...unallocatedMoney(context, money),
  customerIds: getCustomerIds(money).filter((userId) => userId !== due.userId),
  own: Promise.resolve({ isNothingLeft: minorUnitsOf(money.left) === 0n }),
});

type MoneyEvent = {
  readonly action: string;
  readonly note?: string;
  readonly reasonCode?: string | null;
  readonly after?: object;
};

export async function recordMoneyEvent(
  context: StaffContext,
  { id, through }: Pick<Unallocated, 'id' | 'through'>,
  event: MoneyEvent,
) {
  const { action, note, reasonCode = null, after } = event;
  await audit(context.tx, {
    ...byStaff(context),
    action: `trading.${action}`,
    subjectType: 'movement',
    subjectId: id,
    aboutId: through[0]?.userId ?? null,
    after: { ...after, ...(note && { note }) },
    reasonCode,
  });
  publishTopic(context.tx, 'desk');
  return { movementId: id };
}
