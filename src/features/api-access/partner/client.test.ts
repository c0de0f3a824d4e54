import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { generate } from 'openapi-typescript-codegen';
import { afterAll, expect, test } from 'vitest';
import { Cryptocommerce, Refused, Unanswered } from '../../../../clients/typescript/src/index.ts';
import { bitcoinAddress, newPicture, sellFields } from '../../../../test/orders.ts';
import { createPartner, insertApiKey } from '../../../../test/programs.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';

/** Clients generated from the OpenAPI document must work against the server. */
const server = await serverWithoutFaults();
await server.app.listen({ port: 0, host: '127.0.0.1' });

const { port } = server.app.server.address() as AddressInfo;
const at = `http://127.0.0.1:${port}`;
const customer = await createPartner(server);
const settings = { url: `${at}/api/partner/v1`, key: customer.key };
const shop = new Cryptocommerce(settings);
const refusedWith = (act: Promise<unknown>) =>
  act.then(
    () => null,
    (error: unknown) => (error instanceof Refused ? error : Promise.reject(error)),
  );

test('the client gets prices and a quote, places one order and reads it with its receipt', async () => {
  expect((await shop.prices()).prices.map(({ symbol }) => symbol)).toContain('BTC');
  const { quoteId } = await shop.quoteBuy({ symbol: 'BTC', currency: 'JMD', amount: '2000', network: 'bitcoin' });
  const order = { quoteId, network: 'bitcoin', walletAddress: bitcoinAddress, another: true } as const;
  const idempotencyKey = randomUUID();
  const placed = await shop.placeBuyOrder({ ...order, idempotencyKey });
  expect(await shop.placeBuyOrder({ ...order, idempotencyKey })).toEqual(placed);
  const { orderId } = placed;
  expect(await shop.order({ orderId })).toMatchObject({ orderId, status: 'pending', payIn: 'awaiting' });
  expect((await shop.orders({ limit: 1 })).orders).toMatchObject([{ orderId }]);
  expect(await shop.orders()).toMatchObject({ next: null });
  expect(await shop.receipt({ orderId })).toMatchObject({ orderId, reference: placed.reference });
});

test('the client gets our wallet, uploads a proof and sells', async () => {
  const { network, ...fields } = sellFields('Ina Brown');
  const sale = { symbol: 'BTC', amount: '0.001', network: 'bitcoin' } as const;
  const { address } = await shop.sellWallet({ ...sale, senderWalletAddress: fields.senderWalletAddress });
  expect(address).not.toBe('');
  const { fileId: proofFile } = await shop.uploadProof({ file: new Blob([new Uint8Array(newPicture())]) });
  const { quoteId } = await shop.quoteSell(sale);
  const order = {
    ...fields,
    quoteId,
    proofFile,
    network: sale.network,
    walletType: 'binance',
    custody: 'self',
  } as const;
  const { orderId } = await shop.placeSellOrder({ ...order, another: true, idempotencyKey: randomUUID() });
  expect(await shop.order({ orderId })).toMatchObject({ orderId, side: 'sell', status: 'pending', payIn: 'claimed' });
  expect((await shop.orders({ type: 'sell' })).orders).toMatchObject([{ orderId }]);
});

test('a refusal is thrown with code, text and parameters', async () => {
  const reader = new Cryptocommerce({ ...settings, key: await insertApiKey(server, customer.id, ['prices:read']) });
  const missing = await refusedWith(reader.orders());
  expect([missing?.code, missing?.status, missing?.details]).toEqual([
    'partner.scope_missing',
    403,
    { scope: 'orders:read' },
  ]);
  const unknown = await refusedWith(new Cryptocommerce({ ...settings, key: `ccm_${'x'.repeat(43)}` }).prices());
  expect(unknown?.code).toBe('partner.key_unknown');
  const invalid = await refusedWith(shop.quoteSell({ symbol: 'BTC', amount: 'some' }));
  expect([invalid?.code, invalid?.issues.map(({ path }) => path)]).toEqual(['general.invalid_input', ['amount']]);
  expect((await refusedWith(shop.order({ orderId: randomUUID() })))?.code).toBe('trading.order_not_found');
});

test('an unreachable server yields an unknown outcome', async () => {
  const away = new Cryptocommerce({ ...settings, url: 'http://127.0.0.1:9/api/partner/v1' });
  await expect(away.prices()).rejects.toBeInstanceOf(Unanswered);
  const page = new Cryptocommerce({ ...settings, url: `${at}/dev/mailbox?` });
  await expect(page.prices()).rejects.toBeInstanceOf(Unanswered);
});

test('the OpenAPI document is served with this address', async () => {
  const answer = await fetch(`${at}/api/partner/openapi.json`);
  expect(answer.headers.get('content-type')).toContain('application/json');
  const document = (await answer.json()) as { info: object; servers: object[] };
  const { origin } = server.services.config;
  expect(document.servers).toEqual([{ url: `${origin}/api/partner/v1` }]);
  expect(document.info).toMatchObject({ contact: { url: `${origin}/help` } });
  expect((await new Validator().validate(document)).valid).toBe(true);
});

/** Written against the generated types, so that it compiles only if they match the names of the contract. */
const program = `
import { ApiError, Partner, type Order, type PlaceOrder, type Quote } from './index';

export async function buy(BASE: string, TOKEN: string, key: string, wallet: Omit<PlaceOrder, 'quoteId'>) {
  const { orders, quotes } = new Partner({ BASE, TOKEN });
  const { quoteId }: Quote = await quotes.quoteBuy({ requestBody: { symbol: 'BTC', currency: 'JMD', amount: '2000' } });
  const { orderId } = await orders.placeBuyOrder({ idempotencyKey: key, requestBody: { ...wallet, quoteId } });
  const order: Order = await orders.order({ orderId });
  return { isPending: order.status === 'pending', give: order.money.amount };
}
export const refuse = (BASE: string) =>
  new Partner({ BASE }).orders.orders({}).catch((error: ApiError) => error.body.code);
`;

test('a client of another generator compiles, places an order and gets a refusal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const input = await (await fetch(`${at}/api/partner/openapi.json`)).json();
  await generate({ input, output: folder, clientName: 'Partner', useOptions: true, useUnionTypes: true });
  writeFileSync(join(folder, 'program.ts'), program);
  const options = `--ignoreConfig --strict --target es2022 --module nodenext --lib es2023,dom --outDir ${folder}/js`;
  execFileSync('node_modules/.bin/tsc', [...options.split(' '), join(folder, 'program.ts')]);
  const { buy, refuse } = createRequire(import.meta.url)(join(folder, 'js/program.js'));
  const wallet = { network: 'bitcoin', walletAddress: bitcoinAddress, another: true };
  expect(await buy(settings.url, settings.key, randomUUID(), wallet)).toEqual({ isPending: true, give: '2000.00' });
  expect(await refuse(settings.url)).toBe('partner.key_unknown');
});
