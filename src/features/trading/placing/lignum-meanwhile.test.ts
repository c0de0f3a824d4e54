import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { solanaAddress } from '../../../../test/payments.ts';
import { serverUnderTest } from '../../../../test/worker.ts';

const server = await serverUnderTest();
const { call, signIn, owner } = server;
const customer = await signIn('tier2');
const [finance, admin] = [await signIn('finance'), await signIn('admin')];
const quoteInput = { symbol: 'LGM', currency: 'JMD', amount: '5000', network: 'solana' };

type Proposed = { proposalId: string; code?: string };
const propose = async (value: object, more: object = {}) =>
  (await call<Proposed>('settings/propose', { key: 'token_prices', value, ...more }, finance)).body;
const approve = (proposalId: string) => call('settings/decide', { proposalId, decision: 'approve' }, admin);
async function setPrice(LGM: string | null) {
  const { proposalId } = await propose({ MHI: '0.000068', LGM }, { sure: true });
  expect(await approve(proposalId)).toMatchObject({ status: 200 });
}
const findActive = async () =>
  (await owner.query(`select value from setting_versions where key = 'token_prices' order by id desc limit 1`)).rows[0]
    ?.value;

test('a price that pages cannot show exactly is not proposed', async () => {
  for (const LGM of ['0.0000004', '0.0000024', '1.00001', '250.123'])
    expect(await propose({ MHI: '0.000068', LGM }, { sure: true })).toMatchObject({ code: 'settings.invalid' });
  for (const LGM of ['0.000002', '1.0001', '250.12', '0.50']) {
    const { proposalId } = await propose({ MHI: '0.000068', LGM }, { sure: true });
    expect(proposalId).toBeDefined();
    await call('settings/decide', { proposalId, decision: 'withdraw' }, finance);
  }
});

test('doubling or halving our price needs a second confirmation', async () => {
  expect(await propose({ MHI: '0.00068', LGM: null })).toMatchObject({ code: 'settings.far_off' });
  await setPrice('0.0001');
  expect(await propose({ MHI: '0.000068', LGM: '0.00005' })).toMatchObject({ code: 'settings.far_off' });
});

test('a proposal from before Lignum could have a price leaves its price unchanged', async () => {
  const { proposalId } = await propose({ MHI: '0.00007', LGM: '0.0001' });
  await owner.query(
    `alter table proposals disable trigger user;
     update proposals set payload = payload - 'LGM', subject_snapshot = subject_snapshot - 'LGM' where id = '${proposalId}';
     alter table proposals enable trigger user`,
  );
  const before = await findActive();
  expect((await approve(proposalId)).status).not.toBe(200);
  expect(await findActive()).toEqual(before);
  await call('settings/decide', { proposalId, decision: 'withdraw' }, finance);
});

test('a quote binds us until it expires, even after Lignum became free', async () => {
  const { body: quote } = await call<{ id: string; coins: string }>('trading/quoteBuy', quoteInput, customer);
  await setPrice(null);
  const placed = await call<{ orderId: string }>(
    'trading/placeBuyOrder',
    {
      ...{ key: randomUUID(), quoteId: quote.id, network: 'solana', walletAddress: solanaAddress() },
      ...{ destinationTag: '', paymentMethod: 'bank_transfer', custody: 'self', another: true },
      ...{ sourceOfFunds: null, sourceOfFundsFile: null },
    },
    customer,
  );
  expect(placed).toMatchObject({ status: 200 });
  expect((await call('trading/quoteBuy', quoteInput, customer)).body).toMatchObject({ code: 'trading.lignum_is_free' });
});
