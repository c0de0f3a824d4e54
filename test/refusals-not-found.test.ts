import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startFakeWipay } from '../fakes/cards/wipay.ts';
import { refusals } from '../tools/documents/catalogue.ts';
import { buildBankReceipt, claimPlan, solanaHash, subscribe } from './payments.ts';
import { createSession } from './security/actors.ts';
import { newCustomer } from './submissions.ts';
import { serverWithoutFaults } from './worker.ts';

/** Refusals because of missing items, unreadable amounts and unavailable providers. */
const wipay = await startFakeWipay({ account: '1234567890', apiKey: '123', environment: 'sandbox' });
const server = await serverWithoutFaults({ WIPAY_ACCOUNT: '1234567890', WIPAY_API_KEY: '123', WIPAY_URL: wipay.url });
const { call, owner } = server;
const [admin, finance, compliance] = await Promise.all(
  ['admin', 'finance', 'compliance'].map((name) => createSession(server, name)),
);

type ErrorBody = { code?: string; title?: string; text?: string };
const getCode = async (path: string, input: unknown, cookie = '') =>
  (await call<ErrorBody>(path, input, cookie)).body.code;
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
    expect([amount, await getCode('paymentsDesk/receive', buildBankReceipt(paymentId, { amount }), finance)]).toEqual([
      amount,
      'payments.amount_unreadable',
    ]);
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
