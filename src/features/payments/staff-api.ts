import { actorFrom } from '../../platform/actor.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { type isSamePerson, publishTopic } from '../../platform/database/database.ts';
import { staff } from '../../platform/http/procedure.ts';
import { formatPlainAmount, parseAmount } from '../ledger/amount.ts';
import { buildArrival, evidenceRefusalCodes, isOurs, parseParty } from '../ledger/evidence.ts';
import { insertMovement } from '../ledger/movement-store.ts';
import { comparePayer } from '../screening/compare-payer.ts';
import { isAddressClearNow } from '../screening/screen-wallet.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { mahoniRail } from './mahoni.ts';
import { assertMatches, getAmountDue, type IncomingPayment } from './match-incoming.ts';
import { refusalCodes, refuse } from './messages.ts';
import { type FulfilmentByProduct, lockPaymentFor, type MoveContext, movePayment } from './move-payment.ts';
import { move } from './payment.ts';
import { type PaymentAct, paymentPermissions } from './permissions.ts';
import { getReason, type ReasonedAct } from './reasons.ts';
import { ReasonedStep, ReceivePayment } from './schema.ts';
import type { Payment } from './store.ts';

type Person = Parameters<typeof isSamePerson>[0] & { readonly id: string; readonly roles: readonly string[] };
export type StaffContext = MoveContext & { readonly person: Person; readonly request: { readonly id: string } };

export const staffRefusalCodes = refusalCodes(
  'payments.not_found',
  'payments.not_now',
  'desk.reason_unknown',
  'approvals.own_matter',
);

export const paymentStaffProcedure = (payables: FulfilmentByProduct, act: PaymentAct) =>
  staff(paymentPermissions[act])
    .errors(staffRefusalCodes)
    .use(({ next }) => next({ context: { payables } }));

export const requireReason = (act: ReasonedAct, code: string): string =>
  getReason(act, code) ? code : refuse('desk.reason_unknown', {});

export const incomingRefusalCodes = refusalCodes(
  'payments.not_found',
  'payments.not_now',
  'payments.amount_differs',
  'payments.coins_differ',
  'payments.name_differs',
  'payments.sender_differs',
  'payments.hash_differs',
  'payments.before_due',
  'payments.after_due',
  'payments.sender_not_clear',
  'approvals.own_matter',
);

/** True for crypto from an address that current sanctions lists do not clear (decision A4). */
export async function isFromUnclearAddress(
  { tx, services }: StaffContext,
  { amount, party }: Pick<IncomingPayment, 'amount' | 'party'>,
) {
  if ('currency' in amount) return false;
  const wallet = { address: party.address ?? '', network: mahoniRail, symbol: amount.symbol };
  return !(await isAddressClearNow(tx, wallet, services.clock()));
}

/** Records an incoming payment and returns the movement id. Money for an ended payment waits for a refund. */
export async function recordIncoming(
  staff: StaffContext,
  payment: Payment,
  incoming: IncomingPayment,
): Promise<string> {
  const { tx, services, person } = staff;
  const { note, whole: _, ...line } = incoming;
  const isLate = payment.state.ended !== null;
  const command = isLate ? 'attachLate' : 'receive';
  // A second incoming movement would violate a constraint, so refuse before the insert.
  const possible = move(payment.state, command);
  if (!possible.ok) refuse('payments.not_now', { why: possible.reason.replaceAll('_', ' ') });
  if (!isLate) await assertMatches(tx, payment, incoming);
  if (await isFromUnclearAddress(staff, incoming)) refuse('payments.sender_not_clear', {});
  const by = { recordedAt: services.clock(), recordedBy: person.id, proposalId: null };
  const due = { paymentId: payment.id, userId: payment.userId };
  const movementId = await insertMovement(tx, due, { direction: 'in', ...line, ...by });
  await comparePayer(services, tx, movementId);
  const from = line.fromId ? { fromId: line.fromId } : { reference: line.reference?.key };
  const record = { movementId, ...from, amount: formatPlainAmount(line.amount) };
  await movePayment(staff, payment, { command, actor: actorFrom('staff', staff), note, record });
  return movementId;
}

const receive = (payables: FulfilmentByProduct) =>
  paymentStaffProcedure(payables, 'receive')
    .errors(evidenceRefusalCodes)
    .errors(incomingRefusalCodes)
    .errors(refusalCodes('payments.amount_unreadable'))
    .input(ReceivePayment)
    .handler(async ({ context: staff, input }) => {
      const payment = await lockPaymentFor(staff.tx, input.paymentId, { actor: staff.person, act: 'receive' });
      const rail = payment.coins ? mahoniRail : 'bank';
      const amount = parseAmount(getAmountDue(payment), input.amount) ?? refuse('payments.amount_unreadable', {});
      const settings = await loadCurrentSettings(staff.tx);
      const party = parseParty(rail, input, settings);
      const isOurReceivingAddress = party.address !== null && party.address === payment.coins?.address;
      if (isOurReceivingAddress || isOurs(party, settings)) refuse('desk.from_ourselves', {});
      const evidence = await buildArrival(staff, rail, input);
      await recordIncoming(staff, payment, { amount, whole: null, ...evidence, party, note: input.note });
      return { paymentId: payment.id };
    });

const reasonedProcedure = (payables: FulfilmentByProduct, command: 'rejectClaim' | 'reject', act: ReasonedAct) =>
  paymentStaffProcedure(payables, command)
    .input(ReasonedStep)
    .handler(async ({ context, input }) => {
      await moveWithReason(context, { command, act }, input);
      return { paymentId: input.paymentId };
    });

type ReasonInput = typeof ReasonedStep._output;
type ReasonedMove = { readonly command: 'rejectClaim' | 'reject'; readonly act: ReasonedAct };

export async function moveWithReason(
  staff: StaffContext,
  { command, act }: ReasonedMove,
  { paymentId, reasonCode, note }: ReasonInput,
) {
  const payment = await lockPaymentFor(staff.tx, paymentId, { actor: staff.person, act: command });
  const facts = { reasonCode: requireReason(act, reasonCode) };
  await movePayment(staff, payment, { command, actor: actorFrom('staff', staff), facts, note });
}

export async function recordEvent(
  staff: StaffContext,
  payment: Payment,
  { action, after }: { action: string; after: object },
) {
  const about = { subjectType: 'payment', subjectId: payment.id, aboutId: payment.userId };
  await audit(staff.tx, { ...byStaff(staff), action: `payments.${action}`, ...about, after });
  publishTopic(staff.tx, 'desk');
}

export const staffApi = (payables: FulfilmentByProduct) => ({
  receive: receive(payables),
  rejectClaim: reasonedProcedure(payables, 'rejectClaim', 'reject_claim'),
  reject: reasonedProcedure(payables, 'reject', 'reject'),
});
