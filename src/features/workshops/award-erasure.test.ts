import { expect, test } from 'vitest';
import { solanaAddress, solanaHash } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { confirmRegistration, insertWorkshop } from '../../../test/workshops.ts';

/** Only the database can mark an award as erased. */
const server = await serverUnderTest();
const { call, owner } = server;
const { rowsOf } = setUpSuspicions(server);
const [support, finance] = [await createSession(server, 'support'), await createSession(server, 'finance')];

async function said(who: string, statement: string, values: unknown[]) {
  const client = await owner.connect();
  await client.query('begin; set local role cryptocommerce_app');
  // Testing the permission to erase must erase nothing.
  await client.query(`select set_config('app.user_id', '', true), set_config('app.all_rows', 'yes', true)`);
  await client.query(`select app.may_erase('00000000-0000-0000-0000-000000000000', current_date)`);
  await client.query(
    `select set_config('app.user_id', $1, true), set_config('app.roles', 'finance', true),
            set_config('app.all_rows', 'yes', true), set_config('app.erasing', 'yes', true)`,
    [who],
  );
  const answer = await client.query(statement, values).then(
    ({ rowCount }) => rowCount,
    ({ message, constraint }: { message: string; constraint?: string }) => constraint ?? message,
  );
  await client.query('rollback');
  client.release();
  return answer;
}

test('a statement that claims an erasure cannot move or release awards', async () => {
  const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
  const who = await confirmRegistration(server, sessionId);
  await call('workshopsDesk/checkIn', { sessionId, code: who.code }, support);
  const [award] = await rowsOf<{ id: string }>('select id from lgm_awards where user_id = $1', [who.id]);
  await call('workshops/nameAwardWallet', { awardId: award?.id, address: solanaAddress() }, who.cookie);
  const asked = await call<{ proposalId: string }>('workshopsDesk/proposeAwards', { sessionId }, finance);
  const [me] = await rowsOf<{ id: string }>(`select id from profiles where email = 'finance@demo.test'`);
  const theft = `update lgm_awards set address = $1, named_at = now(), proposal_id = $2, released_at = now(),
      transaction_hash = $3, sent_at = now(), sent_by = $4 where id = $5`;
  expect(
    await said(me?.id ?? '', theft, [solanaAddress(), asked.body.proposalId, solanaHash(), me?.id, award?.id]),
  ).toBe('this is not theirs to change');
});
