import { actorFrom } from '../../platform/actor.ts';
import type { SessionUser } from '../../platform/database/database.ts';
import { authedSerial } from '../../platform/http/procedure.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { type FulfilmentByProduct, lockPaymentFor, type MoveContext, movePayment } from './move-payment.ts';
import { canMove, getCustomerCommand, getSearchDeadline, proofPurposes } from './payment.ts';
import { findProofMime, isProofOfAnother } from './proof-store.ts';
import { getReason } from './reasons.ts';
import { ClaimPayment } from './schema.ts';
import type { Payment, PaymentChanges } from './store.ts';

export type ClaimContext = MoveContext & { readonly person: SessionUser; readonly request: { readonly id: string } };

export const customerRefusalCodes = refusalCodes(
  'payments.not_found',
  'payments.cannot_now',
  'staff.not_allowed',
  'approvals.own_matter',
);

/** True if the customer may upload a proof. An ended payment accepts no other proof after a rejection. */
export const canBeClaimed = ({ state, reasonCode }: Pick<Payment, 'state' | 'reasonCode'>): boolean =>
  canMove(state, 'claim') && (state.ended === null || getReason('reject_claim', reasonCode ?? '') === null);

type ClaimInput = { readonly paymentId: string; readonly proofFile: string };

/** Locks the customer's payment. `kind` is the MIME type of the proof, or null without a proof. */
export async function lockForClaim({ tx, person }: ClaimContext, { paymentId, proofFile }: ClaimInput) {
  const payment = await lockPaymentFor(tx, paymentId, { actor: person, act: 'claim' });
  if (payment.state.ended !== null && !canBeClaimed(payment)) refuse('payments.cannot_now', {});
  if (await isProofOfAnother(tx, { paymentId, proofFile })) refuse('payments.proof_used', {});
  return { payment, kind: await findProofMime(tx, proofFile, proofPurposes[payment.payable]) };
}

export async function submitClaim(
  claiming: ClaimContext,
  payment: Payment,
  facts: Pick<PaymentChanges, 'proofFile' | 'sender'>,
) {
  const { services, tx, payables } = claiming;
  const command = getCustomerCommand(payment, 'claim') ?? refuse('payments.cannot_now', {});
  const { price_windows } = await loadCurrentSettings(tx);
  const reservedUntil = await payables[payment.payable].reservedUntil?.(tx, payment, services.clock());
  const lapsesAt = reservedUntil ?? getSearchDeadline(payment.startedAt, payment.method, price_windows.searchDays);
  await movePayment(claiming, payment, {
    command,
    actor: actorFrom('customer', claiming),
    facts: { ...facts, lapsesAt, reasonCode: null },
  });
  return { paymentId: payment.id };
}

/** Stores a proof of a bank or card payment for staff to check (decision A3). For crypto see claim-mahoni.ts. */
export const claim = (payables: FulfilmentByProduct) =>
  authedSerial
    .errors(customerRefusalCodes)
    .errors(refusalCodes('payments.proof_missing', 'payments.proof_used'))
    .input(ClaimPayment)
    .handler(async ({ context, input }) => {
      const claiming = { ...context, person: await context.userPromise, payables };
      const { payment, kind } = await lockForClaim(claiming, input);
      if (payment.coins) refuse('payments.cannot_now', {});
      if (kind === null) refuse('payments.proof_missing', {});
      return submitClaim(claiming, payment, { proofFile: input.proofFile });
    });
