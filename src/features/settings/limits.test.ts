import { expect, test } from 'vitest';
import { bitcoinAddress, buildPayIn, buy, placePaidBuy, sell, upload } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { demoSettings } from './demo-settings.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { another, rowsOf } = setUpSuspicions(server);
const customer = await server.signIn('tier2');
const finance = await createSession(server, 'finance');
const [two, three] = [await another('finance'), await another('finance')];
const second = two.cookie;

const act = server.actsAs(finance);
const propose = async (key: string, value: unknown, cookie = finance) =>
  (await call<{ proposalId: string; code?: string }>('settings/propose', { key, value, sure: true }, cookie)).body;
const decide = (proposalId: string, decision: string, cookie = second) =>
  act('settings/decide', { proposalId, decision, reason: 'Not now' }, cookie);
const inForce = async (key: string) =>
  (
    await rowsOf<{ value: object }>('select value from setting_versions where key = $1 order by id desc limit 1', [key])
  )[0]?.value;
const versions = async (key: string) => (await rowsOf('select 1 from setting_versions where key = $1', [key])).length;
const sets = async (key: string, value: unknown) => {
  const { proposalId } = await propose(key, value);
  expect([key, await decide(proposalId, 'approve')]).toEqual([key, 'done']);
};
let points = 500;
const fee = () => {
  points += 1;
  return { basisPoints: points };
};

test('ten simultaneous decisions put a value in force once or not at all', async () => {
  for (let round = 0; round < 4; round += 1) {
    const value = fee();
    const { proposalId } = await propose('fee', value);
    const before = await versions('fee');
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => decide(proposalId, 'approve')),
      ...Array.from({ length: 3 }, () => decide(proposalId, 'approve', three.cookie)),
      ...Array.from({ length: 2 }, () => decide(proposalId, 'reject', three.cookie)),
      decide(proposalId, 'withdraw', finance),
    ]);
    expect(answers.filter((one) => one === 'done')).toHaveLength(1);
    const approved = answers.slice(0, 7).includes('done');
    expect(await versions('fee')).toBe(before + (approved ? 1 : 0));
    expect(sameFee(await inForce('fee'), value)).toBe(approved);
  }
});
const sameFee = (one: object | undefined, other: object) => JSON.stringify(one) === JSON.stringify(other);

test('a proposal is refused after another value came into force', async () => {
  const { proposalId } = await propose('caps', { ...demoSettings.caps, tier1: 1600 });
  await owner.query(`insert into setting_versions (key, value) values ('caps', $1)`, [
    { ...demoSettings.caps, tier1: 1700 },
  ]);
  expect(await decide(proposalId, 'approve')).toBe('approvals.changed_since');
  expect(await decide(proposalId, 'reject')).toBe('done');
  await owner.query(`insert into setting_versions (key, value) values ('caps', $1)`, [demoSettings.caps]);
});

test('a rejection shows with its reason in the history of the setting', async () => {
  const value = fee();
  const { proposalId } = await propose('fee', value);
  const reason = 'Customers do not know yet.';
  expect((await call('settings/decide', { proposalId, decision: 'reject', reason }, second)).status).toBe(200);
  const { body } = await call<{ rejected: object[] }>('settings/history', { key: 'fee' }, finance);
  expect(body.rejected[0]).toMatchObject({ id: proposalId, payload: value, reason });
});

test('a proposer who was frozen or lost the role cannot be approved', async () => {
  const { id, cookie } = await another('finance');
  const { proposalId } = await propose('fee', fee(), cookie);
  await owner.query('delete from user_roles where user_id = $1', [id]);
  expect(await decide(proposalId, 'approve')).toBe('approvals.proposer_stopped');
  expect(await decide(proposalId, 'withdraw', cookie)).not.toBe('done');
  expect(await decide(proposalId, 'reject')).toBe('done');
});

const strange = (key: keyof typeof demoSettings, more: object): [string, object] => [
  key,
  { ...(demoSettings[key] as object), ...more },
];
test.each<[string, object]>([
  ...[
    '0',
    '-175',
    '0.0',
    'NaN',
    '1e3',
    '175,5',
    ' 175',
    '175 ',
    '٣٧٥',
    '',
    '9999999999',
    'Infinity',
    '0x10',
    175,
    null,
  ].map((buy) => strange('rates', { buy })),
  ...[-1, 5001, 800.5, 1e9, '800', null, Number.MAX_SAFE_INTEGER].map((basisPoints): [string, object] => [
    'fee',
    { basisPoints },
  ]),
  ...[-1, 1.5, 1e12, '25'].map((none) => strange('caps', { none })),
  strange('caps', { gate: 0 }),
  strange('caps', { tier3: 5 }),
  strange('plan_prices', { personal: 0 }),
  strange('plan_prices', { personal: -6000 }),
  strange('plan_prices', { workshop: 0.01 }),
  strange('order_limits', { perDay: 0 }),
  strange('price_windows', { bankTransfer: 0 }),
  strange('token_prices', { MHI: '0' }),
  strange('awards', { attendance: -1 }),
  strange('first_order', { lesson: 'sometimes' }),
  strange('cards', { keptHours: -1 }),
  strange('cards', { forCrypto: 'yes' }),
  strange('company', { communityUrl: 'javascript:alert(1)' }),
  strange('company', { communityUrl: 'http://plain.example' }),
  strange('token_contracts', { MHI: 'O0Il' }),
  ['asset_switches', { paused: [{ side: 'both', symbol: 'BTC', network: null }] }],
  ['fee', { basisPoints: 700, more: 1 }],
  ['nothing', {}],
  ['__proto__', {}],
])('%s of %j cannot be proposed', async (key, value) => {
  const answer = await propose(key, value);
  expect([
    answer.proposalId,
    await rowsOf(`select 1 from proposals where kind = 'setting' and state = 'open'`),
  ]).toEqual([undefined, []]);
});

