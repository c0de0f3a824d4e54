import type { Act } from '../../../kernel/acts.ts';
import { momentText } from '../../../ui/format.ts';
import { type Approved, decisionMayRefuse, openProposal, standingApprovals } from '../../approvals/decide.ts';
import { standingOf } from '../../freezes/frozen.ts';
import { readAmount } from '../../movements/amount.ts';
import { evidenceOf, isBefore, movedAt } from '../../movements/evidence.ts';
import type { Party } from '../../movements/movement.ts';
import type { Rail } from '../../movements/movement-reference.ts';
import { addMovement } from '../../movements/movement-store.ts';
import { refuseAgainstLine, refuseShownAgain } from '../../movements/stated-store.ts';
import { type GoingBack, isOrderStopped, isReturnStopped } from '../../movements/unassigned-store.ts';
import { type Agreed, type Proposed, withLeft } from '../../movements/undoing.ts';
import { mayRefuse, refuse } from '../desk-messages.ts';
import { cardWait } from '../moving/card-wait.ts';
import type { Order } from '../order/order-row.ts';
import { isCooling } from '../wallets/coercion.ts';
import type { Sent } from './schema.ts';
import { refuseUnscreened, refuseUnscreenedParty } from './screened.ts';
import { listedSince } from './screened-store.ts';
import { atDesk, type Desk, refuseMove } from './steps.ts';

/**
 * Whatever leaves us, a pay-out or what goes back, is prepared by one person and approved by another; only then it is
 * sent, and its reference recorded (decisions D2, E4). An approval is undone by two people as well.
 */
export const outward = (act: Act) =>
  atDesk(act)
    .errors(decisionMayRefuse)
    .errors(
      mayRefuse(
        'approvals.already_open',
        'desk.not_screened',
        'desk.payee_renamed',
        'desk.not_approved',
        'desk.undo_waits',
        'desk.before_approval',
        'desk.nothing_to_return',
        'desk.leaves_already',
        'desk.payer_stands',
        'desk.came_back_with',
        'desk.came_back_before',
        'desk.priced_by_it',
        'desk.payer_stopped',
        'desk.line_differs',
        'desk.line_again',
        'desk.kept',
        'desk.cooling',
        'desk.charged_back',
      ),
    );

/** Nothing leaves before everybody who has to do with it was found clear (decision A4). `to` is where it goes. */
async function refuseUnclear({ tx, services }: Desk, order: Order, to: Party): Promise<void> {
  await refuseUnscreened(tx, order, services.clock());
  await refuseUnscreenedParty(tx, order, { address: to.address, now: services.clock() });
}

export async function refuseStopped({ tx }: Desk, order: Order): Promise<void> {
  if ((await isOrderStopped(tx, order.id)) && !(await standingOf(tx, order)).returnDecided)
    refuse('desk.payer_stopped', {});
}

/** What a card paid stays with us for some time: a charge can be taken back, coins cannot. */
async function refuseKept({ tx, services }: Desk, order: Order): Promise<void> {
  const until = await cardWait(tx, order);
  if (until && until > services.clock()) refuse('desk.kept', { until: momentText(until) });
}

/** While it cools off its customer may call it off, and nobody at the desk shortens that (decision 052). */
function refuseCooling({ services }: Desk, { coolsUntil }: Order): void {
  if (coolsUntil && isCooling({ coolsUntil }, services.clock()))
    refuse('desk.cooling', { until: momentText(coolsUntil) });
}

/** By which lines it was paid. */
const paidBy = ({ movements }: Order): string[] =>
  movements.filter(({ direction }) => direction === 'in').map(({ id }) => id);

/**
 * The gate of a pay-out, at each of its steps, beside the freezes of its customer that `orderAtDesk` asks about: nobody
 * frozen is known by where it goes or by where the order was paid from, unless two people decided about that order.
 */
export async function refuseToLeave(desk: Desk, order: Order, to: Party): Promise<void> {
  await refuseStopped(desk, order);
  await refuseAgainstLine(desk.tx, paidBy(order));
  await refuseShownAgain(desk.tx, paidBy(order));
  await refuseKept(desk, order);
  refuseCooling(desk, order);
  await refuseUnclear(desk, order, to);
}

type Leaves = { readonly agreed: Approved; readonly sent: Sent; readonly to: Party };

