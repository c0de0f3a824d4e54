import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { solanaAddress } from '../../../../test/payments.ts';
import { serverUnderTest } from '../../../../test/worker.ts';

/** The price of Lignum changes while others are at something: what was quoted, asked for, or cannot be shown. */
const server = await serverUnderTest();
const { call, signIn, owner } = server;
const customer = await signIn('tier2');
const [finance, admin] = [await signIn('finance'), await signIn('admin')];
const asked = { symbol: 'LGM', currency: 'JMD', amount: '5000', network: 'solana' };

type Proposed = { proposalId: string; code?: string };
const proposes = async (value: object, more: object = {}) =>
  (await call<Proposed>('settings/propose', { key: 'token_prices', value, ...more }, finance)).body;
const approves = (proposalId: string) => call('settings/decide', { proposalId, decision: 'approve' }, admin);
async function sets(LGM: string | null) {
  const { proposalId } = await proposes({ MHI: '0.000068', LGM }, { sure: true });
  expect(await approves(proposalId)).toMatchObject({ status: 200 });
}
const inForce = async () =>
  (await owner.query(`select value from setting_versions where key = 'token_prices' order by id desc limit 1`)).rows[0]
    ?.value;

test('a price that our pages would show as another, or as none, is not proposed', async () => {
  for (const LGM of ['0.0000004', '0.0000024', '1.00001', '250.123'])
    expect(await proposes({ MHI: '0.000068', LGM }, { sure: true })).toMatchObject({ code: 'settings.invalid' });
  for (const LGM of ['0.000002', '1.0001', '250.12', '0.50']) {
    const { proposalId } = await proposes({ MHI: '0.000068', LGM }, { sure: true });
    expect(proposalId).toBeDefined();
    await call('settings/decide', { proposalId, decision: 'withdraw' }, finance);
  }
});

test('a price of ours at its double, or its half, is proposed only by whoever says so a second time', async () => {
  expect(await proposes({ MHI: '0.00068', LGM: null })).toMatchObject({ code: 'settings.far_off' });
  await sets('0.0001');
  expect(await proposes({ MHI: '0.000068', LGM: '0.00005' })).toMatchObject({ code: 'settings.far_off' });
});

test('what was asked for before Lignum could have a price takes no price away from it', async () => {
  const { proposalId } = await proposes({ MHI: '0.00007', LGM: '0.0001' });
  await owner.query(
    `alter table proposals disable trigger user;
     update proposals set payload = payload - 'LGM', stood = stood - 'LGM' where id = '${proposalId}';
     alter table proposals enable trigger user`,
  );
  const before = await inForce();
  expect((await approves(proposalId)).status).not.toBe(200);
  expect(await inForce()).toEqual(before);
  await call('settings/decide', { proposalId, decision: 'withdraw' }, finance);
});

test('a quote binds us for as long as it stands, and no longer than that once Lignum is free', async () => {
  const { body: quote } = await call<{ id: string; coins: string }>('trading/quoteBuy', asked, customer);
  await sets(null);
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
  expect((await call('trading/quoteBuy', asked, customer)).body).toMatchObject({ code: 'trading.lignum_is_free' });
});
