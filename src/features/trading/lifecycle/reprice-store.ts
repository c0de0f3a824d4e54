import { sql } from 'kysely';
import { formatBaseUnits } from '../../../kernel/coins.ts';
import { formatDecimal } from '../../../kernel/decimal.ts';
import { formatMinorUnits } from '../../../kernel/money.ts';
import { allValues, type Db, firstValue } from '../../../platform/database/database.ts';
import { type Amount, formatPlainAmount } from '../../ledger/amount.ts';
import { buildStoredReceipt, type Terms } from '../quoting/terms.ts';

/** Replaces the terms and ends the customer's choice. Blocks the payout until the reassessment. */
export const saveTerms = (tx: Db, orderId: string, { terms: t, at }: { terms: Terms; at: Date }) =>
  sql`
  update transactions set fiat_amount = ${formatMinorUnits(t.fiat.minor)}, jmd_amount = ${formatMinorUnits(t.gross.minor)},
    fee_amount_jmd = ${formatMinorUnits(t.fee.minor)}, net_jmd_amount = ${formatMinorUnits(t.net.minor)},
    crypto_amount = ${formatBaseUnits(t.coins)}, price_usd_used = ${formatDecimal(t.priceUsd)},
    rate_used = ${formatDecimal(t.rate)}, market_rate = ${t.marketRate && formatDecimal(t.marketRate)},
    receipt = receipt || ${JSON.stringify(buildStoredReceipt(t, {}, at))}::jsonb, reprice_choice_until = null, assessment_pending = true, updated_at = ${at}
   where id = ${orderId} and status = 'pending' and pay_in = 'received'`.execute(tx);

export const saveChoice = (tx: Db, orderId: string, until: Date) =>
  sql`
  update transactions set reprice_choice_until = ${until} where id = ${orderId} and status = 'pending'`.execute(tx);

export const findUnchosenIds = (tx: Db, now: Date) =>
  allValues<string>(tx)`
    select id from transactions where status = 'pending' and reprice_choice_until <= ${now}
     order by reprice_choice_until limit 200`;

type IncomingMoney = { readonly movedAt: Date; readonly since: Date | null; readonly money: Amount };

export const repriceCandidates = async (tx: Db, orderId: string, { movedAt, since, money }: IncomingMoney) =>
  (await firstValue<boolean>(tx)`
    select app.has_alternative_order(${orderId}, ${movedAt}, ${since ?? '-infinity'},
      ${formatPlainAmount(money)}) back`) !== false;
