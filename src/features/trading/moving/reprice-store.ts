import { sql } from 'kysely';
import { coinsText } from '../../../kernel/coins.ts';
import { decimalText } from '../../../kernel/decimal.ts';
import { moneyText } from '../../../kernel/money.ts';
import { allValues, type Db, firstValue } from '../../../platform/database.ts';
import { type Amount, amountPlain } from '../../movements/amount.ts';
import { receiptOf, type Terms } from '../quoting/terms.ts';

/**
 * Puts new terms in the place of the agreed ones; the story and the audit log keep both. Ends a choice. Until a job
 * has judged the new terms nothing of the order leaves.
 */
export const saveTerms = (tx: Db, orderId: string, { terms: t, at }: { terms: Terms; at: Date }) =>
  sql`
  update transactions set fiat_amount = ${moneyText(t.fiat.minor)}, jmd_amount = ${moneyText(t.gross.minor)},
    fee_amount_jmd = ${moneyText(t.fee.minor)}, net_jmd_amount = ${moneyText(t.net.minor)},
    crypto_amount = ${coinsText(t.coins)}, price_usd_used = ${decimalText(t.priceUsd)},
    rate_used = ${decimalText(t.rate)}, market_rate = ${t.marketRate && decimalText(t.marketRate)},
    receipt = receipt || ${JSON.stringify(receiptOf(t, {}, at))}::jsonb, choose_until = null, unjudged = true, updated_at = ${at}
   where id = ${orderId} and status = 'pending' and pay_in = 'received'`.execute(tx);

/** Asks the customer: until then nobody works on it. */
export const saveChoice = (tx: Db, orderId: string, until: Date) =>
  sql`
  update transactions set choose_until = ${until} where id = ${orderId} and status = 'pending'`.execute(tx);

/** Orders whose customer did not choose in time, a bounded number at a time. */
export const unchosenIds = (tx: Db, now: Date) =>
  allValues<string>(tx)`
    select id from transactions where status = 'pending' and choose_until <= ${now}
     order by choose_until limit 200`;

type Came = { readonly movedAt: Date; readonly since: Date | null; readonly money: Amount };

/**
 * Whether others of its customer's orders (placed `since`, where that is told) waited when the money or coins of one
 * came, which these could have paid as well.
 */
export const lookedBack = async (tx: Db, orderId: string, { movedAt, since, money }: Came) =>
  (await firstValue<boolean>(tx)`
    select app.looked_back(${orderId}, ${movedAt}, ${since ?? '-infinity'}, ${amountPlain(money)}) back`) !== false;
