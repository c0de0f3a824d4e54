import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { expect, test } from 'vitest';
import { buy } from '../../../../test/orders.ts';
import { getTokenAccount } from '../../../../test/token-account.ts';
import { serverUnderTest } from '../../../../test/worker.ts';

const server = await serverUnderTest();
const { call, owner, signIn } = server;

test("the token's own address is not a wallet", async () => {
  const [MHI, LGM] = [7, 8].map((secret) => base58.encode(ed25519.getPublicKey(new Uint8Array(32).fill(secret))));
  await owner.query(`insert into setting_versions (key, value) values ('token_contracts', $1)`, [{ MHI, LGM }]);
  const order = { symbol: 'MHI', amount: '2000', network: 'solana', walletAddress: MHI };
  expect((await buy(server, await signIn('tier1'), order)).body.code).toBe('trading.address_token_contract');
});

test('a token account is refused as destination and sender; its wallet is accepted', async () => {
  const wallet = base58.encode(ed25519.getPublicKey(new Uint8Array(32).fill(3)));
  const account = getTokenAccount(wallet, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
  const cookie = await signIn('tier1');
  const order = { symbol: 'USDC', amount: '2000', network: 'solana' };
  expect((await buy(server, cookie, { ...order, walletAddress: account })).body.code).toBe(
    'trading.address_token_account',
  );
  expect((await buy(server, cookie, { ...order, walletAddress: wallet })).status).toBe(200);
  const sale = { symbol: 'USDC', amount: '20', network: 'solana', senderWalletAddress: account };
  expect((await call('trading/sellWallet', sale, cookie)).body.code).toBe('trading.address_token_account');
});
