import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

/**
 * The reference of an order of theirs in which money or coins are under way or in our hands; undefined for none. One
 * that is still unpaid is none, held or not: a hold must not show (decision A7).
 */
export async function orderUnderWay(tx: Db, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ reference: string }>`
    select reference from transactions where user_id = ${userId} and awaits_staff and pay_in <> 'awaiting'
     order by id limit 1`.execute(tx);
  return rows[0]?.reference;
}

/**
 * Ends everything that opens the account, frees its address, forgets what nothing obliges us to keep, and marks the
 * rest as kept until a day (YYYY-MM-DD).
 */
export async function closeAccountOf(tx: Db, userId: string, { at, until }: { at: Date; until: string }) {
  const marks = sql`closed_at = ${at}, erase_after = ${until}, avatar_url = null, updated_at = ${at}`;
  await sql`update profiles set ${marks} where id = ${userId}`.execute(tx);
  await sql`delete from sell_drafts where user_id = ${userId}`.execute(tx);
  await sql`delete from quotes where user_id = ${userId}`.execute(tx);
  await sql`select app.close_account(${at})`.execute(tx);
}

/**
 * What we hold about a person, as they may have it: no secrets, no notes of staff, nothing of how they are judged
 * (decision A7). Row security shows their own.
 */
export async function ownRecord(tx: Db, userId: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`
    select (select to_jsonb(p) - '{risk_classification,last_risk_assessment_date}'::text[] from profiles p
               where id = ${userId}) profile,
           (select coalesce(jsonb_agg(jsonb_build_object('tier', tier, 'status', status, 'submittedAt', created_at,
                     'decidedAt', decided_at) order by id), '[]')
              from kyc_submissions where user_id = ${userId}) submissions,
           (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'purpose', purpose, 'name', name, 'mime', mime,
                     'bytes', bytes, 'uploadedAt', created_at) order by id), '[]')
              from files where user_id = ${userId} and purpose <> 'case-file') files,
           (select coalesce(jsonb_agg(jsonb_build_object('reference', reference, 'type', type, 'status', status,
                     'paymentIn', pay_in, 'paymentOut', pay_out, 'currency', fiat_currency, 'amount', fiat_amount::text,
                     'amountJmd', jmd_amount::text, 'feeJmd', fee_amount_jmd::text, 'netJmd', net_jmd_amount::text,
                     'coin', crypto_symbol, 'coins', crypto_amount::text, 'network', network, 'address', wallet_address,
                     'bank', bank_name, 'account', account_number, 'holder', account_holder_name,
                     'walletHeld', (select jsonb_build_object('custody', h.custody, 'provider', h.provider,
                       'holder', h.holder) from transfer_parties h where h.order_id = transactions.id),
                     'moved', (select coalesce(jsonb_agg(jsonb_build_object('direction', m.direction, 'asset', m.asset,
                       'amount', trim_scale(m.amount)::text, 'over', m.rail, 'reference', m.reference, 'bank', m.bank,
                       'account', m.account, 'holder', m.holder, 'address', m.address, 'at', m.moved_at)
                       order by m.recorded_at, m.id), '[]') from movements m where m.order_id = transactions.id),
                     'placedAt', created_at, 'closedAt', closed_at) order by id), '[]')
              from transactions where user_id = ${userId}) orders,
           (select coalesce(jsonb_agg(jsonb_build_object('document', document, 'version', version,
                     'agreedAt', agreed_at) order by id), '[]')
              from agreements where user_id = ${userId}) agreements`.execute(tx);
  return rows[0] ?? {};
}
