import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { backToToday, longGone } from '../../../test/long-gone.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { lookAtOne } from '../identity/look-for-links.ts';
import { eraseRecords } from './erase.ts';

/** Whether two accounts are one person's is decided in words about both: they go with the first who is erased. */
const server = await serverWithoutFaults();
const { call, services } = server;
const { another, rowsOf } = suspicionsOn(server);
const [compliance, officer] = [await sessionFor(server, 'compliance'), (await another('compliance')).cookie];
afterEach(async () => {
  await backToToday(server);
});
const act = async (path: string, input: object, cookie = compliance) => {
  const { status, body } = await call<{ proposalId: string }>(path, input, cookie);
  expect([path, status, body]).toMatchObject([path, 200, {}]);
  return body;
};

test('what two people wrote of somebody and another account stands nowhere once that somebody is erased', async () => {
  const word = `Kestrelwood${randomUUID().slice(0, 8)}`;
  const gone = await newCustomer(server, 'Winston Rodney');
  await act('compliance/freeze', { userId: gone.id, reason: 'An authority asks for it' });
  const stays = await newCustomer(server, 'Winston Rodney');
  await lookAtOne(services, stays.id);
  const apart = { userId: stays.id, otherId: gone.id, decision: 'apart', note: `${word} is the cousin` };
  await act('identity/decideLink', { ...apart, proposalId: null }, officer);
  const [asked] = await rowsOf<{ id: string }>(`select id from proposals where kind = 'split' and state = 'open'`);
  const declined = { ...apart, decision: 'join', note: `${word} is nobody's cousin`, proposalId: asked?.id };
  await act('identity/decideLink', declined);
  const [freeze] = await rowsOf<{ id: string }>('select id from account_freezes where user_id = $1', [gone.id]);
  const thaw = { freezeId: freeze?.id, note: 'It has done its work' };
  const { proposalId } = await act('compliance/proposeThaw', thaw, officer);
  await act('compliance/decideFrozen', { proposalId, decision: 'approve', note: 'x' });
  const told = (table: string) =>
    rowsOf(`select t from ${table} t where to_jsonb(t)::text like $1`, [`%${word}%`]).then(({ length }) => length);
  expect([await told('audit_log'), await told('proposals')]).toEqual([1, 1]);

  await longGone(server, [gone]);
  expect(await eraseRecords(services)).toMatchObject({ people: 1 });
  expect([await told('audit_log'), await told('proposals')]).toEqual([0, 0]);
  expect(await rowsOf('select id from profiles where id = $1', [stays.id])).toHaveLength(1);
});
