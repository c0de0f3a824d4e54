import { expect, test } from 'vitest';
import { bitcoinAddress } from '../../../../test/orders.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import type { CompanyWallets } from '../../settings/schema.ts';
import { findWalletFault } from './company-wallets.ts';

const { call, signIn } = await serverUnderTest();
const before = demoSettings.company_wallets;
const withWallet = (network: keyof CompanyWallets, to: Partial<CompanyWallets['xrp']>): CompanyWallets => ({
  ...before,
  [network]: { ...before[network], ...to },
});

test('a receiving wallet with a wrong letter cannot be proposed', async () => {
  const cookie = await signIn('finance');
  const value = withWallet('bitcoin', { address: `${bitcoinAddress.slice(0, -1)}x` });
  expect(await call('settings/propose', { key: 'company_wallets', value }, cookie)).toMatchObject({
    status: 422,
    body: { code: 'settings.invalid', data: { what: expect.stringContaining('bitcoin: ') } },
  });
  const sound = withWallet('bitcoin', { address: bitcoinAddress });
  expect((await call('settings/propose', { key: 'company_wallets', value: sound }, cookie)).status).toBe(200);
});

test.each([
  ['an address of another network', withWallet('bitcoin', { address: '0x52908400098527886E0F7030069857D2E4169EE7' })],
  ['an address without a key', withWallet('erc20', { address: '0x0000000000000000000000000000000000000000' })],
  ['the contract of a token', withWallet('erc20', { address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2' })],
  ['a program of Solana', withWallet('solana', { address: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' })],
  ['our own token', withWallet('solana', { address: demoSettings.token_contracts.MHI })],
  ['a vault without a key', withWallet('solana', { address: 'Vote111111111111111111111111111111111111111' })],
  [
    'an EVM address without its checksum',
    withWallet('bep20', { address: '0x52908400098527886e0f7030069857d2e4169ee7' }),
  ],
  ['a tag above 32 bits', withWallet('xrp', { tag: '4294967296' })],
  ['a tag where there are none', withWallet('bitcoin', { address: bitcoinAddress, tag: '5' })],
])('%s is refused', (_, wallets) => expect(findWalletFault(wallets, before, demoSettings)).toMatch(/^[a-z0-9]+: .+/));

test('an unchanged wallet is not checked again', () =>
  expect(findWalletFault(before, before, demoSettings)).toBeNull());
