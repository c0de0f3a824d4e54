import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildMovedAt, buildPayIn, buildSent, buy, placePaidBuy, sell } from '../../../test/orders.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { buildAttachment, buildStep, setUpUnallocated } from '../../../test/unallocated.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import type { FreezesView } from '../freezes/views.ts';

const server = await serverUnderTest();
const { call, owner } = server;
const money = await setUpUnallocated(server);
const {
  admin,
  another,
  compliance,
  confirmOrder,
  customer,
  done,
  idOf,
  lineOf,
  list,
  refused,
  unlinkPayIn,
  buildUnlink,
} = money;
const officer = await setUpSuspicions(server).another('compliance');

async function placeEnded(amount: string) {
  const { body } = await buy(server, another ?? '', { amount });
  await done('trading/cancelOwn', { orderId: body.orderId }, another);
  return body;
}

const findRefunds = async (orderId: string) => ({
  ...{ orderId, movementId: await lineOf(orderId), reasonCode: 'order_stopped', note: '' },
  ...{ payerBank: '', payerAccount: '', payerHolder: '' },
});

test("a data export leaves out unlinked payments and keeps the customer's own", async () => {
  await unlinkPayIn('20300');
  await confirmOrder('20310');
  const { status, body } = await call<{ movements: object[] }>('accounts/exportData', undefined, customer);
  expect(status).toBe(200);
  const amounts = body.movements.map((line) => Number((line as { amount: string }).amount));
  expect(amounts).toContain(20310);
  expect(amounts).not.toContain(20300);
});

test("money of a frozen customer cannot leave through another customer's order", async () => {
  const { movementId } = await unlinkPayIn('20400');
  const { orderId } = await placeEnded('20420');
  await done('desk/confirmReceived', buildPayIn(orderId, { amount: '20420', reference: 'SENT BEFORE' }));
  await done('desk/prepareReturn', await findRefunds(orderId));
  const proposalId = await server.openProposal(orderId);
  await done('desk/approveReturn', { ...buildStep(orderId), proposalId }, admin);
  const reason = 'A listed person it seems.';
  await done('compliance/freeze', { userId: await idOf('tier2'), reason }, officer.cookie);

  const mule = await placeEnded('20400');
  await refused('desk.payer_stopped', 'unallocated/attach', buildAttachment(movementId, mule, '20400'));
  const straight = await placeEnded('20450');
  await done('desk/confirmReceived', buildPayIn(straight.orderId, { amount: '20450', reference: 'SENT SINCE' }));
  await refused('desk.payer_stopped', 'desk/prepareReturn', await findRefunds(straight.orderId));
  await refused('desk.payer_stopped', 'desk/recordReturned', buildSent(orderId, 'BACK TO FROZEN'));
  const line = owner.query(
    `insert into movements (order_id, user_id, direction, reverses_id, asset, amount, rail, account, bank, holder, moved_at,
       recorded_at, proposal_id)
     select order_id, user_id, 'back', id, asset, amount, rail, account, bank, holder, now(), now(), $2
       from movements where order_id = $1 and direction = 'in'`,
    [orderId, proposalId],
  );
  await expect(line).rejects.toMatchObject({ constraint: 'nothing_moves_while_frozen' });
});

test('a refund decision for a frozen customer cannot give the money to others', async () => {
  const frozen = await newCustomer(server, 'Frozen Fred');
  const { orderId } = await confirmOrder('3000', 'TAKEN OFF 1', frozen.cookie);
  await done('desk/undoPayIn', await buildUnlink(orderId));
  await done('desk/approveUndo', buildStep(orderId), admin);
  const loose = (await list()).find(({ reference }) => reference === 'TAKEN OFF 1')?.id ?? '';
  await done('desk/confirmReceived', buildPayIn(orderId, { amount: '3000', reference: 'DECIDED 1' }));
  await done('desk/cancel', { ...buildStep(orderId), reasonCode: 'asked_by_customer' });
  await done('compliance/freeze', { userId: frozen.id, reason: 'An authority asks for it' }, officer.cookie);
  const note = 'Give it back';
  const { body } = await call<{ proposalId: string }>(
    'compliance/proposeFrozenReturn',
    { orderId, note },
    officer.cookie,
  );
  const agreed = { proposalId: body.proposalId, decision: 'approve', note };
  await done('compliance/decideFrozen', agreed, compliance);

  await refused('desk.customer_frozen', 'desk/undoPayIn', await buildUnlink(orderId));
  const mule = await placeEnded('3000');
  await refused('desk.payer_stopped', 'unallocated/attach', buildAttachment(loose, mule, '3000'));
  await refused('desk.customer_frozen', 'unallocated/prepareReturn', {
    ...{ movementId: loose, note: '', reasonCode: 'paid_twice' },
  });
  const straight = owner.query(
    `insert into movements (order_id, user_id, direction, source_movement_id, asset, amount, rail, account, bank, holder, moved_at,
       day_only, recorded_at)
     select t.id, t.user_id, 'in', m.id, m.asset, m.amount, m.rail, m.account, m.bank, m.holder, m.moved_at, m.day_only, now()
       from movements m, transactions t where m.id = $1 and t.id = $2`,
    [loose, mule.orderId],
  );
  await expect(straight).rejects.toMatchObject({ constraint: 'nothing_moves_while_frozen' });
  await done('desk/prepareReturn', await findRefunds(orderId));
});

