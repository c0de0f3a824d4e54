import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { closeLongAgo, resetDates } from '../../../test/erasure-time.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { detectDuplicatesOf } from '../kyc/detect-duplicates.ts';
import { eraseRecords } from './erase.ts';

const server = await serverWithoutFaults();
const { call, services } = server;
const { another, rowsOf } = setUpSuspicions(server);
const [compliance, officer] = [await createSession(server, 'compliance'), (await another('compliance')).cookie];
afterEach(async () => {
  await resetDates(server);
});
const act = async (path: string, input: object, cookie = compliance) => {
  const { status, body } = await call<{ proposalId: string }>(path, input, cookie);
  expect([path, status, body]).toMatchObject([path, 200, {}]);
  return body;
};

test('erasing a customer removes notes about a link to another account', async () => {
  const word = `Kestrelwood${randomUUID().slice(0, 8)}`;
  const gone = await newCustomer(server, 'Winston Rodney');
  await act('compliance/freeze', { userId: gone.id, reason: 'An authority asks for it' });
  const stays = await newCustomer(server, 'Winston Rodney');
  await detectDuplicatesOf(services, stays.id);
  const apart = { userId: stays.id, otherId: gone.id, decision: 'apart', note: `${word} is the cousin` };
  await act('identity/decideLink', { ...apart, proposalId: null }, officer);
  const [asked] = await rowsOf<{ id: string }>(`select id from proposals where kind = 'split' and state = 'open'`);
  const declined = { ...apart, decision: 'join', note: `${word} is not a cousin`, proposalId: asked?.id };
  await act('identity/decideLink', declined);
  const [freeze] = await rowsOf<{ id: string }>('select id from account_freezes where user_id = $1', [gone.id]);
  const unfreeze = { freezeId: freeze?.id, note: 'No longer needed' };
  const { proposalId } = await act('compliance/proposeUnfreeze', unfreeze, officer);
  await act('compliance/decideFrozen', { proposalId, decision: 'approve', note: 'x' });
  const countMentions = (table: string) =>
    rowsOf(`select t from ${table} t where to_jsonb(t)::text like $1`, [`%${word}%`]).then(({ length }) => length);
  expect([await countMentions('audit_log'), await countMentions('proposals')]).toEqual([1, 1]);

  await closeLongAgo(server, [gone]);
  expect(await eraseRecords(services)).toMatchObject({ people: 1 });
  expect([await countMentions('audit_log'), await countMentions('proposals')]).toEqual([0, 0]);
  expect(await rowsOf('select id from profiles where id = $1', [stays.id])).toHaveLength(1);
});
