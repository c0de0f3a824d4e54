import { asSystem } from '../../platform/database.ts';
import { eachAlone } from '../../platform/each-alone.ts';
import { type Job, mailPatience } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mail.ts';
import { system } from '../../platform/mover.ts';
import type { Services } from '../../platform/procedure.ts';
import { raiseAlert } from '../compliance/raise-alert.ts';
import { comparePayers } from '../screening/compare-payer.ts';
import { heldNoMore, isFrozen, lapsedPayments } from './due-store.ts';
import { paymentLetter } from './letters.ts';
import { type LetterAbout, movePayment, type Payables } from './move-payment.ts';
import { canMove } from './payment.ts';
import { payerOf, paymentById } from './store.ts';

/** Ends what was not paid in time: nothing was taken, and its customer is told (decision A2). */
export async function lapsePayments(services: Services, payables: Payables): Promise<number> {
  const now = services.clock();
  const ids = await asSystem(services.pool, (tx) => lapsedPayments(tx, now));
  await eachAlone(ids, (id) =>
    asSystem(services.pool, async (tx) => {
      const payment = await paymentById(tx, id, true);
      // A claim may have come in between: then it is looked for.
      if (!payment?.lapsesAt || payment.lapsesAt > now || !canMove(payment.state, 'lapse')) return;
      const isKept = payables[payment.payable].keptUntil !== undefined && canMove(payment.state, 'release');
      const command = isKept ? 'release' : 'lapse';
      // What was sent back before its end is no answer to what is said after it.
      const facts = { reasonCode: null };
      await movePayment({ services, tx, payables }, payment, { command, mover: system, facts });
    }),
  );
  return ids.length;
}

/**
 * What was held begins once nothing stops it: a thaw, or two of compliance let it move. What was called off meanwhile,
 * or is past, ends instead, and its money waits for two people to send it back.
 */
export async function beginHeld(services: Services, payables: Payables): Promise<void> {
  const ids = await asSystem(services.pool, heldNoMore);
  await eachAlone(ids, (id) =>
    asSystem(services.pool, async (tx) => {
      const payment = await paymentById(tx, id, true);
      if (!payment?.held) return;
      const isOff = (await payables[payment.payable].isOff?.(tx, payment, services.clock())) === true;
      const step = isOff
        ? ({ command: 'refund', facts: { reasonCode: 'cannot_be_given' } } as const)
        : ({ command: 'begin' } as const);
      await movePayment({ services, tx, payables }, payment, { ...step, mover: system });
    }),
  );
}

/**
 * Compares who paid with the lists, the customer's own name where it stands on no papers: until then nothing begins. Of
 * a match compliance has an alert and a case, and what was paid for waits until they decided.
 */
export const screenPayers = (services: Services): Promise<number> =>
  comparePayers(services, 'payment', {
    lock: async (tx, id) => {
      const payment = await paymentById(tx, id, true);
      return payment && { orderId: null, reference: `payment ${payment.reference}` };
    },
    stop: async () => true,
  });

/**
 * Compliance hears of money that came and may not be used for a freeze. Once, however often this is told. Of whose name
 * is compared they hear when it is like a listed one.
 */
export const alertHeld = (services: Services, { paymentId }: { paymentId: string }): Promise<void> =>
  asSystem(services.pool, async (tx) => {
    const payment = await paymentById(tx, paymentId);
    if (!payment || !(await isFrozen(tx, payment))) return;
    const { id, userId, reference, title } = payment;
    await raiseAlert(tx, {
      ...{ id, transactionId: null, userId, type: 'account_activity', priority: 'high', riskScore: 0, rules: [] },
      description: `Money of somebody frozen is here for payment ${reference}: ${title} does not begin.`,
      details: { of: 'payment', id, reference },
      at: services.clock(),
    });
  });

async function sendLetter(services: Services, mail: Mailer, about: LetterAbout) {
  const found = await asSystem(services.pool, async (tx) => {
    const payment = await paymentById(tx, about.paymentId);
    return payment && { payment, to: await payerOf(tx, payment.userId) };
  });
  if (!found?.to) return;
  const letter = paymentLetter(found.payment, about, { to: found.to, origin: services.config.origin });
  if (letter) await mail(letter);
}

/** What payments do by themselves. */
export const paymentsJobs = (services: Services, mail: Mailer, payables: Payables): Job<never>[] => [
  { name: 'payments.lapse', cron: '* * * * *', run: () => lapsePayments(services, payables) },
  { name: 'payments.screen_payers', cron: '* * * * *', run: () => screenPayers(services) },
  { name: 'payments.begin', cron: '* * * * *', run: () => beginHeld(services, payables) },
  {
    name: 'payments.held',
    retries: { limit: 12, delay: 30 },
    run: (which: { paymentId: string }) => alertHeld(services, which),
  },
  { name: 'payments.letter', retries: mailPatience, run: (about: LetterAbout) => sendLetter(services, mail, about) },
];
