import type { Act } from '../../../kernel/acts.ts';
import { audit, byStaff } from '../../../platform/audit.ts';
import { announce, isOwn } from '../../../platform/database.ts';
import { openProposal, standingApprovals } from '../../approvals/decide.ts';
import { standingOf, standstillOf, stops } from '../../freezes/frozen.ts';
import { assetOf, unitsOf } from '../../movements/amount.ts';
import { isNetwork } from '../../movements/movement-reference.ts';
import { isAddressClear } from '../../movements/movement-store.ts';
import { refuseAgainstLine, refuseShownAgain } from '../../movements/stated-store.ts';
import { isReturnStopped, lockUnassigned, type Unassigned } from '../../movements/unassigned-store.ts';
import { withLeft } from '../../movements/undoing.ts';
import { isPayerClear } from '../../screening/compare-payer.ts';
import { sanctionsIndex, screenAddress } from '../../screening/screen-wallet.ts';
import { type Leaving, outward } from '../desk/outward.ts';
import type { Desk } from '../desk/steps.ts';
import { mayRefuse, refuse } from '../desk-messages.ts';
import { nobodyOn } from '../judging/ask-outside.ts';
import { sanctionsNow } from '../judging/judge-store.ts';

/** Who works on money that stands on no order: who works on the money of orders. */
export const cashier = (act: Act) =>
  outward(act).errors(mayRefuse('desk.no_such_money', 'desk.other_asset', 'desk.more_than_left'));

/** One of them, locked. Nobody acts on what came off their own order. */
export async function moneyFor({ tx, person }: Desk, movementId: string): Promise<Unassigned> {
  const money = await lockUnassigned(tx, movementId);
  if (!money) return refuse('desk.no_such_money', {});
  if (money.through.some(({ userId }) => isOwn(person, userId))) return refuse('approvals.own_matter', {});
  return money;
}

/** A further part under a reference that was used is told by one person and attached by another. */
export const mayAttach = ({ person }: Pick<Desk, 'person'>, { part, recordedById }: Unassigned): boolean =>
  part === 1 || recordedById === null || !isOwn(person, recordedById);

/** What two people agreed on for it and did not undo, newest first, with the line under which it left. */
export async function leavingOfMoney({ tx }: Pick<Desk, 'tx'>, money: Unassigned): Promise<Leaving[]> {
  return withLeft(await standingApprovals(tx, ['return'], money.id), money.movements) as Leaving[];
}

export const waitingFor = ({ tx }: Pick<Desk, 'tx'>, { id }: Unassigned) => openProposal(tx, ['return', 'undo'], id);

/** One thing about it at a time: while something waits or is to be sent, nothing else is drawn on it. */
export async function refuseWhileLeaving(desk: Desk, money: Unassigned): Promise<void> {
  if (await waitingFor(desk, money)) refuse('approvals.already_open', {});
  if ((await leavingOfMoney(desk, money)).some(({ left }) => left === null)) refuse('desk.leaves_already', {});
  if (unitsOf(money.left) === 0n) refuse('desk.no_such_money', {});
}

/** Money off the order of somebody frozen becomes nobody else's, whatever two people decided of that order. */
export async function refuseOfFrozen({ tx }: Desk, { through }: Unassigned, order: { userId: string }): Promise<void> {
  for (const { id, userId } of through)
    if (userId !== order.userId && stops(await standingOf(tx, { id, userId }), 'out')) refuse('desk.payer_stopped', {});
}

/**
 * The gate of what goes back: nobody frozen is known by where it came from, nor was it taken off the order of somebody
 * who is, nor is who paid like a listed party, unless two of compliance let it go. And an address is clear by the lists
 * of this moment, and by the providers where one is switched on.
 */
export async function refuseToGoBack({ tx, services }: Desk, money: Unassigned): Promise<void> {
  const isStopped = await isReturnStopped(tx, { lineId: money.id, to: money.party });
  for (const { userId } of money.through) {
    const standstill = await standstillOf(tx, userId);
    if (standstill === 'alarm' || (isStopped && standstill === 'stopped')) refuse('trading.customer_frozen', {});
  }
  await refuseAgainstLine(tx, [money.id]);
  await refuseShownAgain(tx, [money.id]);
  if (isStopped || !(await isPayerClear(tx, money.id))) refuse('desk.payer_stopped', {});
  const { rail, party } = money;
  if (party.address === null || !isNetwork(rail)) return;
  const { address } = party;
  const index = await sanctionsIndex(tx, await sanctionsNow(tx));
  const wallet = { address, network: rail, symbol: assetOf(money.amount) };
  if (screenAddress(index, wallet, services.clock()).result !== 'clear') refuse('desk.not_screened', {});
  if (nobodyOn(services)) return;
  // Nobody asks a provider about what is nobody's: it is attached to an order first, or was screened for one.
  const asked = await Promise.all(money.through.map(({ userId }) => isAddressClear(tx, userId, address)));
  if (!asked.includes(true)) refuse('desk.not_screened', {});
}

type WorkEntry = {
  readonly action: string;
  readonly note?: string;
  readonly reasonCode?: string | null;
  readonly after?: object;
};

/** What was done with it, in the audit log; the desk reads its list anew. */
export async function rememberMoney(desk: Desk, { id, through }: Pick<Unassigned, 'id' | 'through'>, told: WorkEntry) {
  const { action, note, reasonCode = null, after } = told;
  await audit(desk.tx, {
    ...byStaff(desk),
    action: `trading.${action}`,
    subjectType: 'movement',
    subjectId: id,
    aboutId: through[0]?.userId ?? null,
    after: { ...after, ...(note && { note }) },
    reasonCode,
  });
  announce(desk.tx, 'desk');
  return { movementId: id };
}
