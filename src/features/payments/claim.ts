import type { Person } from '../../platform/database.ts';
import { asMover } from '../../platform/mover.ts';
import { signedInAlone } from '../../platform/procedure.ts';
import { currentSettings } from '../settings/store.ts';
import { mayRefuse, refuse } from './messages.ts';
import { type Moving, movePayment, type Payables, paymentFor } from './move-payment.ts';
import { canMove, ownStep, proofPurposes, searchedUntil } from './payment.ts';
import { ownProofKind, provesAnother } from './proof-store.ts';
import { readReason } from './reasons.ts';
import { ClaimPayment } from './schema.ts';
import type { Facts, Payment } from './store.ts';

export type Claiming = Moving & { readonly person: Person; readonly request: { readonly id: string } };

/** With what every act of a customer on their payment can be refused. */
export const ownMayRefuse = mayRefuse(
  'payments.not_found',
  'payments.cannot_now',
  'staff.not_allowed',
  'approvals.own_matter',
);

/** Whether a proof is taken. After its end, one: what staff sent back then is not looked at again and again. */
export const mayBeClaimed = ({ state, reasonCode }: Pick<Payment, 'state' | 'reasonCode'>): boolean =>
  canMove(state, 'claim') && (state.ended === null || readReason('reject_claim', reasonCode ?? '') === null);

type Claimed = { readonly paymentId: string; readonly proofFile: string };

/** The payment, locked for its customer, and the kind of the proof that they uploaded for it; null without one. */
export async function toClaim({ tx, person }: Claiming, { paymentId, proofFile }: Claimed) {
  const payment = await paymentFor(tx, paymentId, { actor: person, act: 'claim' });
  if (payment.state.ended !== null && !mayBeClaimed(payment)) refuse('payments.cannot_now', {});
  if (await provesAnother(tx, { paymentId, proofFile })) refuse('payments.proof_used', {});
  return { payment, kind: await ownProofKind(tx, proofFile, proofPurposes[payment.payable]) };
}

/** Claims it, with what its customer says of it. Of one that lapsed too: money may be late. */
export async function claimNow(claiming: Claiming, payment: Payment, facts: Pick<Facts, 'proofFile' | 'sender'>) {
  const { services, tx, payables } = claiming;
  const command = ownStep(payment, 'claim') ?? refuse('payments.cannot_now', {});
  const { price_windows } = await currentSettings(tx);
  const kept = await payables[payment.payable].keptUntil?.(tx, payment, services.clock());
  const lapsesAt = kept ?? searchedUntil(payment.begunAt, payment.method, price_windows.searchDays);
  await movePayment(claiming, payment, {
    command,
    mover: asMover('customer', claiming),
    facts: { ...facts, lapsesAt, reasonCode: null },
  });
  return { paymentId: payment.id };
}

/** Attaches the proof of a payment: a claim, not a payment (decision A3). Coins say more: see claim-mahoni.ts. */
export const claim = (payables: Payables) =>
  signedInAlone
    .errors(ownMayRefuse)
    .errors(mayRefuse('payments.proof_missing', 'payments.proof_used'))
    .input(ClaimPayment)
    .handler(async ({ context, input }) => {
      const claiming = { ...context, person: await context.arriving, payables };
      const { payment, kind } = await toClaim(claiming, input);
      if (payment.coins) refuse('payments.cannot_now', {});
      if (kind === null) refuse('payments.proof_missing', {});
      return claimNow(claiming, payment, { proofFile: input.proofFile });
    });
