import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sessionFor } from '../../../test/security/actors.ts';
import { linkAccounts, newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import type { FreezesView } from '../freezes/views.ts';

/** What waits is found by what it is, and answered about nothing else. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { another, rowsOf } = suspicionsOn(server);
const compliance = await sessionFor(server, 'compliance');
const officer = await another('compliance');

test('however many other thaws wait, one more is shown and decided', async () => {
  const { id: userId } = await newCustomer(server);
  // Two hundred of one officer, older than the one that matters.
  await owner.query('alter table proposals disable trigger user');
  await owner.query(
    `insert into proposals (kind, subject, payload, customer_id, proposed_by, proposed_at)
     select 'thaw', gen_random_uuid()::text, '{"note": "x", "freezes": []}', $1, $2, now() - interval '1 hour'
       from generate_series(1, 200)`,
    [userId, officer.id],
  );
  await owner.query('alter table proposals enable trigger user');
  expect((await call('compliance/freeze', { userId, reason: 'By mistake' }, compliance)).status).toBe(200);
  const [frozen] = await rowsOf<{ id: string }>('select id from account_freezes where user_id = $1', [userId]);
  const wish = { freezeId: frozen?.id, note: 'A mistake' };
  const { body } = await call<{ proposalId: string }>('compliance/proposeThaw', wish, compliance);
  const page = await call<FreezesView>('compliance/freezes', { userId }, officer.cookie);
  expect(page.body.freezes).toMatchObject([{ thaw: { proposalId: body.proposalId } }]);
  const verdict = { proposalId: body.proposalId, decision: 'approve', note: 'x' };
  expect((await call('compliance/decideFrozen', verdict, officer.cookie)).status).toBe(200);
});

test('what was asked about two accounts is answered about these two alone', async () => {
  const [frozen, one, other] = [await newCustomer(server), await newCustomer(server), await newCustomer(server)];
  const say = (who: { id: string }, decision: string, more: { cookie?: string; proposalId?: string } = {}) => {
    const { cookie = compliance, proposalId = null } = more;
    const pair = { userId: frozen.id, otherId: who.id };
    return call<{ state?: string; code?: string }>(
      'identity/decideLink',
      { ...pair, decision, note: 'x', proposalId },
      cookie,
    );
  };
  for (const { id } of [one, other]) {
    await linkAccounts(server, [frozen.id, id]);
    expect((await say({ id }, 'join')).body).toEqual({ state: 'joined' });
  }
  const freeze = { userId: frozen.id, reason: `An authority asks ${randomUUID()}` };
  expect((await call('compliance/freeze', freeze, compliance)).status).toBe(200);
  expect((await say(one, 'apart')).body).toEqual({ state: 'proposed' });
  const [asked] = await rowsOf<{ id: string }>(`select id from proposals where kind = 'split' and state = 'open'`);
  const read = { cookie: officer.cookie, proposalId: asked?.id ?? '' };
  for (const decision of ['apart', 'join'])
    expect((await say(other, decision, read)).body).toMatchObject({ code: 'approvals.not_found' });
  expect((await say(one, 'apart', read)).body).toEqual({ state: 'apart' });
});
