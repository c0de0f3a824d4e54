import { after, days } from '../../kernel/clock.ts';
import { system } from '../../platform/actor.ts';
import { type Db, withSystem } from '../../platform/database/database.ts';
import type { Mailer } from '../../platform/email/mail.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { forEachSettled } from '../../platform/jobs/for-each-settled.ts';
import { type Job, mailRetries } from '../../platform/jobs/jobs.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { buildOrderEmail } from './documents/letters.ts';
import { customerReason, loadNext } from './lifecycle/my-orders.ts';
import { notifyCustomer, type OrderEmailJob } from './lifecycle/notify-customer.ts';
import { notifyMissedPromises, passedPromise } from './lifecycle/notify-late.ts';
import { notifyPlaced } from './lifecycle/notify-placed.ts';
import { findUnchosenIds } from './lifecycle/reprice-store.ts';
import { transitionOrder } from './lifecycle/transition-order.ts';
import { findExpiredIds } from './lifecycle/transition-store.ts';
import { findOrder } from './order/history-store.ts';
import { canApply } from './order/order.ts';
import type { Order } from './order/order-row.ts';
import { deleteQuotesBefore } from './quoting/quote-store.ts';
import { recurringBuysJobs } from './recurring/jobs.ts';
import { reassessRepriced } from './risk-checks/reassess-repriced.ts';
import { screenHolders, screenPayers } from './risk-checks/screen-counterparties.ts';
import { screenOpen } from './risk-checks/screen-open.ts';
import { type SenderToScreen, screenSender, screenSenders } from './risk-checks/screen-sender.ts';
import { screenWaiting } from './risk-checks/screen-waiting.ts';
import { detectStructuring } from './risk-checks/structuring.ts';
import { findCustomer } from './staff/queue-store.ts';

/** Job: cancels unpaid orders at their expiry and emails the customers (decisions A2, E1). */
export async function expireOrders(services: Services): Promise<number> {
  const now = services.clock();
  const ids = await withSystem(services.pool, (tx) => findExpiredIds(tx, now));
  await forEachSettled(ids, (id) => expireOrder(services, id, now));
  return ids.length;
}

/** Job: cancels orders whose customers did not choose about a new price in time (decision E1). */
export async function endChoices(services: Services): Promise<number> {
  const now = services.clock();
  const ids = await withSystem(services.pool, (tx) => findUnchosenIds(tx, now));
  await forEachSettled(ids, (id) => endChoice(services, id, now));
  return ids.length;
}

const endChoice = (services: Services, id: string, now: Date) =>
  withSystem(services.pool, async (tx) => {
    const order = await findOrder(tx, id, true);
    if (!order?.chooseUntil || order.chooseUntil > now || !canApply(order.state, 'cancel')) return;
    const reasonCode = 'price_not_taken';
    await transitionOrder(tx, order, { step: { command: 'cancel', reasonCode }, mover: system, now });
    await notifyCustomer({ services, tx }, order, { command: 'cancel', reasonCode });
  });

const expireOrder = (services: Services, id: string, now: Date) =>
  withSystem(services.pool, async (tx) => {
    const order = await findOrder(tx, id, true);
    // A claim may have extended the order since the search.
    if (!order?.lapsesAt || order.lapsesAt > now || !canApply(order.state, 'lapse')) return;
    await transitionOrder(tx, order, { step: { command: 'lapse' }, mover: system, now });
    await notifyCustomer({ services, tx }, order, { command: 'lapse' });
  });

async function isStillLate(
  { clock }: Services,
  tx: Db,
  { order, promised }: { order: Order; promised: string | undefined },
) {
  const passed = await passedPromise(tx, order, clock());
  return passed !== null && passed.toISOString() === promised;
}

/** Details of the emails that follow what the customer did. */
async function loadDetails({ clock }: Services, tx: Db, order: Order) {
  const { bank_accounts } = await loadCurrentSettings(tx);
  const { promise } = await loadNext(tx, order, clock());
  const account = order.paymentMethod === 'bank_transfer' ? bank_accounts[order.fiat.currency] : null;
  return { account, doneBy: promise.kind === 'done_by' ? promise.at : null };
}

async function sendEmail(services: Services, mail: Mailer, job: OrderEmailJob) {
  const { orderId, event, reasonCode, promised, last = false } = job;
  const about = await withSystem(services.pool, async (tx) => {
    const order = await findOrder(tx, orderId);
    if (order && event === 'late' && !(await isStillLate(services, tx, { order, promised }))) return null;
    if (!order) return order;
    const needsDetails = event === 'placed' || event === 'reminded' || event === 'claim';
    const details = needsDetails ? await loadDetails(services, tx, order) : {};
    return { order, customer: await findCustomer(tx, order.userId), details };
  });
  if (!about?.customer) return;
  const step = { event, reason: customerReason(event, reasonCode), promised, last, ...about.details };
  const email = buildOrderEmail(about.order, step, { to: about.customer, origin: services.config.origin });
  if (email) await mail(email);
}

/** Deletes quotes that expired without an order. */
const deleteExpiredQuotes = (services: Services) =>
  withSystem(services.pool, (tx) => deleteQuotesBefore(tx, after(services.clock(), -days(1))));

export const tradingJobs = (services: Services, mail: Mailer): Job<never>[] => [
  { name: 'trading.expire_orders', cron: '* * * * *', run: () => expireOrders(services) },
  { name: 'trading.notify_placed', cron: '* * * * *', run: () => notifyPlaced(services) },
  { name: 'trading.notify_late', cron: '*/10 * * * *', run: () => notifyMissedPromises(services) },
  { name: 'trading.end_price_choices', cron: '* * * * *', run: () => endChoices(services) },
  { name: 'trading.screen_waiting', cron: '* * * * *', run: () => screenWaiting(services) },
  { name: 'trading.reassess_repriced', cron: '* * * * *', run: () => reassessRepriced(services) },
  { name: 'trading.screen_senders', cron: '* * * * *', run: () => screenSenders(services) },
  { name: 'trading.screen_holders', cron: '* * * * *', run: () => screenHolders(services) },
  { name: 'trading.screen_payers', cron: '* * * * *', run: () => screenPayers(services) },
  { name: 'trading.detect_structuring', cron: '*/10 * * * *', run: () => detectStructuring(services) },
  { name: 'trading.screen_open', cron: '* * * * *', run: () => screenOpen(services) },
  {
    name: 'trading.screen_new_sender',
    retries: mailRetries,
    run: (sender: SenderToScreen) => screenSender(services, sender),
  },
  {
    name: 'trading.send_email',
    retries: mailRetries,
    run: (about: OrderEmailJob) => sendEmail(services, mail, about),
  },
  ...recurringBuysJobs(services, mail),
  { name: 'trading.delete_expired_quotes', cron: '40 7 * * *', run: () => deleteExpiredQuotes(services) },
];
