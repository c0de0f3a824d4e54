import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { bitcoinAddress, sellFields } from '../../../../test/orders.ts';
import { createPartner, createPartnerClient, uploadPartnerProof } from '../../../../test/programs.ts';
import { applySetting } from '../../../../test/settings.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';

/** Sales by API key must have the same checks and messages as on the screens. */
const server = await serverWithoutFaults();
const askAs = createPartnerClient(server);
const { owner, call } = server;

type PlacedOrder = { orderId: string; reference: string; code?: string; issues?: { path: string; message: string }[] };
const sale = { symbol: 'BTC', amount: '0.001', network: 'bitcoin' };
const walletFor = (key: string, amount = sale.amount) =>
  askAs(key, '/orders/sell/wallet', { body: { ...sale, amount, senderWalletAddress: bitcoinAddress } });

async function prepareSale(key: string, { amount = sale.amount }: { amount?: string } = {}) {
  const quote = await askAs<{ quoteId: string }>(key, '/quotes/sell', { body: { ...sale, amount } });
  const proof = await uploadPartnerProof(server, key);
  return {
    quoteId: quote.body.quoteId,
    proofFile: proof.body.fileId,
    custody: 'self',
    another: true,
    ...sellFields('Ina Brown'),
  };
}
const place = (key: string, body: object, once: string = randomUUID()) =>
  askAs<PlacedOrder>(key, '/orders/sell', { body, headers: { 'idempotency-key': once } });

const countOrders = async (userId: string) =>
  (await owner.query('select from transactions where user_id = $1', [userId])).rowCount;

test('a partner gets our wallet, uploads a proof, sells, and reads and lists the order', async () => {
  const seller = await createPartner(server);
  const { status, body: wallet } = await walletFor(seller.key);
  const shown = await call('trading/sellWallet', { ...sale, senderWalletAddress: bitcoinAddress }, seller.cookie);
  expect([status, wallet['address']]).toEqual([200, (shown.body as { address: string }).address]);
  const placed = await place(seller.key, await prepareSale(seller.key));
  expect([placed.status, placed.body.code]).toEqual([201, undefined]);
  const { orderId, reference } = placed.body;
  const read = await askAs(seller.key, `/orders/${orderId}`);
  expect(read.body).toMatchObject({
    ...{ orderId, reference, side: 'sell', status: 'pending', payIn: 'claimed', payInto: null },
    coins: { symbol: 'BTC', amount: '0.00100000' },
  });
  const listed = await askAs<{ orders: { orderId: string }[] }>(seller.key, '/orders?type=sell');
  expect(listed.body.orders.map((each) => each.orderId)).toEqual([orderId]);
  expect((await askAs(seller.key, '/orders?type=buy')).body).toEqual({ orders: [], next: null });
  const own = await call<{ order: { side: string } }>('trading/show', { orderId }, seller.cookie);
  expect(own.body.order.side).toBe('sell');
  const { rows } = await owner.query(
    `select action, after ->> 'byKey' is not null "byKey" from audit_log where actor_id = $1 order by id`,
    [seller.id],
  );
  expect(rows).toEqual([
    { action: 'documents.uploaded', byKey: true },
    { action: 'trading.order_placed', byKey: true },
  ]);
  const { rows: mails } = await owner.query(
    `select data ->> 'about' about from pgboss.job where name = 'accounts.send_email' and data ->> 'email' = $1`,
    [seller.email],
  );
  expect(mails).toEqual([{ about: 'program_placed' }]);
});

test('a sale with the same idempotency key is placed once, and another sale under it is refused', async () => {
  const seller = await createPartner(server);
  const [body, once] = [await prepareSale(seller.key), randomUUID()];
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => place(seller.key, body, once)));
  for (const answer of others) expect([answer.status, answer.body]).toEqual([201, first?.body]);
  const other = await place(seller.key, { ...body, accountNumber: '987654321' }, once);
  expect([other.status, other.body.code]).toEqual([409, 'general.key_reused']);
  expect(await countOrders(seller.id)).toBe(1);
  expect((await askAs<PlacedOrder>(seller.key, '/orders/sell', { body })).body.issues).toMatchObject([
    { path: 'headers.idempotency-key' },
  ]);
});

