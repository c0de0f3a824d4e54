import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { demoListedPerson } from '../../../fakes/screening/demo-list.ts';
import { accountsOf, tokenIn } from '../../../test/security/account-security.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { screenEverybody, screenNames } from './screen-names.ts';

/** Nobody buries compliance under alerts that cost them nothing. */
const server = await serverUnderTest();
const { call, services } = server;
const { letterOf } = accountsOf(server);
const { rowsOf } = suspicionsOn(server);

const { firstName, lastName, dateOfBirth } = demoListedPerson;
const facts = { phoneNumber: '8765550142', countryOfResidence: 'JM', nationality: 'JM', occupation: 'Teacher' };
const form = { firstName, lastName, dateOfBirth, ...facts, password: 'Long-Enough-2026!', isPep: false, agreed: true };

const alertsOf = (userId: string) => rowsOf('select 1 from transaction_alerts where user_id = $1', [userId]);
const looksAt = (userId: string) =>
  rowsOf(`select 1 from pgboss.job where name = 'screening.names' and data->>'userId' = $1`, [userId]);

test('whoever signs up under a listed name is looked at once they show that they read the address', async () => {
  const email = `${randomUUID()}@nobody.test`;
  expect((await call('accounts/signUp', { email, ...form })).status).toBe(200);
  const [person] = await rowsOf<{ id: string }>('select id from profiles where email = $1', [email]);
  const id = person?.id ?? '';
  expect(await looksAt(id)).toEqual([]);
  await screenEverybody(services, null);
  expect(await alertsOf(id)).toEqual([]);

  await letterOf('accounts.welcome', email);
  const [mail] = await rowsOf<{ links: string[] }>('select links from demo_mails where to_address = $1', [email]);
  const token = tokenIn(mail?.links);
  expect((await call('accounts/verifyEmail', { token })).status).toBe(200);
  expect(await looksAt(id)).toHaveLength(1);
  await screenNames(services, { userId: id });
  expect(await alertsOf(id)).toHaveLength(1);
});

test('who changes their name again and again is stopped, and one name waits to be compared by hand', async () => {
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
  expect(await alertsOf(id)).toHaveLength(1);
  // The phone number is theirs to change still.
  const phone = await call('accountPages/updateProfile', { phoneNumber: '+18765550188' }, cookie);
  expect(phone.status).toBe(200);

  // Once the first is cleared, the name that stands now is found.
  const compliance = await server.signIn('compliance');
  const [hit] = await rowsOf<{ id: string }>(`select id from name_hits where user_id = $1 and state = 'open'`, [id]);
  const verdict = { decision: 'clear', reasonCode: 'other_person', note: 'Seen from the papers.' };
  expect((await call('screening/decideHit', { hitId: hit?.id, ...verdict }, compliance)).status).toBe(200);
  await screenNames(services, { userId: id });
  const waiting = `select party_ref from name_hits where user_id = $1 and state = 'open'`;
  expect(await rowsOf(waiting, [id])).toEqual([{ party_ref: 'Ивад Петров' }]);
});
