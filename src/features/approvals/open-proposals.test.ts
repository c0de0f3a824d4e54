import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSession } from '../../../test/security/actors.ts';
import { linkAccounts, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import type { FreezesView } from '../freezes/views.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { another, rowsOf } = setUpSuspicions(server);
const compliance = await createSession(server, 'compliance');
const officer = await another('compliance');

test('a proposed unfreeze is shown and decided with many others open', async () => {
  const { id: userId } = await newCustomer(server);
  // 200 older proposals of another officer.
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
  const input = { freezeId: frozen?.id, note: 'A mistake' };
  const { body } = await call<{ proposalId: string }>('compliance/proposeUnfreeze', input, compliance);
  const page = await call<FreezesView>('compliance/freezes', { userId }, officer.cookie);
  expect(page.body.freezes).toMatchObject([{ unfreezeProposal: { proposalId: body.proposalId } }]);
  const verdict = { proposalId: body.proposalId, decision: 'approve', note: 'x' };
  expect((await call('compliance/decideFrozen', verdict, officer.cookie)).status).toBe(200);
});

test('a proposal on two accounts is decided for these two alone', async () => {
  const [frozen, one, other] = [await newCustomer(server), await newCustomer(server), await newCustomer(server)];
  const say = (staff: { id: string }, decision: string, more: { cookie?: string; proposalId?: string } = {}) => {
    const { cookie = compliance, proposalId = null } = more;
    const pair = { userId: frozen.id, otherId: staff.id };
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
