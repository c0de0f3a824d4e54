import { sameJson } from '../../kernel/same-json.ts';
import type { Db } from '../../platform/database.ts';
import { deciding } from '../approvals/acts.ts';
import { decideProposal, decisionMayRefuse, openProposal, propose, waitingProposal } from '../approvals/decide.ts';
import type { Decision, Proposal } from '../approvals/proposal.ts';
import { complianceActs } from '../compliance/acts.ts';
import { type Desk, officer } from '../compliance/desk.ts';
import { DecideRelease, ProposeRelease } from '../compliance/schema.ts';
import { caseFor, refuseForeign, tell, tellCase } from '../compliance/work-cases.ts';
import { refuseUnlessHeld, refuseUnlessReleasable, releaseNeedsNow } from '../trading/desk/screened.ts';
import { orderAtDesk, takeStep } from '../trading/desk/steps.ts';
import { misfitNow } from '../trading/judging/misfit.ts';
import { stopsOfHolder } from '../trading/judging/screen-holders.ts';
import type { Order } from '../trading/order/order-row.ts';
import { mayRefuse, refuse } from './messages.ts';
import { screeningIdOf } from './order-store.ts';

/** With what an act on an order of a case can be refused. */
export const ordersMayRefuse = mayRefuse(
  'compliance.order_not_in_case',
  'trading.order_not_found',
  'trading.customer_frozen',
  'desk.not_now',
  'desk.reason_unknown',
  'desk.screen_first',
  'desk.two_people_needed',
  'approvals.already_open',
);

/** What is asked for, frozen; where it was asked, and why. */
type ReleasePayload = { readonly orderId: string; readonly caseId: string; readonly note: string };

/** The release of this order that waits for a second person. */
export const releaseOf = (tx: Db, orderId: string) => openProposal(tx, 'release', orderId);

/**
 * The order as whoever proposes sees it: hold, wallet, screening, what stopped it for who holds the wallet, and whether
 * its customer could place it. Edited since, nothing is released.
 */
const asItStands = async (tx: Db, order: Order, now: Date) => ({
  state: order.state,
  holdReason: order.holdReason,
  wallet: order.walletAddress ?? order.senderWalletAddress,
  network: order.network,
  screening: await screeningIdOf(tx, order.id),
  holder: await stopsOfHolder(tx, order.id),
  misfit: await misfitNow(tx, order, now),
});

/** Asks for the release of an order that one person may not release, for another to decide (decisions A8, D2). */
export const proposeRelease = officer(complianceActs.letGo)
  .errors(ordersMayRefuse)
  .errors(mayRefuse('compliance.one_person_is_enough'))
  .input(ProposeRelease)
  .handler(async ({ context, input: { caseId, orderId, note } }) => {
    const { tx, person } = context;
    const found = await caseFor(context, caseId, 'work');
    await refuseForeign(context, caseId, orderId);
    const order = await orderAtDesk(context, orderId, 'release');
    refuseUnlessHeld(order);
    const now = context.services.clock();
    await refuseUnlessReleasable(tx, order, { people: 'two', now });
    if ((await releaseNeedsNow(tx, order, now)) === 'one_person') refuse('compliance.one_person_is_enough', {});
    const payload: ReleasePayload = { orderId, caseId, note };
    const stood = await asItStands(tx, order, now);
    const asked = { kind: 'release', subject: orderId, payload, stood, by: person.id, customer: order.userId } as const;
    const proposalId = await propose(tx, asked);
    await tell(context, found, { event: 'release_proposed', note, subject: { type: 'order', id: orderId } });
    return { proposalId };
  });

const events = { approve: 'order_released', reject: 'release_rejected', withdraw: 'release_withdrawn' } as const;

/** The second person releases the order or does not; the first may take it back. Nothing edited since is released. */
export const decideRelease = officer(deciding.release)
  .errors(ordersMayRefuse)
  .errors(decisionMayRefuse)
  .input(DecideRelease)
  .handler(async ({ context, input: { proposalId, decision, note } }) => {
    const waiting = await waitingProposal(context.tx, ['release'], proposalId);
    if (!waiting) return refuse('approvals.not_found', {});
    const { orderId, caseId } = waiting.payload as ReleasePayload;
    const found = await caseFor(context, caseId, 'work');
    // While a customer is frozen nothing is released; a proposal can still be taken off the table.
    const order = await orderAtDesk(context, orderId, decision === 'approve' ? 'release' : 'hold');
    await carryOut(context, order, { proposalId, decision, note });
    const subject = { type: 'order', id: orderId };
    const line = { event: events[decision], note: note || null, subject };
    // An order that moves on has its own entry in the audit log.
    await (decision === 'approve' ? tellCase : tell)(context, found, line);
    return { orderId };
  });

type ReleaseDecision = { proposalId: string; decision: Decision; note: string };

async function carryOut(desk: Desk, order: Order, { proposalId, decision, note }: ReleaseDecision): Promise<void> {
  const { tx, person, services } = desk;
  const now = services.clock();
  const unchanged = async ({ stood }: Proposal) => sameJson(stood, await asItStands(tx, order, now));
  await decideProposal(tx, { id: proposalId, kind: 'release' }, { by: person.id, decision, reason: note, unchanged });
  if (decision !== 'approve') return;
  await refuseUnlessReleasable(tx, order, { people: 'two', now });
  await takeStep(desk, order, { command: 'release', note: note || null, public: false, facts: { holdReason: null } });
}
