import { compareDecimals, decimal } from '../../../kernel/decimal.ts';
import type { Currency } from '../../../kernel/money.ts';
import { authed, authedSerial, type Services } from '../../../platform/http/procedure.ts';
import { checkRateLimit } from '../../../platform/limits/memory-rate-limit.ts';
import { coinName } from '../../assets/assets.ts';
import { publicPrices } from '../api.ts';
import { formatValue } from './format-alert.ts';
import { refusalCodes, refuse } from './messages.ts';
import { type Direction, RemovePriceAlert, SetPriceAlert } from './schema.ts';
import { countMyActive, deleteMyAlert, findMyAlerts, insertAlert } from './store.ts';

export const maxActiveAlerts = 20;

const list = authed.handler(async function list({ context: { tx } }) {
  return { alerts: await findMyAlerts(tx), most: maxActiveAlerts };
});

type PriceTarget = {
  readonly symbol: string;
  readonly direction: Direction;
  readonly currency: Currency;
  readonly target: string;
};

/** Refuses a target that the current price has reached: the alert would fire immediately. */
async function assertNotReached(
  from: Pick<Services, 'db' | 'clock'>,
  { symbol, direction, currency, target }: PriceTarget,
) {
  if (direction === 'move') return;
  const price = (await publicPrices(from, 'symbol')).find((listed) => listed.symbol === symbol);
  if (!price || price.stale) return;
  const current = currency === 'USD' ? price.priceUsd : price.priceJmd;
  const comparison = compareDecimals(decimal(current), decimal(target));
  const params = { coin: coinName(symbol), price: formatValue({ currency }, current) };
  if (direction === 'above' && comparison >= 0) refuse('price_alerts.already_above', params);
  if (direction === 'below' && comparison <= 0) refuse('price_alerts.already_below', params);
}

const set = authedSerial
  .errors(refusalCodes('price_alerts.too_many', 'price_alerts.already_above', 'price_alerts.already_below'))
  .input(SetPriceAlert)
  .handler(async function set({ context, input }) {
    const { services, tx } = context;
    checkRateLimit(services, 'preference', (await context.userPromise).id);
    if ((await countMyActive(tx)) >= maxActiveAlerts)
      refuse('price_alerts.too_many', { most: String(maxActiveAlerts) });
    await assertNotReached({ db: tx, clock: services.clock }, input);
    const currency = input.direction === 'move' ? null : input.currency;
    await insertAlert(tx, { ...input, currency }, services.clock());
    return { done: true as const };
  });

/** Removing an alert twice, or one of another customer, changes nothing. */
const remove = authed.input(RemovePriceAlert).handler(async function remove({ context: { tx }, input: { alertId } }) {
  await deleteMyAlert(tx, alertId);
  return { done: true as const };
});

export const priceAlertsApi = { list, set, remove };
