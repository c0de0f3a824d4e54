import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { startFakeProviders } from '../fakes/prices/fake-provider.ts';
import { pricesMessages } from '../src/features/prices/messages.ts';
import { demoSettings } from '../src/features/settings/demo-settings.ts';
import { bitcoinAddress } from './orders.ts';
import { sessionFor } from './security/actors.ts';
import { signUpFacts } from './submissions.ts';
import { serverUnderTest } from './worker.ts';

/** Refusals that no other test meets on its way: each is provoked, and told in the words of the catalogue. */

const providers = await startFakeProviders();
afterAll(() => providers.stop());
const server = await serverUnderTest({ CMC_API_KEY: 'test-key', COINMARKETCAP_URL: providers.urls.coinmarketcap });
const { owner, call } = server;
const customer = await sessionFor(server, 'tier2');
const finance = await sessionFor(server, 'finance');

type Said = { code: string; title?: string; text?: string };
const codeOf = async (path: string, input: unknown, cookie?: string) =>
  (await call<Said>(path, input, cookie)).body.code ?? null;

/** Asks again and again until something else than success comes back. */
async function untilRefused(most: number, ask: () => Promise<string | null>): Promise<string | null> {
  for (let n = 0; n < most; n++) {
    const code = await ask();
    if (code !== null) return code;
  }
  return null;
}

const passkey = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };
const person = () => ({
  email: `${randomUUID()}@many.test`,
  password: 'Canary-Pass-2026!',
  ...signUpFacts,
});
const email = 'one.person@many.test';

describe('too much of one thing is told as such', () => {
  test.each([
    ['accounts.too_many_mails', 20, () => codeOf('accounts/resendVerification', { email })],
    ['accounts.too_many_resets', 20, () => codeOf('accounts/requestPasswordReset', { email })],
    ['documents.too_many_tests', 20, () => codeOf('documents/testKycUpload', undefined, customer)],
  ] as const)('%s', async (code, most, ask) => {
    expect(await untilRefused(most, ask)).toBe(code);
  });

  test('accounts.too_many_sign_ups: counted by connection, whatever the addresses', async () => {
    await call('accounts/signUp', person());
    await owner.query(`update rate_limits set tries = 1000 where key like 'sign-up:%'`);
    expect(await codeOf('accounts/signUp', person())).toBe('accounts.too_many_sign_ups');
  });

  test('accounts.too_many_sign_ups: the same one again uses up nothing of who else is behind the address', async () => {
    await owner.query(`delete from rate_limits where key like 'sign-up:%'`);
    const one = person();
    for (let n = 0; n < 5; n++) expect((await call('accounts/signUp', one)).status).toBe(200);
    for (let n = 0; n < 200; n++) expect(await codeOf('accounts/signUp', one)).toBe('accounts.too_many_sign_ups');
    expect((await call('accounts/signUp', person())).status).toBe(200);
  });

  test('accounts.too_many_codes: the right password comes too late after ten wrong ones', async () => {
    const cookie = await sessionFor(server, 'enhanced');
    const wrong = () => call('accounts/confirmAgain', { password: 'Not-The-One-2026!' }, cookie);
    for (let n = 0; n < 10; n++) expect((await wrong()).body).toMatchObject({ code: 'accounts.password_wrong' });
    expect(await codeOf('accounts/confirmAgain', { password: 'Demo-Pass-2026!' }, cookie)).toBe(
      'accounts.too_many_codes',
    );
  });
});

test('a passkey that nobody registered opens nothing', async () => {
  const unknown = { id: 'AAAA', ...passkey, userHandle: null };
  expect(await codeOf('accounts/signInWithPasskey', { passkey: unknown })).toBe('accounts.passkey_refused');
});

test('without a second step there is nothing to change about one', async () => {
  for (const act of ['removeAuthenticator', 'newCodes'])
    expect(await codeOf(`accounts/${act}`, undefined, customer)).toBe('accounts.no_factor');
});

test('what does not exist is told in the same words as what is not one’s own', async () => {
  expect(await codeOf('documents/link', { fileId: randomUUID() }, customer)).toBe('documents.not_found');
  const compliance = await sessionFor(server, 'compliance');
  const submissionId = randomUUID();
  expect(await codeOf('identity/submission', { submissionId }, compliance)).toBe('identity.submission_not_found');
});

test('an account is opened again only for one of the listed reasons', async () => {
  const compliance = await sessionFor(server, 'compliance');
  const { rows } = await owner.query<{ id: string }>(`select id from profiles where email = 'tier1@demo.test'`);
  const asked = { userId: rows[0]?.id, reasonCode: 'because' };
  expect(await codeOf('accounts/unfreeze', asked, compliance)).toBe('accounts.reason_unknown');
});

test('a setting that stays as it is needs no second person', async () => {
  const same = { key: 'fee', value: demoSettings.fee };
  expect(await codeOf('settings/propose', same, finance)).toBe('settings.unchanged');
});

describe('an order that cannot be placed says why', () => {
  const quoteBuy = (symbol: string, amount = '3000', network: string | null = null) =>
    call<{ id: string; code?: string }>('trading/quoteBuy', { symbol, currency: 'JMD', amount, network }, customer);
  const place = async (symbol: string, where: { network: string; walletAddress: string; destinationTag?: string }) => {
    const { body } = await quoteBuy(symbol, '3000', where.network);
    const funds = { sourceOfFunds: null, sourceOfFundsFile: null, another: true };
    const order = { key: randomUUID(), quoteId: body.id, destinationTag: '', ...where, ...funds };
    return codeOf('trading/placeBuyOrder', order, customer);
  };
  const ripple = { network: 'xrp', walletAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' };

  test('an amount that buys nothing, and tags that no wallet has', async () => {
    expect((await quoteBuy('BTC', '0.01')).body.code).toBe('trading.buys_nothing');
    expect((await quoteBuy('BTC', '100000000000.01')).body.code).toBe('trading.too_large');
    const all = { symbol: 'BTC', amount: '999999999999999' };
    expect(await codeOf('trading/quoteSell', all, customer)).toBe('trading.too_large');
    expect(await place('XRP', { ...ripple, destinationTag: 'memo' })).toBe('trading.tag_malformed');
    expect(await place('XRP', { ...ripple, destinationTag: '4294967296' })).toBe('trading.tag_too_large');
  });

  test('an asset that staff have paused on a network', async () => {
    await owner.query(
      `insert into setting_versions (key, value, valid_from)
       values ('asset_switches', '{"paused": [{"side": "buy", "symbol": "BTC", "network": "bitcoin"}]}', now())`,
    );
    expect(await place('BTC', { network: 'bitcoin', walletAddress: bitcoinAddress })).toBe('trading.paused');
  });
});

describe('the test of the price provider', () => {
  const tested = async () => {
    await owner.query('delete from rate_limits');
    return call<Said & { success?: boolean }>('prices/test', undefined);
  };
  test('says how many coins answered, and what failed in the documented words', async () => {
    expect((await tested()).body).toMatchObject({ success: true });
    providers.setMode('coinmarketcap', 'garbage');
    expect((await tested()).body).toMatchObject({ code: 'prices.test_issue' });
    providers.setMode('coinmarketcap', 'slow');
    expect((await tested()).body).toMatchObject({ code: 'prices.test_failed' });
    expect(pricesMessages['prices.test_failed'].text).toContain('CMC test failed');
    expect(pricesMessages['prices.test_issue'].text).toContain('CMC API issue');
  }, 20_000);
});
