import { expect, test } from 'vitest';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';

const server = await serverUnderTest();
const { call, owner } = server;
const { another } = suspicionsOn(server);

test('an officer does not see in the figures that an order of their own was held', async () => {
  const officer = await another('compliance');
  const figures = async () => {
    const { body } = await call<{ months: { holds: number; alertsRaised: number }[] }>(
      'compliance/figures',
      { months: 1 },
      officer.cookie,
    );
    return body.months[0];
  };
  const before = await figures();
  const { rows } = await owner.query(
    `insert into transactions (reference, user_id, type, pay_in, fiat_currency, fiat_amount, jmd_amount, fee_percent,
       fee_amount_jmd, net_jmd_amount, crypto_symbol, crypto_amount, price_usd_used, rate_used, quote_id, likeness,
       network, wallet_address, receipt, created_at, updated_at, held, hold_reason)
     values (left(gen_random_uuid()::text, 8), $1, 'buy', 'claimed', 'JMD', 1, 1, 8, 0, 1, 'BTC', 1, 1, 1,
       gen_random_uuid(), 'x', 'bitcoin', 'x', '{}', now(), now(), true, 'wallet_blocked') returning id`,
    [officer.id],
  );
  await owner.query(
    `insert into order_events (order_id, user_id, at, event, actor_kind, reason_code, public) values ($1, $2, now(), 'hold', 'system', 'wallet_blocked', false)`,
    [rows[0].id, officer.id],
  );
  const after = await figures();
  expect(after?.holds).toBe(before?.holds);
});
