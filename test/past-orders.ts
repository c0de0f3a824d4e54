import type pg from 'pg';

type Owner = {
  query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<{ rows: Row[] }>;
};

export type PastStatus = 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled';

export async function insertPastOrders({ owner }: { owner: Owner }, userId: string, statuses: PastStatus[]) {
  const { rows } = await owner.query<{ id: string }>(
    `insert into transactions (id, reference, user_id, type, status, pay_in, pay_out, fiat_currency, fiat_amount, jmd_amount,
       fee_percent, fee_amount_jmd, net_jmd_amount, crypto_symbol, crypto_amount, price_usd_used, rate_used, quote_id,
       duplicate_key, network, wallet_address, receipt, created_at, updated_at)
     select uuidv7(), upper(left(md5(gen_random_uuid()::text), 12)), $1, 'buy', status,
       case when status in ('pending', 'cancelled') then 'awaiting' else 'received' end,
       case status when 'completed' then 'sent' else 'none' end, 'JMD', 20000, 20000, 8, 1600, 18400, 'BTC', 0.0008, 118412, 175,
       gen_random_uuid(), 'x', 'bitcoin', 'x', '{}', now(), now()
      from unnest($2::text[]) with ordinality s (status, nth) order by nth returning id`,
    [userId, statuses],
  );
  return rows.map(({ id }) => id);
}
