import { randomUUID } from 'node:crypto';
import { atHour, type Day, jamaicaDay } from '../../../kernel/calendar.ts';
import { after, hours } from '../../../kernel/clock.ts';
import { formatMessages } from '../../../kernel/message-template.ts';
import { formatMinorUnits } from '../../../kernel/money.ts';
import { audit } from '../../../platform/audit.ts';
import { publishTopic, withJobUser, withSystem } from '../../../platform/database/database.ts';
import type { Mail, Mailer } from '../../../platform/email/mail.ts';
import { createMailJob } from '../../../platform/email/mail-job.ts';
import { findRefusal, type Services, writeRecord } from '../../../platform/http/procedure.ts';
import { forEachPageSettled } from '../../../platform/jobs/for-each-settled.ts';
import { getCurrentJobId, type Job } from '../../../platform/jobs/jobs.ts';
import { claimDailyEmail } from '../../../platform/limits/email-quota.ts';
import { formatDay } from '../../../ui/format.ts';
import { coinName } from '../../assets/assets.ts';
import { letterAbout } from '../../notifications/email.ts';
import { createErrorAnswers } from '../../screening/wallet-providers.ts';
import { loadCurrentSettings } from '../../settings/store.ts';
import { notifyCustomer } from '../lifecycle/notify-customer.ts';
import { placeOrder } from '../placing/place-order.ts';
import { quoteSeconds } from '../quoting/pricing.ts';
import { loadBuyTerms } from '../quoting/quote.ts';
import { saveQuote } from '../quoting/quote-store.ts';
import { noProviderEnabled, queryProvidersAbout } from '../risk-checks/query-providers.ts';
import { PlaceBuyOrder } from '../schema.ts';
import { recurringBuyEmails } from './messages.ts';
import { nextDayAfter } from './recurring-buys.ts';
import {
  advancePlan,
  claimReminders,
  type DuePlan,
  findDue,
  findPlanToMail,
  maxUnpaidInRow,
  pauseUnpaid,
  planSessionQuery,
  type RecurringBuy,
  skipDay,
} from './store.ts';

type MailJob = { readonly id: string; readonly about: keyof typeof recurringBuyEmails; readonly reason?: string };
const mailJob = 'trading.recurring_buy_mail';

/** Orders are prepared from 6 am in Jamaica, so that transfers of the same day arrive later. */
const startHour = 6;
/** Without current prices, the job tries again until 6 pm. */
const endHour = 18;
const retriedCodes = ['trading.prices_unavailable', 'trading.quote_lapsed', 'general.busy', 'general.overloaded'];

const dayFrom = (now: Date, hour: number): Day => jamaicaDay(after(now, -hours(hour)));

const toQuoteInput = ({ symbol, network, amount }: RecurringBuy) => ({
  ...{ symbol, network, currency: amount.currency },
  amount: formatMinorUnits(amount.minor),
});

/** Providers charge per query, so the price is checked first. */
async function queryProviders(services: Services, due: DuePlan) {
  const { userId, network, address } = due;
  await withSystem(services.pool, async (tx) => {
    const settings = await loadCurrentSettings(tx);
    await loadBuyTerms(tx, toQuoteInput(due), { settings, now: services.clock() });
  });
  if (noProviderEnabled(services)) return { address: null, answers: createErrorAnswers(services, 'was not queried') };
  return queryProvidersAbout(services, userId, { network, address });
}

/** Prepares an order like a customer's own, with the same limits, checks and price window. */
async function placePlannedOrder(services: Services, due: DuePlan): Promise<boolean> {
  const prefetched = await queryProviders(services, due);
  const now = services.clock();
  const placed = await withJobUser(services.pool, planSessionQuery(due.id, due.nextOn), async (tx, person) => {
    // `placeOrder` commits, so the plan changes before.
    const plan = await advancePlan(tx, due.id, nextDayAfter(due, now));
    const { network, address, tag, reference } = plan;
    const settings = await loadCurrentSettings(tx);
    const terms = await loadBuyTerms(tx, toQuoteInput(plan), { settings, now });
    const expiresAt = after(now, quoteSeconds * 1000);
    const quoteId = await saveQuote(tx, { userId: person.id, side: 'buy', terms, now, expiresAt });
    const order = PlaceBuyOrder.parse({
      ...{ key: randomUUID(), quoteId, network, walletAddress: address, destinationTag: tag ?? '' },
      // Two equal plans are two wishes, not a repeated press.
      ...{ sourceOfFunds: null, sourceOfFundsFile: null, another: true },
    });
    const source = { requestId: getCurrentJobId() ?? due.id, paymentReference: reference };
    const context = { services, source, tx, userPromise: Promise.resolve(person), prefetched };
    await placeOrder(context, { side: 'buy', input: order });
  });
  return placed !== null;
}

