import { expect, test } from 'vitest';
import { demoAddresses } from '../../../../fakes/screening/demo-list.ts';
import { buy } from '../../../../test/orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { demoSettings } from '../../settings/demo-settings.ts';

const server = await serverUnderTest();
const { call, owner } = server;
const { rowsOf } = setUpSuspicions(server);
const [sanctioned = ''] = demoAddresses.sanctioned;

test('repeated refusals of a listed wallet are one alert with a count, up to the daily limit', async () => {
  const { id, cookie } = await newCustomer(server);
  const limits = JSON.stringify({ ...demoSettings.order_limits, perDay: 5 });
  await owner.query(`insert into setting_versions (key, value) values ('order_limits', $1)`, [limits]);
  const codes: unknown[] = [];
  const ask = async (amount: string) => {
    const asked = { symbol: 'BTC', amount, network: 'bitcoin', senderWalletAddress: sanctioned };
    codes.push((await call<{ code?: string }>('trading/sellWallet', asked, cookie)).body.code);
  };
  for (const amount of ['0.0001', '0.00011', '0.00012']) await ask(amount);
  const alerts = () => rowsOf(`select details->'askedAgain' again from transaction_alerts where user_id = $1`, [id]);
  expect(await alerts()).toMatchObject([{ again: { times: 2, side: 'sell', coins: '0.00012000 BTC' } }]);
  await owner.query(
    `update transaction_alerts set state = 'closed', outcome = 'false_positive', closed_at = now(),
       closed_by = (select id from profiles where email = 'compliance@demo.test') where user_id = $1`,
    [id],
  );
  for (const amount of ['0.00013', '0.00014', '0.00015', '0.00016']) await ask(amount);
  expect(await alerts()).toHaveLength(2);
  const [blocked, today] = ['trading.wallet_blocked', 'trading.too_many_today'];
  expect(codes).toEqual([...Array(5).fill(blocked), today, today]);
  expect(await rowsOf('select 1 from risk_assessments where user_id = $1', [id])).toHaveLength(5);
  expect((await buy(server, cookie, { amount: '2000' })).body).toMatchObject({ code: today });
});
