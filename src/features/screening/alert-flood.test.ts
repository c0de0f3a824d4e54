import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { demoListedPerson } from '../../../fakes/screening/demo-list.ts';
import { createAccountTools, parseLinkToken } from '../../../test/security/account-security.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { getCookie, serverUnderTest } from '../../../test/worker.ts';
import { screenAllCustomers, screenNames } from './screen-names.ts';

const server = await serverUnderTest();
const { call, services } = server;
const { runEmailJob: letterOf } = createAccountTools(server);
const { rowsOf } = setUpSuspicions(server);

const { firstName, lastName, dateOfBirth } = demoListedPerson;
const profile = { phoneNumber: '8765550142', countryOfResidence: 'JM', nationality: 'JM', occupation: 'Teacher' };
const form = {
  firstName,
  lastName,
  dateOfBirth,
  ...profile,
  password: 'Long-Enough-2026!',
  isPep: false,
  agreed: true,
};

const findAlerts = (userId: string) => rowsOf('select 1 from transaction_alerts where user_id = $1', [userId]);
const findJobs = (userId: string) =>
  rowsOf(`select 1 from pgboss.job where name = 'screening.names' and data->>'userId' = $1`, [userId]);

test('a customer with a listed name is screened after confirming the email address', async () => {
  const email = `${randomUUID()}@example.test`;
  const signedUp = await call('accounts/signUp', { email, ...form });
  expect(signedUp.status).toBe(200);
  const [person] = await rowsOf<{ id: string }>('select id from profiles where email = $1', [email]);
  const id = person?.id ?? '';
  expect(await findJobs(id)).toEqual([]);
  await screenAllCustomers(services, null);
  expect(await findAlerts(id)).toEqual([]);

  await letterOf('accounts.welcome', email);
  const [mail] = await rowsOf<{ links: string[] }>('select links from demo_mails where to_address = $1', [email]);
  const token = parseLinkToken(mail?.links);
  expect((await call('accounts/verifyEmail', { token }, getCookie(signedUp))).status).toBe(200);
  expect(await findJobs(id)).toHaveLength(1);
  await screenNames(services, { userId: id });
  expect(await findAlerts(id)).toHaveLength(1);
});

test('changing the name repeatedly is limited, and one name waits for a manual comparison', async () => {
  const { id, cookie } = await newCustomer(server);
  const answers: (string | undefined)[] = [];
  for (const letter of 'абвгдеж') {
    const name = { firstName: `Ива${letter}`, lastName: 'Петров' };
    const { body } = await call<{ code?: string }>('accountPages/updateProfile', name, cookie);
    answers.push(body.code);
    await screenNames(services, { userId: id });
  }
  const refused = 'account_pages.too_many_names';
  expect(answers).toEqual([...Array.from({ length: 5 }, () => undefined), refused, refused]);
  expect(await findAlerts(id)).toHaveLength(1);
  const phone = await call('accountPages/updateProfile', { phoneNumber: '+18765550188' }, cookie);
  expect(phone.status).toBe(200);

  const compliance = await server.signIn('compliance');
  const [hit] = await rowsOf<{ id: string }>(`select id from name_hits where user_id = $1 and state = 'open'`, [id]);
  const verdict = { decision: 'clear', reasonCode: 'other_person', note: 'According to the documents.' };
  expect((await call('screening/decideHit', { hitId: hit?.id, ...verdict }, compliance)).status).toBe(200);
  await screenNames(services, { userId: id });
  const waiting = `select party_ref from name_hits where user_id = $1 and state = 'open'`;
  expect(await rowsOf(waiting, [id])).toEqual([{ party_ref: 'Ивад Петров' }]);
});
