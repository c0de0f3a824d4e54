import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { bitcoinAddress, buy, newPicture, sell, sellFields } from '../../../../test/orders.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { demoSettings } from '../../settings/demo-settings.ts';

const server = await serverUnderTest();
const { call, signIn, owner, app } = server;
const callPath = (key: string, value: object) =>
  owner.query('insert into setting_versions (key, value) values ($1, $2)', [key, value]);
afterEach(() => {
  server.setTime(null);
  expect(server.faults.splice(0)).toEqual([]);
});

const uploadAs = async (cookie: string, payload: Buffer, purpose = 'transaction-proof') =>
  (
    await app.inject({
      method: 'PUT',
      url: `/api/files?purpose=${purpose}`,
      headers: { cookie, 'content-type': 'application/octet-stream', 'x-file-name': 'slip.png' },
      payload,
    })
  ).json<{ id: string }>().id;

const loadQuote = async (cookie: string, side: 'Buy' | 'Sell' = 'Buy') => {
  const asked =
    side === 'Buy'
      ? { symbol: 'BTC', currency: 'JMD', amount: '3000', network: 'bitcoin' }
      : { symbol: 'BTC', amount: '0.0005' };
  return (await call<{ id: string; expiresAt: string }>(`trading/quote${side}`, asked, cookie)).body;
};
const placeSell = (cookie: string, { holder, ...more }: { holder: string; quoteId: string; proofFile: string }) =>
  call<{ code?: string; orderId: string }>(
    'trading/placeSellOrder',
    {
      key: randomUUID(),
      sourceOfFunds: null,
      sourceOfFundsFile: null,
      custody: 'self',
      another: true,
      ...sellFields(holder),
      ...more,
    },
    cookie,
  );
const provedBy = async (files: readonly string[]) =>
  (await owner.query('select 1 from transactions where proof_file = any ($1::uuid[])', [files])).rowCount;

test('a quote makes one order under any keys, and none of the other side', async () => {
  const cookie = await signIn('tier2');
  const { id } = await loadQuote(cookie);
  const answers = await Promise.all(Array.from({ length: 6 }, () => buy(server, cookie, { quoteId: id })));
  const codes = answers.map(({ status, body }) => (status === 200 ? 'placed' : body.code)).sort();
  expect(codes).toEqual(['placed', ...Array(5).fill('trading.quote_lapsed')]);
  const placed = answers.find(({ status }) => status === 200)?.body.orderId;
  expect((await call('trading/cancelOwn', { orderId: placed }, cookie)).status).toBe(200);
  expect((await buy(server, cookie, { quoteId: id })).body.code).toBe('trading.quote_lapsed');
  const other = await loadQuote(cookie, 'Sell');
  expect((await buy(server, cookie, { quoteId: other.id })).body.code).toBe('trading.quote_lapsed');
  const bought = await loadQuote(cookie);
  const proofFile = await uploadAs(cookie, newPicture());
  const sold = await placeSell(cookie, { holder: 'Tamara Grant', quoteId: bought.id, proofFile });
  expect(sold.body.code).toBe('trading.quote_lapsed');
});

test("another customer's quote is refused, even with the same request and key", async () => {
  const [mine, theirs] = [await signIn('tier1'), await signIn('tier2')];
  const { id } = await loadQuote(theirs);
  const key = randomUUID();
  expect((await buy(server, mine, { quoteId: id, key })).body.code).toBe('trading.quote_lapsed');
  expect((await buy(server, theirs, { quoteId: id, key })).status).toBe(200);
  expect((await buy(server, mine, { quoteId: id, key })).body.code).toBe('trading.quote_lapsed');
});

test('a quote is valid to its last millisecond', async () => {
  const cookie = await signIn('tier2');
  const { id, expiresAt } = await loadQuote(cookie);
  server.setTime(new Date(new Date(expiresAt).getTime() + 1));
  expect((await buy(server, cookie, { quoteId: id })).body.code).toBe('trading.quote_lapsed');
});

const oddAmounts =
  '1e5 1E3 +5 -0 -1 0 00 0.000 .5. 1,5 1,00 1,0000 ,100 ١٠٠٠ １０００ 0x10 NaN Infinity 1_000 1.000.000 ½'
    .split(' ')
    .concat(['1 00', '1000\u0000', `${'9'.repeat(23)}`, `0.${'0'.repeat(21)}`, `1${'0'.repeat(5_000)}`]);
test.each(oddAmounts)('an amount like %j never makes a different order', async (amount) => {
  const cookie = await signIn('tier1');
  const buyIt = { symbol: 'BTC', currency: 'JMD', amount, network: 'bitcoin' };
  const answers = [
    await call<{ gross?: unknown }>('trading/quoteBuy', buyIt, cookie),
    await call('trading/quoteSell', { symbol: 'BTC', amount }, cookie),
    await call(
      'trading/sellWallet',
      { symbol: 'BTC', amount, network: 'bitcoin', senderWalletAddress: bitcoinAddress },
      cookie,
    ),
  ];
  expect(answers.map(({ status }) => status).filter((status) => status !== 400 && status !== 422)).toEqual([]);
});