/** Prepares the order of a plan. A refused order leaves the plan and tells the customer why. */
async function prepareOrder(services: Services, due: DuePlan): Promise<boolean> {
  try {
    return await placePlannedOrder(services, due);
  } catch (thrown) {
    const refused = findRefusal(await writeRecord(thrown, services));
    if (!refused) throw thrown;
    const now = services.clock();
    if (retriedCodes.includes(refused.code) && dayFrom(now, endHour) < due.nextOn) return false;
    const { text } = refused.userMessage;
    await withSystem(services.pool, async (tx) => {
      if (!(await skipDay(tx, due, { next: nextDayAfter(due, now), refusal: text }))) return;
      await services.jobs.enqueue(tx, mailJob, { id: due.id, about: 'refused', reason: text } satisfies MailJob);
      publishTopic(tx, 'trading', due.userId);
    });
    return false;
  }
}

const pauseUnpaidPlans = ({ pool, clock, jobs }: Services) =>
  withSystem(pool, async (tx) => {
    for (const id of await pauseUnpaid(tx, clock())) {
      const entry = { action: 'trading.recurring_buy_paused', subjectType: 'recurring_buy', subjectId: id };
      await audit(tx, { ...entry, actorId: null, actorRole: 'system', reasonCode: 'unpaid' });
      await jobs.enqueue(tx, mailJob, { id, about: 'paused' } satisfies MailJob);
    }
  });

/** A day before an unpaid order ends. */
const remind = (services: Services) =>
  withSystem(services.pool, async (tx) => {
    const now = services.clock();
    for (const order of await claimReminders(tx, { now, endsBy: after(now, hours(24)) }))
      await notifyCustomer({ services, tx }, order, { command: 'reminded' });
  });

/** Job: pauses unpaid plans, prepares due orders and reminds of unpaid ones. Returns how many it prepared. */
export async function runRecurringBuys(services: Services): Promise<number> {
  await pauseUnpaidPlans(services);
  await remind(services);
  const dueBy = dayFrom(services.clock(), startHour);
  return forEachPageSettled<DuePlan>(
    (last) => withSystem(services.pool, (tx) => findDue(tx, { dueBy, last: last?.id ?? null })),
    (due) => prepareOrder(services, due),
  );
}

type ToMail = NonNullable<Awaited<ReturnType<typeof findPlanToMail>>>;

function renderMail(plan: ToMail, origin: string, { about, reason = '' }: MailJob): Mail {
  const letter = formatMessages(recurringBuyEmails[about], {
    name: plan.name,
    coin: coinName(plan.symbol),
    reference: plan.reference,
    next: formatDay(atHour(plan.nextOn, startHour)),
    count: String(maxUnpaidInRow),
    reason,
  });
  return letterAbout('order', plan.email, { ...letter, url: `${origin}/recurring-buys` });
}

export const recurringBuysJobs = (services: Services, mail: Mailer): Job<never>[] => [
  { name: 'trading.recurring_buys', cron: '*/10 * * * *', run: () => runRecurringBuys(services) },
  createMailJob(services, mail, {
    name: mailJob,
    find: async (tx, { id }: MailJob) => {
      const plan = await findPlanToMail(tx, id);
      const today = { recipientId: plan?.userId ?? '', now: services.clock() };
      return plan && (await claimDailyEmail(tx, 'order', today)) ? plan : null;
    },
    render: renderMail,
  }),
];
