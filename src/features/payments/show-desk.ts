import { may } from '../../kernel/acts.ts';
import { pageOf } from '../../kernel/page.ts';
import { auditLook, byStaff } from '../../platform/audit.ts';
import { isOwn } from '../../platform/database.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { filesOf } from '../documents/store.ts';
import { standingOf, stops } from '../freezes/frozen.ts';
import type { Proposed } from '../movements/undoing.ts';
import { type PaymentAct, paymentActs } from './acts.ts';
import { nameOf } from './fit.ts';
import { agreedReturns, waiting, worthHere } from './give-back.ts';
import { mayRefuse, refuse } from './messages.ts';
import { canMove, type NextAction, nextAction } from './payment.ts';
import { OnePayment, QueuePage } from './schema.ts';
import { countQueued, type Payment, payerOf, paymentById, queuedPayments } from './store.ts';
import { wentBackOf } from './went-back.ts';

const pageSize = 50;
const reader = () => staffOnly(paymentActs.queue);

const nextFor = ({ held, partAgreed, state }: Pick<Payment, 'held' | 'partAgreed' | 'state'>): NextAction | null =>
  held ? 'stopped' : partAgreed ? 'return_part' : nextAction(state);

/** What waits for staff, the one that waits longest first. */
const queue = reader()
  .input(QueuePage)
  .handler(async ({ context: { tx, services }, input }) => {
    const found = await queuedPayments(tx, { ...input, limit: pageSize + 1 });
    const { page, next } = pageOf(found, pageSize, ({ waitingSince, id }) => ({ waitingSince, id }));
    const lines = page.map(({ movements: _lines, ...rest }) => ({ ...rest, nextAction: nextFor(rest) }));
    return { lines, next, now: services.clock() };
  });

const count = reader().handler(async ({ context: { tx } }) => ({ waiting: await countQueued(tx) }));

/** How far its return is: what waits for a second person, whether two agreed and it is to go, what can be undone. */
type Returning = {
  readonly waits: 'return' | 'undo' | null;
  readonly agreed: boolean;
  readonly undoable: boolean;
  readonly stopped: boolean;
};

const moves = ['receive', 'attachLate', 'rejectClaim', 'reject'] as const;
/** What can be done with a payment at the desk; late money is attached by the same command that receives. */
export type PaymentDeskAct = Exclude<PaymentAct, 'claim' | 'callOff' | 'view' | 'queue'> | 'attachLate';

/** What the payment allows now. One thing waits for its second person at a time. */
function possibleFor({ state }: Payment, { waits, agreed, undoable, stopped }: Returning): PaymentDeskAct[] {
  const here = state.payIn === 'received' && !stopped;
  return [
    ...moves.filter((command) => canMove(state, command)),
    ...(here && !waits && !agreed ? (['prepareReturn'] as const) : []),
    ...(waits === 'return' && !stopped ? (['approveReturn'] as const) : []),
    ...(waits === 'return' ? (['declineReturn'] as const) : []),
    ...(waits === 'undo' ? (['approveUndo', 'declineUndo'] as const) : []),
    ...(here && agreed && !waits ? (['recordReturned'] as const) : []),
    ...(undoable && !waits ? (['prepareUndo'] as const) : []),
  ];
}

/** One payment for staff: whose name the bank line must show, what was handed in, what may be done. Nobody's own. */
const show = reader()
  .errors(mayRefuse('payments.not_found', 'approvals.own_matter'))
  .input(OnePayment)
  .handler(async ({ context, input }) => {
    const { tx, person, services } = context;
    const payment = (await paymentById(tx, input.paymentId)) ?? refuse('payments.not_found', {});
    if (isOwn(person, payment.userId)) refuse('approvals.own_matter', {});
    const about = { subjectType: 'payment', subjectId: payment.id, aboutId: payment.userId };
    await auditLook(tx, services.clock(), { ...byStaff(context), action: 'payments.viewed', ...about });
    const customer = await payerOf(tx, payment.userId);
    const open = await waiting(context, payment.id);
    const approved = await agreedReturns(context, payment);
    const stopped = stops(await standingOf(tx, payment), 'back');
    const matter = { customerId: payment.userId, preparedBy: open?.proposedBy ?? null };
    const waits = (open?.kind ?? null) as 'return' | 'undo' | null;
    const agreed = approved.some(({ left }) => left === null);
    const mine = possibleFor(payment, { waits, agreed, undoable: approved.length > 0, stopped }).filter((act) =>
      may(person, paymentActs[act === 'attachLate' ? 'receive' : act], matter),
    );
    return {
      payment,
      customer: customer && {
        id: payment.userId,
        ...{ name: customer.name, legalName: nameOf(customer), email: customer.email },
      },
      files: await filesOf(tx, [payment.proofFile]),
      waiting: open && {
        ...{
          id: open.id,
          kind: open.kind as 'return' | 'undo',
          preparedBy: open.proposer,
          preparedAt: open.proposedAt,
        },
        ...{ mine: isOwn(person, open.proposedBy), frozen: open.payload as Proposed },
      },
      leaving: approved.map(({ id, payload, left, proposer, proposedAt, decider, decidedAt }) => ({
        ...{ id, kind: 'return' as const, leftId: left?.id ?? null, frozen: payload as Proposed },
        ...{ preparedBy: proposer, preparedAt: proposedAt, approvedBy: decider, approvedAt: decidedAt },
      })),
      mine,
      wentBack: wentBackOf(payment),
      worthHere: worthHere(payment),
      nextAction: nextFor(payment),
    };
  });

/** What staff see of payments. */
export const showDeskApi = { queue, count, show };