test('one picture proves one order, for a sell and a claim in parallel', async () => {
  await callPath('order_limits', {
    ...demoSettings.order_limits,
    unpaid: 50,
    perDay: 500,
    open: { none: 90, tier1: 90, tier2: 90 },
  });
  const cookie = await signIn('tier2');
  for (let round = 0; round < 6; round += 1) {
    const proofFile = await uploadAs(cookie, newPicture());
    const { orderId } = (await buy(server, cookie, { amount: '3000' })).body;
    const { id: quoteId } = await loadQuote(cookie, 'Sell');
    await Promise.all([
      placeSell(cookie, { holder: 'Tamara Grant', quoteId, proofFile }),
      call('trading/claimPayment', { orderId, proofFile }, cookie),
    ]);
    expect(await provedBy([proofFile])).toBe(1);
  }
});

test('one picture proves one order, for two customers in parallel', async () => {
  const people = [
    [await signIn('tier2'), 'Tamara Grant'],
    [await signIn('enhanced'), 'Enid Morgan'],
  ] as const;
  for (let round = 0; round < 6; round += 1) {
    const picture = newPicture();
    const files = [await uploadAs(people[0][0], picture), await uploadAs(people[1][0], picture)] as const;
    const quotes = [await loadQuote(people[0][0], 'Sell'), await loadQuote(people[1][0], 'Sell')] as const;
    const [one, two] = await Promise.all(
      [0, 1].map((n) => {
        const [cookie, holder] = people[n as 0 | 1];
        return placeSell(cookie, { holder, quoteId: quotes[n as 0 | 1].id, proofFile: files[n as 0 | 1] });
      }),
    );
    expect([one?.status, two?.status].sort(), JSON.stringify([one?.body, two?.body])).toEqual([200, 422]);
  }
});

test('one picture proves one order, for two claims of one customer in parallel', async () => {
  const cookie = await signIn('tier2');
  for (let round = 0; round < 5; round += 1) {
    const proofFile = await uploadAs(cookie, newPicture());
    const orders = [await buy(server, cookie, { amount: '3000' }), await buy(server, cookie, { amount: '3000' })];
    await Promise.all(
      orders.map(({ body }) => call('trading/claimPayment', { orderId: body.orderId, proofFile }, cookie)),
    );
    expect(await provedBy([proofFile])).toBe(1);
  }
});

test('files of another purpose or person prove no order', async () => {
  const [mine, theirs] = [await signIn('tier1'), await signIn('tier2')];
  const { orderId } = (await buy(server, mine, { amount: '3000' })).body;
  const files = [
    await uploadAs(mine, newPicture(), 'source-of-funds'),
    await uploadAs(mine, newPicture(), 'subscription-proof'),
    await uploadAs(theirs, newPicture()),
  ];
  for (const proofFile of files)
    expect((await call('trading/claimPayment', { orderId, proofFile }, mine)).body).toMatchObject({
      code: 'trading.proof_missing',
    });
  const { id: quoteId } = await loadQuote(mine, 'Sell');
  for (const proofFile of files)
    expect((await placeSell(mine, { holder: 'Andre Clarke', quoteId, proofFile })).body.code).toMatch(
      /proof_missing|name_mismatch/,
    );
});

test('claiming, cancelling and expiring in parallel end in one way', async () => {
  const cookie = await signIn('tier2');
  for (let round = 0; round < 5; round += 1) {
    const { orderId } = (await buy(server, cookie, { amount: '3000' })).body;
    const proofFile = await uploadAs(cookie, newPicture());
    const answers = await Promise.all([
      call('trading/claimPayment', { orderId, proofFile }, cookie),
      call('trading/cancelOwn', { orderId }, cookie),
      call('trading/cancelOwn', { orderId }, cookie),
    ]);
    const [claimed, ...calledOff] = answers.map(({ status }) => status === 200);
    const { rows } = await owner.query('select status, pay_in, proof_file from transactions where id = $1', [orderId]);
    const [over, twice] = [calledOff.includes(true), calledOff.every(Boolean)];
    expect([twice, claimed || over]).toEqual([false, true]);
    expect(rows[0]).toEqual({
      status: over ? 'cancelled' : 'pending',
      pay_in: claimed ? 'claimed' : 'awaiting',
      proof_file: claimed ? proofFile : null,
    });
    const { rows: story } = await owner.query('select event from order_events where order_id = $1 order by id', [
      orderId,
    ]);
    expect(story.map(({ event }) => event)).not.toContainEqual(['claim', 'cancelOwn']);
  }
});

test('parallel requests never exceed the limit of unpaid orders', async () => {
  await callPath('order_limits', { ...demoSettings.order_limits, unpaid: 3 });
  const cookie = await signIn('applicant');
  const quotes = await Promise.all(Array.from({ length: 8 }, () => loadQuote(cookie)));
  const answers = await Promise.all(quotes.map(({ id }) => buy(server, cookie, { quoteId: id })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(sell).toBeTypeOf('function');
});
