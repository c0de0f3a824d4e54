import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startFakeWipay } from '../fakes/cards/wipay.ts';
import { refusals } from '../tools/documents/catalogue.ts';
import { bankLine, claimedPlan, solanaHash, subscribe } from './payments.ts';
import { sessionFor } from './security/actors.ts';
import { newCustomer } from './submissions.ts';
import { serverWithoutFaults } from './worker.ts';

/** What is not there, cannot be read as an amount, or does not answer, is told in the words of the catalogue. */
const wipay = await startFakeWipay({ account: '1234567890', apiKey: '123', environment: 'sandbox' });
const server = await serverWithoutFaults({ WIPAY_ACCOUNT: '1234567890', WIPAY_API_KEY: '123', WIPAY_URL: wipay.url });
const { call, owner } = server;
const [admin, finance, compliance] = await Promise.all(
  ['admin', 'finance', 'compliance'].map((name) => sessionFor(server, name)),
);

type Said = { code?: string; title?: string; text?: string };
const told = async (path: string, input: unknown, cookie = '') => (await call<Said>(path, input, cookie)).body.code;
const nobody = randomUUID();

test.each<[string, string, object, string | undefined]>([
  ['bank_lines.not_found', 'bankLines/find', { lineId: nobody, search: 'AB12-34CD' }, finance],
  ['workshops.not_found', 'workshopsDesk/session', { sessionId: nobody }, admin],
  ['workshops.award_not_found', 'workshopsDesk/recordAward', { awardId: nobody, hash: solanaHash() }, finance],
  ['compliance.alert_not_found', 'compliance/alert', { alertId: nobody }, compliance],
  ['compliance.case_not_found', 'compliance/case', { caseId: nobody }, compliance],
  ['compliance.report_not_found', 'compliance/report', { reportId: nobody }, compliance],
  ['compliance.snooze_not_found', 'compliance/endSnooze', { snoozeId: nobody }, compliance],
])('%s', async (code, path, input, who) => {
  expect(await told(path, input, who)).toBe(code);
  expect(Object.keys(refusals)).toContain(code);
});

test('payments.amount_unreadable: what is typed at the desk is no amount', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimedPlan(server, cookie);
  for (const amount of ['6000.005', '0', '0.00'])
    expect([amount, await told('paymentsDesk/receive', bankLine(paymentId, { amount }), finance)]).toEqual([
      amount,
      'payments.amount_unreadable',
    ]);
});

test('cards.provider_down: the card company does not answer, and nothing is lost', async () => {
  await owner.query(
    `insert into setting_versions (key, value) select key, value || '{"provider": "wipay"}'
      from setting_versions where key = 'cards' order by valid_from desc, id desc limit 1`,
  );
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { body } = await subscribe(server, cookie, { method: 'card' });
  await wipay.stop();
  expect(await told('cards/start', { kind: 'payment', id: body.paymentId }, cookie)).toBe('cards.provider_down');
  const { body: own } = await call('subscriptions/own', undefined, cookie);
  expect(JSON.stringify(own)).toContain(body.paymentId);
});