test('sales are refused with the codes of the screens', async () => {
  const [seller, other] = [await createPartner(server), await createPartner(server)];
  const body = await prepareSale(seller.key);
  const refusedWith = async (more: object) => (await place(seller.key, { ...body, ...more })).body.code;
  const { fileId } = (await uploadPartnerProof(server, other.key)).body;
  expect(await refusedWith({ proofFile: fileId })).toBe('trading.wallet_proof_missing');
  expect(await refusedWith({ accountHolderName: 'Other Person' })).toBe('trading.name_mismatch');
  expect(await refusedWith({ quoteId: randomUUID() })).toBe('trading.quote_lapsed');
  expect(await refusedWith({ walletType: 'other' })).toBe('general.invalid_input');
  await owner.query('delete from agreements where user_id = $1', [seller.id]);
  expect(await refusedWith({})).toBe('partner.agreement_due');
  expect((await walletFor(seller.key)).body['code']).toBe('partner.agreement_due');
  expect(await countOrders(seller.id)).toBe(0);
});

test('a sale that needs a source of funds gets no wallet and no order', async () => {
  const seller = await createPartner(server);
  await owner.query(
    `insert into kyc_submissions (user_id, tier, status, decided_at) values ($1, 3, 'approved', now())`,
    [seller.id],
  );
  const large = { amount: '0.02' };
  const refused = await walletFor(seller.key, large.amount);
  expect([refused.status, refused.body['code'], refused.body['address']]).toEqual([
    422,
    'trading.funds_missing',
    undefined,
  ]);
  expect((await place(seller.key, await prepareSale(seller.key, large))).body.code).toBe('trading.funds_missing');
});

test('a paused coin gets no wallet', async () => {
  const seller = await createPartner(server);
  const paused = { paused: [{ side: 'sell', symbol: 'BTC', network: null }] };
  await applySetting(server, 'asset_switches', paused);
  expect((await walletFor(seller.key)).body['code']).toBe('trading.paused');
  await applySetting(server, 'asset_switches', { paused: [] });
});

const forbidden = [
  'status',
  'payIn',
  'held',
  'riskScore',
  'userId',
  'feeBasisPoints',
  'net',
  'key',
  'sourceOfFundsFile',
];

test.each(['/quotes/buy', '/quotes/sell', '/orders', '/orders/sell', '/orders/sell/wallet'])(
  '%s refuses fields that only the server sets',
  async (path) => {
    const seller = await createPartner(server);
    for (const name of forbidden) {
      const headers = { 'idempotency-key': randomUUID() };
      const answer = await askAs<PlacedOrder>(seller.key, path, { body: { [name]: '1' }, headers });
      const unknown = answer.body.issues?.filter(({ message }) => message.includes(`"${name}"`));
      expect([name, answer.status, unknown?.length]).toEqual([name, 400, 1]);
    }
  },
);

test('a proof needs a key that places orders, a picture, and free upload quota', async () => {
  const seller = await createPartner(server);
  const reader = await createPartner(server, ['orders:read']);
  expect(await uploadPartnerProof(server, null)).toMatchObject({ status: 401, body: { code: 'partner.key_unknown' } });
  expect(await uploadPartnerProof(server, reader.key)).toMatchObject({
    status: 403,
    body: { code: 'partner.scope_missing' },
  });
  expect((await uploadPartnerProof(server, seller.key, Buffer.from('a text'))).body.code).toBe(
    'documents.upload_failed',
  );
  expect((await uploadPartnerProof(server, seller.key, Buffer.alloc(0))).body.code).toBe('documents.empty');
  const large = await uploadPartnerProof(server, seller.key, Buffer.alloc(10 * 1024 * 1024 + 1));
  expect([large.status, large.body.code]).toEqual([413, 'documents.too_large']);
  const json = await askAs(seller.key, '/proofs', { body: {} });
  expect([json.status, json.body['code']]).toEqual([415, 'general.invalid_input']);
  const { rows } = await owner.query('select purpose from files where user_id = any($1)', [[seller.id, reader.id]]);
  expect(rows).toEqual([]);
  await owner.query(`update rate_limits set tries = 100 where key like 'upload-hour:%'`);
  const over = await uploadPartnerProof(server, seller.key);
  expect([over.status, over.body.code]).toEqual([429, 'documents.too_many_now']);
});
