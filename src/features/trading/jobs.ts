import { after, days } from '../../kernel/clock.ts';
import { asSystem, type Db } from '../../platform/database.ts';
import { eachAlone } from '../../platform/each-alone.ts';
import { type Job, mailPatience } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mail.ts';
import { system } from '../../platform/mover.ts';
import type { Services } from '../../platform/procedure.ts';
import { customerOf } from './desk/queue-store.ts';
import { judgeRepriced } from './judging/judge-repriced.ts';
import { screenHolders, screenPayers } from './judging/screen-holders.ts';
import { screenOpen } from './judging/screen-open.ts';
import { type SenderToScreen, screenSender, screenSenders } from './judging/screen-sender.ts';
import { screenWaiting } from './judging/screen-waiting.ts';
import { lookForSlices } from './judging/slices.ts';
import { moveOrder } from './moving/move-order.ts';
import { lapsedIds } from './moving/move-store.ts';
import { customerReason } from './moving/own-orders.ts';
import { unchosenIds } from './moving/reprice-store.ts';
import { type LetterAbout, tellCustomer } from './moving/tell-customer.ts';
import { passedPromise, tellLate } from './moving/tell-late.ts';
import { orderById } from './order/history-store.ts';
import { canMove } from './order/order.ts';
import type { Order } from './order/order-row.ts';
import { orderLetter } from './papers/letters.ts';
import { sweepQuotes } from './quoting/quote-store.ts';
import { screenUnassigned } from './unassigned/screen-payers.ts';

/**
 * Ends every order whose time to pay is over, for every order ends: nothing was taken, and its customer is told
 * (decisions A2, E1).
 */
export async function lapseOrders(services: Services): Promise<number> {
  const now = services.clock();
  const ids = await asSystem(services.pool, (tx) => lapsedIds(tx, now));
  await eachAlone(ids, (id) => lapse(services, id, now));
  return ids.length;
}

/** Gives back where nobody chose about a worse price in time: no answer is no consent (decision E1). */
export async function endChoices(services: Services): Promise<number> {
  const now = services.clock();
  const ids = await asSystem(services.pool, (tx) => unchosenIds(tx, now));
  await eachAlone(ids, (id) => endChoice(services, id, now));
  return ids.length;
}

const endChoice = (services: Services, id: string, now: Date) =>
  asSystem(services.pool, async (tx) => {
    const order = await orderById(tx, id, true);
    if (!order?.chooseUntil || order.chooseUntil > now || !canMove(order.state, 'cancel')) return;
    const reasonCode = 'price_not_taken';
    await moveOrder(tx, order, { step: { command: 'cancel', reasonCode }, mover: system, now });
    await tellCustomer({ services, tx }, order, { command: 'cancel', reasonCode });
  });

const lapse = (services: Services, id: string, now: Date) =>
  asSystem(services.pool, async (tx) => {
    const order = await orderById(tx, id, true);
    // A claim may have come in between: then the order lives on.
    if (!order?.lapsesAt || order.lapsesAt > now || !canMove(order.state, 'lapse')) return;
    await moveOrder(tx, order, { step: { command: 'lapse' }, mover: system, now });
    await tellCustomer({ services, tx }, order, { command: 'lapse' });
  });

async function isStillLate(
  { clock }: Services,
  tx: Db,
  { order, promised }: { order: Order; promised: string | undefined },
) {
  const passed = await passedPromise(tx, order, clock());
  return passed !== null && passed.toISOString() === promised;
}

async function sendLetter(services: Services, mail: Mailer, told: LetterAbout) {
  const { orderId, event, reasonCode, promised, last = false } = told;
  const about = await asSystem(services.pool, async (tx) => {
    const order = await orderById(tx, orderId);
    // A letter may wait for hours: by then the step that was late may be done.
    if (order && event === 'late' && !(await isStillLate(services, tx, { order, promised }))) return null;
    return order && { order, customer: await customerOf(tx, order.userId) };
  });
  if (!about?.customer) return;
  const step = { event, reason: customerReason(event, reasonCode), promised, last };
  const letter = orderLetter(about.order, step, { to: about.customer, origin: services.config.origin });
  if (letter) await mail(letter);
}

/** Forgets offers that lapsed a day ago. */
const forgetLapsed = (services: Services) =>
  asSystem(services.pool, (tx) => sweepQuotes(tx, after(services.clock(), -days(1))));

/** What orders do by themselves: lapse, be screened late, write letters, forget lapsed offers. */
export const tradingJobs = (services: Services, mail: Mailer): Job<never>[] => [
  { name: 'trading.lapse', cron: '* * * * *', run: () => lapseOrders(services) },
  { name: 'trading.late', cron: '*/10 * * * *', run: () => tellLate(services) },
  { name: 'trading.choices', cron: '* * * * *', run: () => endChoices(services) },
  { name: 'trading.screen_waiting', cron: '* * * * *', run: () => screenWaiting(services) },
  { name: 'trading.judge_repriced', cron: '* * * * *', run: () => judgeRepriced(services) },
  { name: 'trading.screen_senders', cron: '* * * * *', run: () => screenSenders(services) },
  { name: 'trading.screen_holders', cron: '* * * * *', run: () => screenHolders(services) },
  { name: 'trading.screen_payers', cron: '* * * * *', run: () => screenPayers(services) },
  { name: 'trading.screen_unassigned', cron: '* * * * *', run: () => screenUnassigned(services) },
  { name: 'trading.slices', cron: '*/10 * * * *', run: () => lookForSlices(services) },
  { name: 'trading.screen_open', cron: '* * * * *', run: () => screenOpen(services) },
  {
    name: 'trading.screen_sender',
    retries: mailPatience,
    run: (sender: SenderToScreen) => screenSender(services, sender),
  },
  {
    name: 'trading.letter',
    retries: mailPatience,
    run: (about: LetterAbout) => sendLetter(services, mail, about),
  },
  { name: 'trading.sweep', cron: '40 7 * * *', run: () => forgetLapsed(services) },
];
