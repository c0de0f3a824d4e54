import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { jamaicaDay } from '../src/kernel/calendar.ts';
import type { TestServer } from './worker.ts';

export const bitcoinAddress = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

/** The n-th of distinct addresses that look random, so that the check for burn addresses accepts them. */
export const evmAddress = (n: number): string =>
  `0x${createHash('sha256').update(`wallet ${n}`).digest('hex').slice(0, 40)}`;

/** The smallest valid image: one white pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

function pngPart(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A picture with unique bytes, because each can prove only one order. */
export function newPicture(): Buffer {
  const eightWideOneHigh = Buffer.from([0, 0, 0, 8, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const line = deflateSync(Buffer.concat([Buffer.alloc(1), randomBytes(24)]));
  const parts = [pngPart('IHDR', eightWideOneHigh), pngPart('IDAT', line), pngPart('IEND', Buffer.alloc(0))];
  return Buffer.concat([pixel.subarray(0, 8), ...parts]);
}

type Quoted = { id: string; needsSourceOfFunds: boolean };
export type PlacedOrder = { orderId: string; reference: string };

export async function upload(server: TestServer, cookie: string, purpose = 'transaction-proof') {
  const answer = await server.app.inject({
    method: 'PUT',
    url: `/api/files?purpose=${purpose}`,
    headers: { cookie, 'content-type': 'application/octet-stream', 'x-file-name': 'slip.png' },
    payload: newPicture(),
  });
  return { status: answer.statusCode, body: answer.json<{ id: string; code?: string }>() };
}

/** Returns the download path of a file, or an unusable path for users without access. */
export async function requestFileUrl(server: TestServer, cookie: string | undefined, fileId: string): Promise<string> {
  const { body } = await server.call<{ url?: string }>('documents/link', { fileId }, cookie);
  return body.url ?? `/api/files/${fileId}`;
}

type BuyWishes = {
  symbol?: string;
  currency?: string;
  amount?: string;
  network?: string;
  walletAddress?: string;
  destinationTag?: string;
  key?: string;
  quoteId?: string;
  another?: boolean;
  paymentMethod?: 'bank_transfer' | 'card';
  sourceOfFunds?: string | null;
  sourceOfFundsFile?: string | null;
  custody?: 'self' | 'provider' | null;
  custodian?: string;
  walletOwner?: string;
  warningSeen?: string;
  askedToPay?: boolean | null;
  hurried?: boolean | null;
  ownKeys?: boolean | null;
};

export async function buy(server: TestServer, cookie: string, wishes: BuyWishes = {}) {
  const { symbol = 'BTC', currency = 'JMD', amount = '20000', network = 'bitcoin', quoteId, ...rest } = wishes;
  const quote =
    quoteId ?? (await server.call<Quoted>('trading/quoteBuy', { symbol, currency, amount, network }, cookie)).body.id;
  const order = {
    key: randomUUID(),
    quoteId: quote,
    network,
    walletAddress: bitcoinAddress,
    destinationTag: '',
    sourceOfFunds: null,
    sourceOfFundsFile: null,
    custody: 'self',
    another: true,
    ...rest,
  };
  return server.call<PlacedOrder & { code?: string; data?: Record<string, string> }>(
    'trading/placeBuyOrder',
    order,
    cookie,
  );
}

export async function placePaidBuy(server: TestServer, cookie: string, wishes: BuyWishes = {}): Promise<PlacedOrder> {
  const { body: order, status } = await buy(server, cookie, wishes);
  if (status !== 200) throw new Error(`not placed: ${JSON.stringify(order)}`);
  const { body: file } = await upload(server, cookie);
  const claimed = await server.call('trading/claimPayment', { orderId: order.orderId, proofFile: file.id }, cookie);
  if (claimed.status !== 200) throw new Error(`not claimed: ${JSON.stringify(claimed.body)}`);
  return order;
}

export const sellFields = (holder: string) => ({
  network: 'bitcoin',
  senderWalletAddress: bitcoinAddress,
  walletType: 'binance',
  customWalletType: '',
  bankName: 'Demo Bank of Jamaica',
  accountNumber: '123-456-789',
  accountHolderName: holder,
  routingNumber: 'Half Way Tree',
});

type CameIn = { amount?: string; reference?: string; movedOn?: string; movedTime?: string; senderAddress?: string };

export const formatJamaicaTime = (moment: Date): string =>
  moment.toLocaleTimeString('en-GB', { timeZone: 'America/Jamaica', hour: '2-digit', minute: '2-digit' });

/** Date of a bank line, or date and time of a blockchain transaction, by the form of the reference. */
export const buildMovedAt = (reference: string) => ({
  movedOn: jamaicaDay(new Date()),
  movedTime: /[0-9a-f]{64}/i.test(reference) ? formatJamaicaTime(new Date()) : '',
});

export const buildPayIn = (
  orderId: string,
  { amount = '20000', reference = `BANK ${orderId.slice(-12)}`, ...wishes }: CameIn = {},
) => ({
  orderId,
  amount,
  reference,
  ...buildMovedAt(reference),
  payerBank: 'Demo Bank of Jamaica',
  payerAccount: '404512345',
  payerHolder: 'Tamara Grant',
  senderAddress: bitcoinAddress,
  senderTag: '',
  note: 'Tamara Grant pays for a customer without an account',
  ...wishes,
});

export const buildSent = (orderId: string, reference: string) => ({
  ...{ orderId, reference, movedOn: jamaicaDay(new Date()), movedTime: '', note: '' },
});

type SellWishes = {
  amount?: string;
  holder?: string;
  accountNumber?: string;
  proofFile?: string | null;
  sourceOfFunds?: string | null;
  sourceOfFundsFile?: string | null;
  routingNumber?: string;
};

export async function sell(server: TestServer, cookie: string, wishes: SellWishes = {}) {
  const { amount = '0.001', holder = 'Tamara Grant', ...rest } = wishes;
  const quote = await server.call<Quoted>('trading/quoteSell', { symbol: 'BTC', amount }, cookie);
  const { body: file } = await upload(server, cookie);
  const order = {
    key: randomUUID(),
    quoteId: quote.body.id,
    proofFile: file.id,
    sourceOfFunds: null,
    sourceOfFundsFile: null,
    custody: 'self',
    another: true,
    ...sellFields(holder),
    ...rest,
  };
  return server.call<PlacedOrder & { code?: string; data?: Record<string, string> }>(
    'trading/placeSellOrder',
    order,
    cookie,
  );
}

/** Makes the price jump, so that it waits for confirmation. Returns the request body that accepts it. */
export async function jumpPrice(owner: TestServer['owner'], symbol = 'SOL') {
  await owner.query(
    `update crypto_prices set jump_price = 150000, jump_source = 'Kraken', jump_observed_at = now() where symbol = $1`,
    [symbol],
  );
  return { symbol, seen: '150000', reason: 'Seen on three exchanges' };
}

export async function placeLateOrder(server: TestServer, cookie: string): Promise<string> {
  const { body } = await buy(server, cookie);
  await server.owner.query(`update transactions set price_holds_until = now() - interval '1 hour' where id = $1`, [
    body.orderId,
  ]);
  return body.orderId;
}

/** Makes the order wait for the customer's choice about a worse price. Returns the request body of that choice. */
export async function requestChoice({ owner }: TestServer, orderId: string) {
  await owner.query(`update transactions set reprice_choice_until = now() + interval '1 hour' where id = $1`, [
    orderId,
  ]);
  return { orderId, seen: null };
}
