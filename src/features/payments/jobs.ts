import { system } from '../../platform/actor.ts';
import { withSystem } from '../../platform/database/database.ts';
import type { Mailer } from '../../platform/email/mail.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { forEachSettled } from '../../platform/jobs/for-each-settled.ts';
import { type Job, mailRetries } from '../../platform/jobs/jobs.ts';
import { raiseAlert } from '../compliance/raise-alert.ts';
import { comparePayers } from '../screening/compare-payer.ts';
import { buildPaymentEmail } from './emails.ts';
import { type FulfilmentByProduct, movePayment, type PaymentEmailJob } from './move-payment.ts';
import { canMove } from './payment.ts';
import { findExpiredPayments, findPayer, findPayment, findReleasedPayments, isFrozen } from './store.ts';

/** Cron job: expires unpaid payments and notifies their customers (decision A2). Returns their number. */
export async function expirePayments(services: Services, payables: FulfilmentByProduct): Promise<number> {
  const now = services.clock();
  const ids = await withSystem(services.pool, (tx) => findExpiredPayments(tx, now));
  await forEachSettled(ids, (id) =>
    withSystem(services.pool, async (tx) => {
      const payment = await findPayment(tx, id, true);
      // The customer may have uploaded a proof since the query.
      if (!payment?.lapsesAt || payment.lapsesAt > now || !canMove(payment.state, 'lapse')) return;
      const isReserved = payables[payment.payable].reservedUntil !== undefined && canMove(payment.state, 'release');
      const command = isReserved ? 'release' : 'lapse';
      // An earlier rejected proof must not block a claim after the expiry.
      const facts = { reasonCode: null };
      await movePayment({ services, tx, payables }, payment, { command, actor: system, facts });
    }),
  );
  return ids.length;
}

/** Cron job: starts products after their hold ends. Refunds products that were cancelled or are past. */
export async function startReleased(services: Services, payables: FulfilmentByProduct): Promise<void> {
  const ids = await withSystem(services.pool, findReleasedPayments);
  await forEachSettled(ids, (id) =>
    withSystem(services.pool, async (tx) => {
      const payment = await findPayment(tx, id, true);
      if (!payment?.held) return;
      const isUnavailable = (await payables[payment.payable].isUnavailable?.(tx, payment, services.clock())) === true;
      const step = isUnavailable
        ? ({ command: 'refund', facts: { reasonCode: 'cannot_be_given' } } as const)
        : ({ command: 'begin' } as const);
      await movePayment({ services, tx, payables }, payment, { ...step, actor: system });
    }),
  );
}

/** Cron job: screens payers who are not the customer. A match alerts compliance and holds the payment. */
export const screenPayers = (services: Services): Promise<number> =>
  comparePayers(services, 'payment', {
    lock: async (tx, id) => {
      const payment = await findPayment(tx, id, true);
      return payment && { orderId: null, reference: `payment ${payment.reference}` };
    },
    stop: async () => true,
  });

/** Job: alerts compliance once about a payment that a freeze holds. Screening raises its own alert. */
export const alertHeld = (services: Services, { paymentId }: { paymentId: string }): Promise<void> =>
  withSystem(services.pool, async (tx) => {
    const payment = await findPayment(tx, paymentId);
    if (!payment || !(await isFrozen(tx, payment))) return;
    const { id, userId, reference, title } = payment;
    await raiseAlert(tx, {
      id,
      transactionId: null,
      userId,
      type: 'account_activity',
      priority: 'high',
      riskScore: 0,
      rules: [],
      description: `Money from a frozen customer arrived for payment ${reference}. ${title} has not started.`,
      details: { of: 'payment', id, reference },
      at: services.clock(),
    });
  });

async function sendPaymentEmail(services: Services, mail: Mailer, about: PaymentEmailJob) {
  const found = await withSystem(services.pool, async (tx) => {
    const payment = await findPayment(tx, about.paymentId);
    return payment && { payment, to: await findPayer(tx, payment.userId) };
  });
  if (!found?.to) return;
  const letter = buildPaymentEmail(found.payment, about, { to: found.to, origin: services.config.origin });
  if (letter) await mail(letter);
}

export const paymentsJobs = (services: Services, mail: Mailer, payables: FulfilmentByProduct): Job<never>[] => [
  { name: 'payments.expire', cron: '* * * * *', run: () => expirePayments(services, payables) },
  { name: 'payments.screen_payers', cron: '* * * * *', run: () => screenPayers(services) },
  { name: 'payments.start_released', cron: '* * * * *', run: () => startReleased(services, payables) },
  {
    name: 'payments.held',
    retries: { limit: 12, delay: 30 },
    run: (which: { paymentId: string }) => alertHeld(services, which),
  },
  {
    name: 'payments.send_email',
    retries: mailRetries,
    run: (about: PaymentEmailJob) => sendPaymentEmail(services, mail, about),
  },
];