async function decideByTwo(id: string) {
  const note = 'It is not theirs, by the papers';
  const proposed = await call<{ proposalId: string; code?: string }>(
    'compliance/proposeFrozenReturn',
    { orderId: id, note },
    officer.cookie,
  );
  if (proposed.status !== 200) return proposed.body.code;
  await done(
    'compliance/decideFrozen',
    { proposalId: proposed.body.proposalId, decision: 'approve', note },
    compliance,
  );
  return 'done';
}
const freezeCustomer = ({ id }: { id: string }) =>
  done('compliance/freeze', { userId: id, reason: 'An authority asks for it' }, officer.cookie);

test('money paid by a frozen customer neither buys nor is refunded on the order it was moved to', async () => {
  const fred = await newCustomer(server, 'Frozen Ferdinand');
  const walletAddress = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
  const { orderId } = await placePaidBuy(server, fred.cookie, { amount: '3100', walletAddress });
  const paid = { ...buildPayIn(orderId, { amount: '3100', reference: 'TAKEN OFF 2' }), payerAccount: '9812345678' };
  await done('desk/confirmReceived', paid);
  await done('desk/undoPayIn', await buildUnlink(orderId));
  await done('desk/approveUndo', buildStep(orderId), admin);
  const loose = (await list()).find(({ reference }) => reference === 'TAKEN OFF 2')?.id ?? '';
  const goesOn = await placePaidBuy(server, another ?? '', {
    amount: '1500',
    walletAddress: '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX',
  });
  const ends = await placeEnded('1600');
  await done('unallocated/attach', buildAttachment(loose, goesOn, '1500'));
  await done('unallocated/attach', buildAttachment(loose, ends, '1600'));
  await freezeCustomer(fred);
  await done('desk/startProcessing', buildStep(goesOn.orderId));
  await refused('desk.payer_stopped', 'desk/preparePayout', buildStep(goesOn.orderId));
  await refused('desk.payer_stopped', 'desk/prepareReturn', await findRefunds(ends.orderId));
  const straight = owner.query(
    `with it as (select * from movements where order_id = $1 and direction = 'in'),
       agreed as (insert into proposals (kind, subject, payload, customer_id, proposed_by, state, decided_by, decided_at)
         select 'return', $1::text, jsonb_build_object('movementId', id, 'amount', amount::text, 'unit', asset,
           'account', account), user_id, $2, 'approved', $3, now() from it returning id)
     insert into movements (order_id, user_id, direction, reverses_id, asset, amount, rail, reference, reference_key, account,
       bank, holder, moved_at, recorded_at, proposal_id)
     select order_id, user_id, 'back', it.id, asset, amount, rail, 'X', 'XBACK', account, bank, holder, now(), now(),
            agreed.id
       from it, agreed`,
    [ends.orderId, await idOf('finance'), await idOf('admin')],
  );
  await expect(straight).rejects.toMatchObject({ constraint: 'nothing_moves_while_frozen' });
  expect([await decideByTwo(goesOn.orderId), await decideByTwo(ends.orderId)]).toEqual(['done', 'done']);
  await done('desk/preparePayout', buildStep(goesOn.orderId));
  await done('desk/prepareReturn', await findRefunds(ends.orderId));
});

