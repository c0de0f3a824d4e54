import type { Permission } from '../../kernel/permissions.ts';
import { assertAll } from '../../kernel/refusal.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { isSamePerson, publishTopic } from '../../platform/database/database.ts';
import { findOpenProposal, standingApprovals } from '../approvals/decide.ts';
import { freezeStatusOf, isBlockedBy, standingOf } from '../freezes/frozen.ts';
import { getAsset, minorUnitsOf } from '../ledger/amount.ts';
import { assertMatchesBankLine, assertNotDuplicateLine } from '../ledger/bank-evidence-store.ts';
import { isNetwork } from '../ledger/movement-reference.ts';
import { findRecorders, isAddressClear } from '../ledger/movement-store.ts';
import { withOutgoingMovement } from '../ledger/reversals.ts';
import { isReturnStopped, lockUnassigned, type Unassigned } from '../ledger/unassigned-store.ts';
import { isPayerClear } from '../screening/compare-payer.ts';
import { isAddressClearNow } from '../screening/screen-wallet.ts';
import { noProviderEnabled } from '../trading/risk-checks/query-providers.ts';
import type { StaffContext } from '../trading/staff/order-commands.ts';
import { type ApprovedTransfer, approvalProcedure, outgoingProcedure } from '../trading/staff/outgoing-guards.ts';
import { refusalCodes, refuse } from '../trading/staff-messages.ts';

const unallocatedRefusalCodes = refusalCodes(
  'desk.no_such_money',
  'desk.other_asset',
  'desk.more_than_left',
  'desk.recorded_by_you',
);

export const unallocatedProcedure = (act: Permission) => outgoingProcedure(act).errors(unallocatedRefusalCodes);
export const decisionProcedure = (act: Permission) => approvalProcedure(act).errors(unallocatedRefusalCodes);

/** Locks the movement row. Rejects money that once belonged to the user's own order. */
export const lockUnallocated = async ({ tx, person }: StaffContext, movementId: string): Promise<Unassigned> =>
  requireUnallocated(person, await lockUnassigned(tx, movementId));

export function requireUnallocated(person: StaffContext['person'], money: Unassigned | null): Unassigned {
  if (!money) return refuse('desk.no_such_money', {});
  if (money.through.some(({ userId }) => isSamePerson(person, userId))) return refuse('approvals.own_matter', {});
  return money;
}

/** Part 2 and later of a transfer must be attached by someone other than their recorder. */
export const mayAttach = ({ person }: Pick<StaffContext, 'person'>, { part, recordedById }: Unassigned): boolean =>
  part === 1 || recordedById === null || !isSamePerson(person, recordedById);

/** True if the user recorded the payer of this money, to whom a refund goes. */
export const hasRecorded = async ({ tx, person }: Pick<StaffContext, 'tx' | 'person'>, { id }: Unassigned) =>
  (await findRecorders(tx, id)).some((recorder) => isSamePerson(person, recorder.id));

export async function findApprovedRefunds(
  { tx }: Pick<StaffContext, 'tx'>,
  money: Unassigned,
): Promise<ApprovedTransfer[]> {
  return withOutgoingMovement(await standingApprovals(tx, ['return'], money.id), money.movements) as ApprovedTransfer[];
}

export const findOpenRefundProposal = ({ tx }: Pick<StaffContext, 'tx'>, { id }: Pick<Unassigned, 'id'>) =>
  findOpenProposal(tx, ['return', 'undo'], id);

/** Rejects while a proposal or an approved refund is open, and when no money is left. */
export async function assertNothingOpen(context: StaffContext, money: Unassigned): Promise<void> {
  if (await findOpenRefundProposal(context, money)) refuse('approvals.already_open', {});
  if ((await findApprovedRefunds(context, money)).some(({ left }) => left === null)) refuse('desk.leaves_already', {});
  if (minorUnitsOf(money.left) === 0n) refuse('desk.no_such_money', {});
}

/** Rejects moving money from a frozen customer's order to another customer. */
export async function assertNotFromFrozen(
  { tx }: StaffContext,
  { through }: Unassigned,
  order: { userId: string },
): Promise<void> {
  for (const { id, userId } of through)
    if (userId !== order.userId && isBlockedBy(await standingOf(tx, { id, userId }), 'out'))
      refuse('desk.payer_stopped', {});
}

async function assertPayerAllowed({ tx }: StaffContext, { id, party, through }: Unassigned): Promise<void> {
  const [isStopped, isClear, ...freezes] = await Promise.all([
    isReturnStopped(tx, { lineId: id, to: party }),
    isPayerClear(tx, id, party.holder),
    ...through.map(({ userId }) => freezeStatusOf(tx, userId)),
  ]);
  if (freezes.includes('alarm') || (isStopped && freezes.includes('stopped'))) refuse('trading.customer_frozen', {});
  if (isStopped || !isClear) refuse('desk.payer_stopped', {});
}

async function assertAddressClear({ tx, services }: StaffContext, money: Unassigned): Promise<void> {
  const { rail, through } = money;
  const { address } = money.party;
  if (address === null || !isNetwork(rail)) return;
  const wallet = { address, network: rail, symbol: getAsset(money.amount) };
  const [isClear, ...clearResults] = await Promise.all([
    isAddressClearNow(tx, wallet, services.clock()),
    ...through.map(({ userId }) => isAddressClear(tx, userId, address)),
  ]);
  // Screening results belong to a customer, so an address without an order cannot pass.
  if (!isClear || !(noProviderEnabled(services) || clearResults.includes(true))) refuse('desk.not_screened', {});
}

/** Rejects refunds to frozen customers, undecided sanctions matches and addresses that did not screen clear. */
export const assertMayRefund = (context: StaffContext, money: Unassigned): Promise<void> =>
  assertAll([
    assertPayerAllowed(context, money),
    assertMatchesBankLine(context.tx, [money.id]),
    assertNotDuplicateLine(context.tx, [money.id]),
    assertAddressClear(context, money),
  ]);

type MoneyEvent = {
  readonly action: string;
  readonly note?: string;
  readonly reasonCode?: string | null;
  readonly after?: object;
};

export async function recordMoneyEvent(
  context: StaffContext,
  { id, through }: Pick<Unassigned, 'id' | 'through'>,
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
