import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { startFakeWipay } from '../fakes/cards/wipay.ts';
import { startFakeProviders } from '../fakes/prices/fake-provider.ts';
import { pricesMessages } from '../src/features/prices/messages.ts';
import { demoSettings } from '../src/features/settings/demo-settings.ts';
import { refusals } from '../tools/documents/catalogue.ts';
import { bitcoinAddress } from './orders.ts';
import { buildBankReceipt, claimPlan, solanaHash, subscribe } from './payments.ts';
import { createSession } from './security/actors.ts';
import { newCustomer, signUpFacts } from './submissions.ts';
import { serverUnderTest } from './worker.ts';

/** Refusals that no other test file covers. */
const providers = await startFakeProviders();

afterAll(() => providers.stop());

const wipay = await startFakeWipay({ account: '1234567890', apiKey: '123', environment: 'sandbox' });
const server = await serverUnderTest({
  ...{ CMC_API_KEY: 'test-key', COINMARKETCAP_URL: providers.urls.coinmarketcap },
  ...{ WIPAY_ACCOUNT: '1234567890', WIPAY_API_KEY: '123', WIPAY_URL: wipay.url },
});
const { owner, call } = server;
const customer = await createSession(server, 'tier2');
const finance = await createSession(server, 'finance');

type ResponseBody = { code: string; title?: string; text?: string };
const getCode = async (path: string, input: unknown, cookie?: string) =>
  (await call<ResponseBody>(path, input, cookie)).body.code ?? null;

/** Repeats a call until it is refused, at most `maxTimes`. Returns the refusal code, or null. */
async function repeatUntilRefused(maxTimes: number, ask: () => Promise<string | null>): Promise<string | null> {
  for (let n = 0; n < maxTimes; n++) {
    const code = await ask();
    if (code !== null) return code;
  }
  return null;
}

const passkey = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };
const createSignUp = () => ({
  email: `${randomUUID()}@many.test`,
  password: 'Canary-Pass-2026!',
  ...signUpFacts,
});
const email = 'one.person@many.test';

describe('too many attempts are refused', () => {
  test.each([
    ['accounts.too_many_mails', 20, () => getCode('accounts/resendVerification', { email })],
    ['accounts.too_many_resets', 20, () => getCode('accounts/requestPasswordReset', { email })],
    ['documents.too_many_tests', 20, () => getCode('documents/testKycUpload', undefined, customer)],
  ] as const)('%s', async (code, maxTimes, ask) => {
    expect(await repeatUntilRefused(maxTimes, ask)).toBe(code);
  });

  test('accounts.too_many_sign_ups: counted by connection for any address', async () => {
    await call('accounts/signUp', createSignUp());
    await owner.query(`update rate_limits set tries = 1000 where key like 'sign-up:%'`);
    expect(await getCode('accounts/signUp', createSignUp())).toBe('accounts.too_many_sign_ups');
  });

  test('accounts.too_many_sign_ups: repeating a sign-up leaves the connection’s limit to others', async () => {
    await owner.query(`delete from rate_limits where key like 'sign-up:%'`);
    const signUp = createSignUp();
    for (let n = 0; n < 5; n++) expect((await call('accounts/signUp', signUp)).status).toBe(200);
    for (let n = 0; n < 200; n++) expect(await getCode('accounts/signUp', signUp)).toBe('accounts.too_many_sign_ups');
    expect((await call('accounts/signUp', createSignUp())).status).toBe(200);
  });

  test('accounts.too_many_codes: the right password is refused after ten wrong ones', async () => {
    const cookie = await createSession(server, 'enhanced');
    const tryWrongPassword = () => call('accounts/reauthenticate', { password: 'Not-The-One-2026!' }, cookie);
    for (let n = 0; n < 10; n++)
      expect((await tryWrongPassword()).body).toMatchObject({ code: 'accounts.password_wrong' });
    expect(await getCode('accounts/reauthenticate', { password: 'Demo-Pass-2026!' }, cookie)).toBe(
      'accounts.too_many_codes',
    );
  });
});

test('an unregistered passkey signs no one in', async () => {
  const unknown = { id: 'AAAA', ...passkey, userHandle: null };
  expect(await getCode('accounts/signInWithPasskey', { passkey: unknown })).toBe('accounts.passkey_refused');
});

test('a second step that is not set up cannot be changed', async () => {
  for (const command of ['removeAuthenticator', 'createRecoveryCodes'])
    expect(await getCode(`accounts/${command}`, undefined, customer)).toBe('accounts.no_factor');
});

test('a missing item and one of another user are refused alike', async () => {
  expect(await getCode('documents/link', { fileId: randomUUID() }, customer)).toBe('documents.not_found');
  const compliance = await createSession(server, 'compliance');
  const submissionId = randomUUID();
  expect(await getCode('identity/submission', { submissionId }, compliance)).toBe('identity.submission_not_found');
});

test('an account is reopened only for a listed reason', async () => {
  const compliance = await createSession(server, 'compliance');
  const { rows } = await owner.query<{ id: string }>(`select id from profiles where email = 'tier1@demo.test'`);
  const input = { userId: rows[0]?.id, reasonCode: 'because' };
  expect(await getCode('accounts/unfreeze', input, compliance)).toBe('accounts.reason_unknown');
});