/**
 * The same for writing down what left. What had left before a list stopped the order stands in its books, once two
 * people of compliance have let it go on: by the moment that the bank line or the block shows.
 */
export async function refuseToRecord(desk: Desk, order: Order, { agreed, sent, to }: Leaves): Promise<void> {
  const listed = await listedSince(desk.tx, order.id, agreed.decidedAt);
  if (listed === null || movedAt(desk, sent).movedAt >= listed) await refuseUnclear(desk, order, to);
}

type Back = GoingBack & { readonly to: Party };

/** Nothing goes back to whom a freeze stops, nor what was theirs before, unless two people decided that it does. */
export async function refuseStoppedReturn({ tx }: Desk, order: Order, back: Back): Promise<void> {
  if ((await isReturnStopped(tx, back)) && !(await standingOf(tx, order)).returnDecided)
    refuse('desk.payer_stopped', {});
}

/** The gate of what goes back: by where it goes, and whose it was before, alone. */
export async function refuseToGoBack(desk: Desk, order: Order, back: Back): Promise<void> {
  await refuseStoppedReturn(desk, order, back);
  await refuseAgainstLine(desk.tx, [back.lineId]);
  await refuseShownAgain(desk.tx, [back.lineId]);
  await refuseUnclear(desk, order, back.to);
}

/** What was approved for an order and not undone, with the line under which it left, if it did. Newest first. */
export type Leaving = Agreed & { readonly kind: 'payout' | 'return' };

export async function leavingOf({ tx }: Pick<Desk, 'tx'>, order: Order): Promise<Leaving[]> {
  const approved = await standingApprovals(tx, ['payout', 'return'], order.id);
  const all = withLeft(approved, order.movements) as Leaving[];
  // Until an order is approved for good, what two people had agreed on before stands no more.
  const paying = order.state.payOut === 'approved' || order.state.payOut === 'sent';
  const payout = paying ? all.find(({ kind }) => kind === 'payout') : undefined;
  return [...(payout ? [payout] : []), ...all.filter(({ kind }) => kind === 'return')];
}

/** While a return is agreed on and not sent yet, nothing else is drawn on what came in. */
export async function refuseReturning(desk: Desk, order: Order): Promise<void> {
  const leaving = await leavingOf(desk, order);
  if (leaving.some(({ kind, left }) => kind === 'return' && left === null)) refuse('desk.leaves_already', {});
}

/** What may be sent now. Refuses while somebody asks to undo it. */
export async function approvedToLeave(desk: Desk, order: Order, kind: Leaving['kind']): Promise<Leaving> {
  if (await openProposal(desk.tx, 'undo', order.id)) refuse('desk.undo_waits', {});
  const found = (await leavingOf(desk, order)).find((one) => one.kind === kind && one.left === null);
  return found ?? refuse('desk.not_approved', {});
}

export const partyIn = (frozen: Proposed): Party => ({
  bank: frozen['bank'] ?? null,
  account: frozen['account'] ?? null,
  holder: frozen['holder'] ?? null,
  address: frozen['address'] ?? null,
  tag: frozen['tag'] ?? null,
});

/** Adds the line of what left, as it was approved. Answers what the audit log keeps of it. */
export async function addLeft(
  desk: Desk,
  order: Order | null,
  { agreed, sent, rail }: { agreed: Approved; sent: Omit<Sent, 'orderId'>; rail: Rail },
) {
  // It may have been held since it was approved; an extra line moves nothing that would say so.
  if (order?.state.held) refuseMove('order_held');
  const frozen = agreed.payload as Proposed;
  const evidence = await evidenceOf(desk, rail, sent);
  if (isBefore(evidence, agreed.decidedAt)) refuse('desk.before_approval', {});
  const movementId = await addMovement(desk.tx, order, {
    direction: agreed.kind === 'payout' ? 'out' : 'back',
    ofId: frozen['movementId'] ?? null,
    amount: readAmount(frozen['unit'] ?? '', frozen['amount'] ?? ''),
    ...evidence,
    party: partyIn(frozen),
    recordedAt: desk.services.clock(),
    recordedBy: desk.person.id,
    proposalId: agreed.id,
  });
  return { movementId, reference: evidence.reference.key };
}
