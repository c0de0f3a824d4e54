import { base58 } from '@scure/base';
import { expect, test } from 'vitest';
import { buy } from '../../../../test/orders.ts';
import { serverUnderTest } from '../../../../test/worker.ts';

const server = await serverUnderTest();
const { owner, signIn } = server;

test("the token's own address, copied from the coins page, is no wallet", async () => {
  const [MHI, LGM] = [base58.encode(new Uint8Array(32).fill(7)), base58.encode(new Uint8Array(32).fill(8))];
  await owner.query(`insert into setting_versions (key, value) values ('token_contracts', $1)`, [{ MHI, LGM }]);
  const order = { symbol: 'MHI', amount: '2000', network: 'solana', walletAddress: MHI };
  expect((await buy(server, await signIn('tier1'), order)).body.code).toBe('trading.address_token_contract');
});