test('a setting without a change needs no second person', async () => {
  const proposal = { key: 'fee', value: demoSettings.fee };
  expect(await getCode('settings/propose', proposal, finance)).toBe('settings.unchanged');
});

describe('an order that cannot be placed is refused', () => {
  const quoteBuy = (symbol: string, amount = '3000', network: string | null = null) =>
    call<{ id: string; code?: string }>('trading/quoteBuy', { symbol, currency: 'JMD', amount, network }, customer);
  const placeOrder = async (
    symbol: string,
    destination: { network: string; walletAddress: string; destinationTag?: string },
  ) => {
    const { body } = await quoteBuy(symbol, '3000', destination.network);
    const funds = { sourceOfFunds: null, sourceOfFundsFile: null, another: true };
    const order = { key: randomUUID(), quoteId: body.id, destinationTag: '', ...destination, ...funds };
    return getCode('trading/placeBuyOrder', order, customer);
  };
  const ripple = { network: 'xrp', walletAddress: 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh' };

  test('amounts that are too small or too large and invalid destination tags are refused', async () => {
    expect((await quoteBuy('BTC', '0.01')).body.code).toBe('trading.buys_nothing');
    expect((await quoteBuy('BTC', '100000000000.01')).body.code).toBe('trading.too_large');
    const sale = { symbol: 'BTC', amount: '999999999999999' };
    expect(await getCode('trading/quoteSell', sale, customer)).toBe('trading.too_large');
    expect(await placeOrder('XRP', { ...ripple, destinationTag: 'memo' })).toBe('trading.tag_malformed');
    expect(await placeOrder('XRP', { ...ripple, destinationTag: '4294967296' })).toBe('trading.tag_too_large');
  });

  test('an order for an asset that staff paused on its network is refused', async () => {
    await owner.query(
      `insert into setting_versions (key, value, valid_from)
       values ('asset_switches', '{"paused": [{"side": "buy", "symbol": "BTC", "network": "bitcoin"}]}', now())`,
    );
    expect(await placeOrder('BTC', { network: 'bitcoin', walletAddress: bitcoinAddress })).toBe('trading.paused');
  });
});

describe('the test of the price provider', () => {
  const testProvider = async () => {
    await owner.query('delete from rate_limits');
    return call<ResponseBody & { success?: boolean }>('prices/test', undefined);
  };
  test('the test counts the coins with a price and reports failures in the documented texts', async () => {
    expect((await testProvider()).body).toMatchObject({ success: true });
    providers.setMode('coinmarketcap', 'garbage');
    expect((await testProvider()).body).toMatchObject({ code: 'prices.test_issue' });
    providers.setMode('coinmarketcap', 'slow');
    expect((await testProvider()).body).toMatchObject({ code: 'prices.test_failed' });
    expect(pricesMessages['prices.test_failed'].text).toContain('CMC test failed');
    expect(pricesMessages['prices.test_issue'].text).toContain('CMC API issue');
  }, 20_000);
});

describe('items that are not found', async () => {
  const [admin, compliance] = await Promise.all(['admin', 'compliance'].map((name) => createSession(server, name)));
  const unknownId = randomUUID();

  test.each<[string, string, object, string | undefined]>([
    ['bank_lines.not_found', 'bankLines/find', { lineId: unknownId, search: 'AB12-34CD' }, finance],
    ['workshops.not_found', 'workshopsDesk/session', { sessionId: unknownId }, admin],
    ['workshops.award_not_found', 'workshopsDesk/recordAward', { awardId: unknownId, hash: solanaHash() }, finance],
    ['compliance.alert_not_found', 'compliance/alert', { alertId: unknownId }, compliance],
    ['compliance.case_not_found', 'compliance/case', { caseId: unknownId }, compliance],
    ['compliance.report_not_found', 'compliance/report', { reportId: unknownId }, compliance],
    ['compliance.snooze_not_found', 'compliance/endSnooze', { snoozeId: unknownId }, compliance],
  ])('%s', async (code, path, input, cookie) => {
    expect(await getCode(path, input, cookie)).toBe(code);
    expect(Object.keys(refusals)).toContain(code);
  });

  test('payments.amount_unreadable: text in the admin form is not an amount', async () => {
    const { cookie } = await newCustomer(server, 'Ina Brown');
    const paymentId = await claimPlan(server, cookie);
    for (const amount of ['6000.005', '0', '0.00'])
      expect([amount, await getCode('paymentsDesk/receive', buildBankReceipt(paymentId, { amount }), finance)]).toEqual(
        [amount, 'payments.amount_unreadable'],
      );
  });

  test('cards.provider_down: the card provider does not answer, and nothing is lost', async () => {
    await owner.query(
      `insert into setting_versions (key, value) select key, value || '{"provider": "wipay"}'
      from setting_versions where key = 'cards' order by valid_from desc, id desc limit 1`,
    );
    const { cookie } = await newCustomer(server, 'Ina Brown');
    const { body } = await subscribe(server, cookie, { method: 'card' });
    await wipay.stop();
    expect(await getCode('cards/start', { kind: 'payment', id: body.paymentId }, cookie)).toBe('cards.provider_down');
    const { body: plans } = await call('subscriptions/own', undefined, cookie);
    expect(JSON.stringify(plans)).toContain(body.paymentId);
  });
});
