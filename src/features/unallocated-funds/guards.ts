import type { Permission } from '../../kernel/permissions.ts';
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
import { type ApprovedTransfer, outgoingProcedure } from '../trading/staff/outgoing-guards.ts';
import { refusalCodes, refuse } from '../trading/staff-messages.ts';

export const unallocatedProcedure = (act: Permission) =>
  outgoingProcedure(act).errors(
    refusalCodes('desk.no_such_money', 'desk.other_asset', 'desk.more_than_left', 'desk.recorded_by_you'),
  );

/** Locks the movement row. Rejects money that once belonged to the user's own order. */
export async function lockUnallocated({ tx, person }: StaffContext, movementId: string): Promise<Unassigned> {
  const money = await lockUnassigned(tx, movementId);
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

export const findOpenRefundProposal = ({ tx }: Pick<StaffContext, 'tx'>, { id }: Unassigned) =>
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

/** Rejects refunds to frozen customers, undecided sanctions matches and addresses that did not screen clear. */
export async function assertMayRefund({ tx, services }: StaffContext, money: Unassigned): Promise<void> {
  const isStopped = await isReturnStopped(tx, { lineId: money.id, to: money.party });
  for (const { userId } of money.through) {
    const freezeStatus = await freezeStatusOf(tx, userId);
    if (freezeStatus === 'alarm' || (isStopped && freezeStatus === 'stopped')) refuse('trading.customer_frozen', {});
  }
  await assertMatchesBankLine(tx, [money.id]);
  await assertNotDuplicateLine(tx, [money.id]);
  if (isStopped || !(await isPayerClear(tx, money.id))) refuse('desk.payer_stopped', {});
  const { rail, party } = money;
  if (party.address === null || !isNetwork(rail)) return;
  const { address } = party;
  const wallet = { address, network: rail, symbol: getAsset(money.amount) };
  if (!(await isAddressClearNow(tx, wallet, services.clock()))) refuse('desk.not_screened', {});
  if (noProviderEnabled(services)) return;
  // Screening results belong to a customer, so an address without an order cannot pass.
  const clearResults = await Promise.all(money.through.map(({ userId }) => isAddressClear(tx, userId, address)));
  if (!clearResults.includes(true)) refuse('desk.not_screened', {});
}

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