test("a stranger's money on the order of a customer frozen later is refunded to the stranger", async () => {
  const [fred, ann] = [await newCustomer(server, 'Frozen Frederick'), await newCustomer(server, 'Honest Ann')];
  const walletAddress = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
  const { orderId } = await placePaidBuy(server, fred.cookie, { amount: '3200', walletAddress });
  const anns = { payerAccount: '900111222', payerHolder: 'Honest Ann' };
  await done('desk/confirmReceived', { ...buildPayIn(orderId, { amount: '3200', reference: 'ANNS MONEY' }), ...anns });
  await done('desk/undoPayIn', await buildUnlink(orderId));
  await done('desk/approveUndo', buildStep(orderId), admin);
  const movementId = (await list()).find(({ reference }) => reference === 'ANNS MONEY')?.id ?? '';
  const freds = { payerAccount: '888777666', payerHolder: 'Frozen Frederick' };
  await done('desk/confirmReceived', { ...buildPayIn(orderId, { amount: '3200', reference: 'FREDS OWN' }), ...freds });
  for (const path of ['startProcessing', 'preparePayout']) await done(`desk/${path}`, buildStep(orderId));
  await done('desk/approvePayout', buildStep(orderId), admin);
  await done('desk/recordSent', buildSent(orderId, randomBytes(32).toString('hex')));
  const hers = await placePaidBuy(server, ann.cookie, {
    amount: '3200',
    walletAddress: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  });
  await freezeCustomer(fred);

  const goesBack = { movementId, reasonCode: 'third_party_payer', note: '' };
  await refused('desk.payer_stopped', 'unallocated/attach', buildAttachment(movementId, hers, '3200'));
  await refused('desk.customer_frozen', 'unallocated/prepareReturn', goesBack);
  const shown = async () => (await call<FreezesView>('compliance/freezes', { userId: fred.id }, compliance)).body.money;
  expect(await shown()).toMatchObject([{ id: movementId, reference: 'ANNS MONEY', decided: false }]);
  expect(await decideByTwo(movementId)).toBe('done');
  await refused('desk.payer_stopped', 'unallocated/attach', buildAttachment(movementId, hers, '3200'));
  await done('unallocated/prepareReturn', goesBack);
  const { rows } = await owner.query(`select id from proposals where subject = $1 and kind = 'return'`, [movementId]);
  await done('unallocated/decide', { movementId, decision: 'approve', note: '', proposalId: rows[0].id }, admin);
  await done('unallocated/recordReturned', { movementId, note: '', ...buildMovedAt('x'), reference: 'BACK TO ANN' });
  const { rows: back } = await owner.query(
    `select account, amount::text from movements where reference = 'BACK TO ANN'`,
  );
  expect(back).toEqual([{ account: '900111222', amount: expect.stringMatching(/^3200/) }]);
  expect(await shown()).toEqual([]);
});

test('money from an account named by a frozen customer is refunded after two people decide', async () => {
  const frozenCustomer = await newCustomer(server, 'Eve Frozen');
  const accountNumber = '5566778899';
  const named = { amount: '0.0002', holder: 'Eve Frozen', accountNumber };
  expect((await sell(server, frozenCustomer.cookie, named)).status).toBe(200);
  await freezeCustomer(frozenCustomer);
  const movementId = await money.recordFunds('WRONG TRANSFER 1', { payerAccount: accountNumber, amount: '90000' });
  const goesBack = { movementId, reasonCode: 'third_party_payer', note: '' };
  await refused('desk.payer_stopped', 'unallocated/prepareReturn', goesBack);
  const shown = async () =>
    (await call<FreezesView>('compliance/freezes', { userId: frozenCustomer.id }, compliance)).body.money;
  const line = { id: movementId, reference: 'WRONG TRANSFER 1', received: 'J$90,000.00' };
  expect(await shown()).toEqual([{ ...line, decided: false, waiting: null }]);
  expect(await decideByTwo(movementId)).toBe('done');
  expect(await shown()).toEqual([{ ...line, decided: true, waiting: null }]);
  await done('unallocated/prepareReturn', goesBack);
  // A later freeze is not covered by their decision.
  const later = await newCustomer(server, 'Frozen Later');
  const sold = { ...named, holder: 'Frozen Later' };
  expect((await sell(server, later.cookie, sold)).status).toBe(200);
  await freezeCustomer(later);
  const approve = { movementId, decision: 'approve', note: '' };
  const { rows } = await owner.query(`select id from proposals where subject = $1 and kind = 'return'`, [movementId]);
  const asAdmin = { ...approve, proposalId: rows[0].id };
  await money.refusedBy(admin)('desk.payer_stopped', 'unallocated/decide', asAdmin);
  expect(await decideByTwo(movementId)).toBe('done');
  await done('unallocated/decide', asAdmin, admin);
  const sent = { movementId, note: '', ...buildMovedAt('x'), reference: 'WENT BACK 1' };
  await done('unallocated/recordReturned', sent);
  expect(await shown()).toEqual([]);
});
