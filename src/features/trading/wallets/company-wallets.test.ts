import { expect, test } from 'vitest';
import { bitcoinAddress } from '../../../../test/orders.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import type { CompanyWallets } from '../../settings/schema.ts';
import { faultOfWallets } from './company-wallets.ts';

const { call, signIn } = await serverUnderTest();
const before = demoSettings.company_wallets;
const changed = (network: keyof CompanyWallets, to: Partial<CompanyWallets['xrp']>): CompanyWallets => ({
  ...before,
  [network]: { ...before[network], ...to },
});

test('a receiving wallet with a wrong letter is not even proposed, whatever the screen let through', async () => {
  const cookie = await signIn('finance');
  const value = changed('bitcoin', { address: `${bitcoinAddress.slice(0, -1)}x` });
  expect(await call('settings/propose', { key: 'company_wallets', value }, cookie)).toMatchObject({
    status: 422,
    body: { code: 'settings.invalid', data: { what: expect.stringContaining('bitcoin: ') } },
  });
  const sound = changed('bitcoin', { address: bitcoinAddress });
  expect((await call('settings/propose', { key: 'company_wallets', value: sound }, cookie)).status).toBe(200);
});

test.each([
  ['an address of another network', changed('bitcoin', { address: '0x52908400098527886E0F7030069857D2E4169EE7' })],
  ['an address nobody holds the key of', changed('erc20', { address: '0x0000000000000000000000000000000000000000' })],
  ['an EVM address without its checksum', changed('bep20', { address: '0x52908400098527886e0f7030069857d2e4169ee7' })],
  ['a tag above 32 bits', changed('xrp', { tag: '4294967296' })],
  ['a tag where there are none', changed('bitcoin', { address: bitcoinAddress, tag: '5' })],
])('%s is refused', (_, wallets) => expect(faultOfWallets(wallets, before)).toMatch(/^[a-z0-9]+: .+/));

test('what stays as it was is not judged again', () => expect(faultOfWallets(before, before)).toBeNull());
