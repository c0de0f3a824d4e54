import { atHour, jamaicaDay } from '../../../kernel/calendar.ts';
import { after, days } from '../../../kernel/clock.ts';
import { decimal } from '../../../kernel/decimal.ts';
import { formatMessages } from '../../../kernel/message-template.ts';
import { type Db, withSystem } from '../../../platform/database/database.ts';
import type { Mail, Mailer } from '../../../platform/email/mail.ts';
import { createMailJob } from '../../../platform/email/mail-job.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { claimDailyEmail } from '../../../platform/limits/email-quota.ts';
import { formatDateTime } from '../../../ui/format.ts';
import { coinName } from '../../assets/assets.ts';
import { letterAbout } from '../../notifications/email.ts';
import { publicPrices } from '../api.ts';
import { getPercentChange } from '../coinbase-gateway.ts';
import { findPriceAt } from '../current-price.ts';
import { alertsJob } from '../refresh-prices.ts';
import type { ListedPrice } from '../schema.ts';
import { formatTarget, formatValue } from './format-alert.ts';
import { priceAlertEmails } from './messages.ts';
import { type CoinPrice, claimReached, deleteDoneAlerts, findFired } from './store.ts';

const batchSize = 200;
const doneRetentionMs = days(30);

type SendJob = { readonly id: string };
const sendJob = 'price_alerts.send';

/** Computes the change from our history if the provider sends none. */
async function toCoinPrice({ db }: Services, price: ListedPrice, now: Date): Promise<CoinPrice> {
  const { symbol, priceUsd, priceJmd, change24h } = price;
  const dayAgo = change24h === null ? await findPriceAt(db, symbol, after(now, -days(1))) : null;
  const computed = dayAgo && getPercentChange(decimal(dayAgo.priceUsd), decimal(priceUsd));
  return { symbol, priceUsd, priceJmd, change: change24h ?? computed };
}

/** Fires reached alerts and returns how many; stale and company prices fire none. Deletes alerts done 30 days ago. */
export async function checkPriceAlerts(services: Services): Promise<number> {
  const { pool, clock, jobs } = services;
  const now = clock();
  const claim = { now, dayStart: atHour(jamaicaDay(now), 0), limit: batchSize };
  const fireBatch = (price: CoinPrice): Promise<number> =>
    withSystem(pool, async (tx) => {
      const ids = await claimReached(tx, price, claim);
      for (const id of ids) await jobs.enqueue(tx, sendJob, { id } satisfies SendJob);
      return ids.length;
    });
  const prices = (await publicPrices(services, 'symbol')).filter(({ stale, setByCompany }) => !stale && !setByCompany);
  let total = 0;
  for (const listed of prices) {
    const price = await toCoinPrice(services, listed, now);
    let fired: number;
    do {
      fired = await fireBatch(price);
      total += fired;
    } while (fired === batchSize);
  }
  await withSystem(pool, (tx) => deleteDoneAlerts(tx, after(now, -doneRetentionMs)));
  return total;
}

/** Alerts that are removed and set again fire again: the daily limit keeps that from flooding a mailbox. */
async function findToSend(tx: Db, id: string, now: Date) {
  const fired = await findFired(tx, id);
  return fired && (await claimDailyEmail(tx, 'price_alert', { recipientId: fired.userId, now })) ? fired : null;
}

type Fired = NonNullable<Awaited<ReturnType<typeof findFired>>>;

function renderAlert(alert: Fired, origin: string): Mail | null {
  const { symbol, direction, firedAt, firedValue, name, email } = alert;
  if (!firedAt || firedValue === null) return null;
  const params = {
    name,
    coin: coinName(symbol),
    target: formatTarget(alert),
    value: formatValue(alert, firedValue),
    time: formatDateTime(firedAt),
  };
  const letter = formatMessages(priceAlertEmails[direction], params);
  return letterAbout('price_alert', email, { ...letter, url: `${origin}/price-alerts` });
}

export const priceAlertsJobs = (services: Services, mail: Mailer): Job<never>[] => [
  { name: alertsJob, run: () => checkPriceAlerts(services) },
  createMailJob(services, mail, {
    name: sendJob,
    find: (tx, { id }: SendJob) => findToSend(tx, id, services.clock()),
    render: renderAlert,
  }),
];