const wallets = demoSettings.company_wallets;
test.each([
  ['of another network', { bitcoin: { address: '0x52908400098527886E0F7030069857D2E4169EE7', tag: null } }],
  ['with a wrong letter', { bitcoin: { address: 'bc1qlgt6q2vxdjfz34jc6zhtp6jwh8jdkmkq5t2z8k', tag: null } }],
  ['of a test network', { bitcoin: { address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', tag: null } }],
  ['with a tag where there is none', { bitcoin: { ...wallets.bitcoin, tag: '7' } }],
  ['with a tag too large', { xrp: { ...wallets.xrp, tag: '4294967296' } }],
  ['that burns', { erc20: { address: '0x0000000000000000000000000000000000000000', tag: null } }],
])('a wallet %s cannot be proposed', async (_, more) => {
  expect((await propose('company_wallets', { ...wallets, ...more })).code).toBe('settings.invalid');
});

test('a pasted wallet loses invisible characters and spaces', async () => {
  const pasted = { bitcoin: { address: ` ${bitcoinAddress}\u200b `, tag: null } };
  const { proposalId } = await propose('company_wallets', { ...wallets, ...pasted });
  const [proposed] = await rowsOf<{ payload: unknown }>('select payload from proposals where id = $1', [proposalId]);
  expect(JSON.stringify(proposed)).toContain(`"address":"${bitcoinAddress}"`);
  expect(await decide(proposalId, 'reject')).toBe('done');
});

test('a sell rate above the buy rate cannot be proposed', async () => {
  const { proposalId, code } = await propose('rates', { ...demoSettings.rates, sell: '1500' });
  if (proposalId) await decide(proposalId, 'reject');
  expect(code).toBe('settings.invalid');
});

test('a quote keeps its rate and fee, and so does its order', async () => {
  const input = { symbol: 'BTC', currency: 'JMD', amount: '30000', network: 'bitcoin' };
  const { body: quote } = await call<{ id: string }>('trading/quoteBuy', input, customer);
  const before = (await buy(server, customer, { amount: '30000' })).body.orderId;
  const termsOf = async (id: string) =>
    (
      await rowsOf(
        'select fee_percent, fee_amount_jmd, rate_used, net_jmd_amount, crypto_amount, fiat_amount from transactions where id = $1',
        [id],
      )
    )[0];
  const agreed = await termsOf(before);
  await sets('rates', { ...demoSettings.rates, buy: '350', sell: '75' });
  await sets('fee', { basisPoints: 4000 });
  const after = (await buy(server, customer, { quoteId: quote.id })).body.orderId;
  expect(await termsOf(before)).toEqual(agreed);
  expect(await termsOf(after)).toEqual(agreed);
  const now = (await buy(server, customer, { amount: '30000' })).body.orderId;
  expect(await termsOf(now)).not.toEqual(agreed);
  const { body: file } = await upload(server, customer);
  expect(await act('trading/claimPayment', { orderId: before, proofFile: file.id }, customer)).toBe('done');
  expect(await act('desk/confirmReceived', buildPayIn(before, { amount: '30000' }))).toBe('done');
  for (const path of ['startProcessing', 'preparePayout'])
    expect(await act(`desk/${path}`, { orderId: before, note: '' })).toBe('done');
  const [{ payload }] = (await rowsOf(`select payload from proposals where subject = $1`, [before])) as [
    { payload: { amount: string } },
  ];
  expect(Number(payload.amount)).toBe(Number((agreed as { crypto_amount: string }).crypto_amount));
  await sets('rates', demoSettings.rates);
  await sets('fee', demoSettings.fee);
});

test('a sell keeps the wallet that was shown, which still counts as ours', async () => {
  const { body: sold } = await sell(server, customer, { amount: '0.002' });
  const other = 'bc1qwjgyu6rkwgzfccydsmq7ghj6hlkj7xlvlhkf7g';
  await sets('company_wallets', { ...wallets, bitcoin: { address: other, tag: null } });
  const [row] = await rowsOf('select company_wallet_address wallet from transactions where id = $1', [sold.orderId]);
  expect(row).toEqual({ wallet: wallets.bitcoin.address });
  // Coins from our previous wallet still count as ours.
  const own = buildPayIn(sold.orderId, {
    amount: '0.002',
    reference: 'c'.repeat(64),
    senderAddress: wallets.bitcoin.address,
  });
  expect(await act('desk/confirmReceived', own)).toBe('desk.from_ourselves');
});

test('a former account of ours still counts as ours, for payers and refunds', async () => {
  const bought = await placePaidBuy(server, customer, { amount: '4000' });
  const { JMD } = demoSettings.bank_accounts;
  await sets('bank_accounts', { ...demoSettings.bank_accounts, JMD: { ...JMD, number: '5555 6666 777' } });
  const fromOwnAccount = { ...buildPayIn(bought.orderId, { amount: '4000' }), payerAccount: JMD.number };
  expect(await act('desk/confirmReceived', fromOwnAccount)).toBe('desk.from_ourselves');
});

test('coins cannot be sent to a former wallet of ours', async () => {
  await sets('company_wallets', { ...wallets, bitcoin: { address: bitcoinAddress, tag: null } });
  const { body } = await buy(server, customer, { amount: '5000', walletAddress: bitcoinAddress });
  expect(body.code).toBe('trading.address_excluded');
  const { body: former } = await buy(server, customer, { amount: '5000', walletAddress: wallets.bitcoin.address });
  expect(former.code).toBe('trading.address_excluded');
});
