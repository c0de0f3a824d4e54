import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { buy, cameIn, paidBuy, seenNow, sell, wasSent } from '../../../../test/orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { suspicionsOn } from '../../../../test/suspicions.ts';
import { attaching, openMoney, step } from '../../../../test/unassigned.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import type { FreezesView } from '../../freezes/views.ts';

/** Money of a frozen customer, and what a customer reads of money that was not theirs. */
const server = await serverUnderTest();
const { call, owner } = server;
const money = await openMoney(server);
const { admin, another, compliance, confirmed, customer, done, idOf, lineOf, list, refused, takenOff, takingOff } =
  money;
const officer = await suspicionsOn(server).another('compliance');

/** An order that ended before anything was paid. */
async function ended(amount: string) {
  const { body } = await buy(server, another ?? '', { amount });
  await done('trading/cancelOwn', { orderId: body.orderId }, another);
  return body;
}

const back = async (orderId: string) => ({
  ...{ orderId, movementId: await lineOf(orderId), reasonCode: 'order_stopped', note: '' },
  ...{ payerBank: '', payerAccount: '', payerHolder: '' },
});

test('who reads their own record finds no line that was taken off their order, and their own lines still', async () => {
  await takenOff('20300');
  await confirmed('20310');
  const { status, body } = await call<{ movements: object[] }>('accounts/exportData', undefined, customer);
  expect(status).toBe(200);
  const amounts = body.movements.map((line) => Number((line as { amount: string }).amount));
  expect(amounts).toContain(20310);
  expect(amounts).not.toContain(20300);
});

test('money of a frozen customer leaves by no order of somebody else, attached there or confirmed there', async () => {
  const { movementId } = await takenOff('20400');
  const { orderId } = await ended('20420');
  await done('desk/confirmReceived', cameIn(orderId, { amount: '20420', reference: 'SENT BEFORE' }));
  await done('desk/prepareReturn', await back(orderId));
  const proposalId = await server.openProposal(orderId);
  await done('desk/approveReturn', { ...step(orderId), proposalId }, admin);
  const reason = 'A listed person it seems.';
  await done('compliance/freeze', { userId: await idOf('tier2'), reason }, officer.cookie);

  const mule = await ended('20400');
  await refused('desk.payer_stopped', 'unassigned/attach', attaching(movementId, mule, '20400'));
  const straight = await ended('20450');
  await done('desk/confirmReceived', cameIn(straight.orderId, { amount: '20450', reference: 'SENT SINCE' }));
  await refused('desk.payer_stopped', 'desk/prepareReturn', await back(straight.orderId));
  await refused('desk.payer_stopped', 'desk/recordReturned', wasSent(orderId, 'BACK TO FROZEN'));
  // Nor does the database take the line, whatever code asks.
  const line = owner.query(
    `insert into movements (order_id, user_id, direction, of_id, asset, amount, rail, account, bank, holder, moved_at,
       recorded_at, proposal_id)
     select order_id, user_id, 'back', id, asset, amount, rail, account, bank, holder, now(), now(), $2
       from movements where order_id = $1 and direction = 'in'`,
    [orderId, proposalId],
  );
  await expect(line).rejects.toMatchObject({ constraint: 'nothing_moves_while_frozen' });
});

test("what two of compliance decided to give back to a frozen customer becomes nobody else's", async () => {
  const frozen = await newCustomer(server, 'Frozen Fred');
  const { orderId } = await confirmed('3000', 'TAKEN OFF 1', frozen.cookie);
  await done('desk/undoPayIn', await takingOff(orderId));
  await done('desk/approveUndo', step(orderId), admin);
  const loose = (await list()).find(({ reference }) => reference === 'TAKEN OFF 1')?.id ?? '';
  await done('desk/confirmReceived', cameIn(orderId, { amount: '3000', reference: 'DECIDED 1' }));
  await done('desk/cancel', { ...step(orderId), reasonCode: 'asked_by_customer' });
  await done('compliance/freeze', { userId: frozen.id, reason: 'An authority asks for it' }, officer.cookie);
  const note = 'Give it back';
  const { body } = await call<{ proposalId: string }>(
    'compliance/proposeFrozenReturn',
    { orderId, note },
    officer.cookie,
  );
  const agreed = { proposalId: body.proposalId, decision: 'approve', note };
  await done('compliance/decideFrozen', agreed, compliance);

  await refused('trading.customer_frozen', 'desk/undoPayIn', await takingOff(orderId));
  // Nor does what came off that order before go anywhere: they decided about what stands there.
  const mule = await ended('3000');
  await refused('desk.payer_stopped', 'unassigned/attach', attaching(loose, mule, '3000'));
  await refused('trading.customer_frozen', 'unassigned/prepareReturn', {
    ...{ movementId: loose, note: '', reasonCode: 'paid_twice' },
  });
  const straight = owner.query(
    `insert into movements (order_id, user_id, direction, from_id, asset, amount, rail, account, bank, holder, moved_at,
       day_only, recorded_at)
     select t.id, t.user_id, 'in', m.id, m.asset, m.amount, m.rail, m.account, m.bank, m.holder, m.moved_at, m.day_only, now()
       from movements m, transactions t where m.id = $1 and t.id = $2`,
    [loose, mule.orderId],
  );
  await expect(straight).rejects.toMatchObject({ constraint: 'nothing_moves_while_frozen' });
  await done('desk/prepareReturn', await back(orderId));
});

/** Two of compliance let something go; what they were asked. */
async function decided(id: string) {
  const note = 'It is not theirs, by the papers';
  const asked = await call<{ proposalId: string; code?: string }>(
    'compliance/proposeFrozenReturn',
    { orderId: id, note },
    officer.cookie,
  );
  if (asked.status !== 200) return asked.body.code;
  await done('compliance/decideFrozen', { proposalId: asked.body.proposalId, decision: 'approve', note }, compliance);
  return 'done';
}
const frozen = ({ id }: { id: string }) =>
  done('compliance/freeze', { userId: id, reason: 'An authority asks for it' }, officer.cookie);

test('what somebody frozen had paid neither buys nor goes back by the order to which it was moved', async () => {
  const fred = await newCustomer(server, 'Frozen Ferdinand');
  const walletAddress = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
  const { orderId } = await paidBuy(server, fred.cookie, { amount: '3100', walletAddress });
  const paid = { ...cameIn(orderId, { amount: '3100', reference: 'TAKEN OFF 2' }), payerAccount: '9812345678' };
  await done('desk/confirmReceived', paid);
  await done('desk/undoPayIn', await takingOff(orderId));
  await done('desk/approveUndo', step(orderId), admin);
  const loose = (await list()).find(({ reference }) => reference === 'TAKEN OFF 2')?.id ?? '';
  const goesOn = await paidBuy(server, another ?? '', {
    amount: '1500',
    walletAddress: '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX',
  });
  const ends = await ended('1600');
  await done('unassigned/attach', attaching(loose, goesOn, '1500'));
  await done('unassigned/attach', attaching(loose, ends, '1600'));
  await frozen(fred);
  await done('desk/startProcessing', step(goesOn.orderId));
  await refused('desk.payer_stopped', 'desk/preparePayout', step(goesOn.orderId));
  await refused('desk.payer_stopped', 'desk/prepareReturn', await back(ends.orderId));
  // Nor does the database take the line, whatever code asks.
  const straight = owner.query(
    `with it as (select * from movements where order_id = $1 and direction = 'in'),
       agreed as (insert into proposals (kind, subject, payload, customer_id, proposed_by, state, decided_by, decided_at)
         select 'return', $1::text, jsonb_build_object('movementId', id, 'amount', amount::text, 'unit', asset,
           'account', account), user_id, $2, 'approved', $3, now() from it returning id)
     insert into movements (order_id, user_id, direction, of_id, asset, amount, rail, reference, reference_key, account,
       bank, holder, moved_at, recorded_at, proposal_id)
     select order_id, user_id, 'back', it.id, asset, amount, rail, 'X', 'XBACK', account, bank, holder, now(), now(),
            agreed.id
       from it, agreed`,
    [ends.orderId, await idOf('finance'), await idOf('admin')],
  );
  await expect(straight).rejects.toMatchObject({ constraint: 'nothing_moves_while_frozen' });
  // Two of compliance let either go, as any order that somebody else's freeze stops.
  expect([await decided(goesOn.orderId), await decided(ends.orderId)]).toEqual(['done', 'done']);
  await done('desk/preparePayout', step(goesOn.orderId));
  await done('desk/prepareReturn', await back(ends.orderId));
});

test("a stranger's money that stood by mistake on the order of somebody frozen since goes back to them", async () => {
  const [fred, ann] = [await newCustomer(server, 'Frozen Frederick'), await newCustomer(server, 'Honest Ann')];
  // The clerk noted Ann's on Fred's order, which is of as much; then his own came, and he was served.
  const walletAddress = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
  const { orderId } = await paidBuy(server, fred.cookie, { amount: '3200', walletAddress });
  const anns = { payerAccount: '900111222', payerHolder: 'Honest Ann' };
  await done('desk/confirmReceived', { ...cameIn(orderId, { amount: '3200', reference: 'ANNS MONEY' }), ...anns });
  await done('desk/undoPayIn', await takingOff(orderId));
  await done('desk/approveUndo', step(orderId), admin);
  const movementId = (await list()).find(({ reference }) => reference === 'ANNS MONEY')?.id ?? '';
  const freds = { payerAccount: '888777666', payerHolder: 'Frozen Frederick' };
  await done('desk/confirmReceived', { ...cameIn(orderId, { amount: '3200', reference: 'FREDS OWN' }), ...freds });
  for (const path of ['startProcessing', 'preparePayout']) await done(`desk/${path}`, step(orderId));
  await done('desk/approvePayout', step(orderId), admin);
  await done('desk/recordSent', wasSent(orderId, randomBytes(32).toString('hex')));
  const hers = await paidBuy(server, ann.cookie, {
    amount: '3200',
    walletAddress: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  });
  await frozen(fred);

  const goesBack = { movementId, reasonCode: 'third_party_payer', note: '' };
  await refused('desk.payer_stopped', 'unassigned/attach', attaching(movementId, hers, '3200'));
  await refused('trading.customer_frozen', 'unassigned/prepareReturn', goesBack);
  const shown = async () => (await call<FreezesView>('compliance/freezes', { userId: fred.id }, compliance)).body.money;
  expect(await shown()).toMatchObject([{ id: movementId, reference: 'ANNS MONEY', decided: false }]);
  expect(await decided(movementId)).toBe('done');
  // It goes back to where it came from, and becomes nobody's.
  await refused('desk.payer_stopped', 'unassigned/attach', attaching(movementId, hers, '3200'));
  await done('unassigned/prepareReturn', goesBack);
  const { rows } = await owner.query(`select id from proposals where subject = $1 and kind = 'return'`, [movementId]);
  await done('unassigned/decide', { movementId, decision: 'approve', note: '', proposalId: rows[0].id }, admin);
  await done('unassigned/recordReturned', { movementId, note: '', ...seenNow('x'), reference: 'BACK TO ANN' });
  const { rows: back } = await owner.query(
    `select account, amount::text from movements where reference = 'BACK TO ANN'`,
  );
  expect(back).toEqual([{ account: '900111222', amount: expect.stringMatching(/^3200/) }]);
  expect(await shown()).toEqual([]);
});

test('money of nobody from an account that somebody frozen had named goes back once two decided it', async () => {
  const eve = await newCustomer(server, 'Eve Frozen');
  const accountNumber = '5566778899';
  const named = { amount: '0.0002', holder: 'Eve Frozen', accountNumber };
  expect((await sell(server, eve.cookie, named)).status).toBe(200);
  await frozen(eve);
  const movementId = await money.recorded('WRONG TRANSFER 1', { payerAccount: accountNumber, amount: '90000' });
  const goesBack = { movementId, reasonCode: 'third_party_payer', note: '' };
  await refused('desk.payer_stopped', 'unassigned/prepareReturn', goesBack);
  const shown = async () => (await call<FreezesView>('compliance/freezes', { userId: eve.id }, compliance)).body.money;
  const line = { id: movementId, reference: 'WRONG TRANSFER 1', received: 'J$90,000.00' };
  expect(await shown()).toEqual([{ ...line, decided: false, waiting: null }]);
  expect(await decided(movementId)).toBe('done');
  expect(await shown()).toEqual([{ ...line, decided: true, waiting: null }]);
  await done('unassigned/prepareReturn', goesBack);
  // A freeze that those two did not know of is none that they decided about.
  const later = await newCustomer(server, 'Frozen Later');
  const sold = { ...named, holder: 'Frozen Later' };
  expect((await sell(server, later.cookie, sold)).status).toBe(200);
  await frozen(later);
  const approve = { movementId, decision: 'approve', note: '' };
  const { rows } = await owner.query(`select id from proposals where subject = $1 and kind = 'return'`, [movementId]);
  const asAdmin = { ...approve, proposalId: rows[0].id };
  await money.refusedBy(admin)('desk.payer_stopped', 'unassigned/decide', asAdmin);
  expect(await decided(movementId)).toBe('done');
  await done('unassigned/decide', asAdmin, admin);
  const sent = { movementId, note: '', ...seenNow('x'), reference: 'WENT BACK 1' };
  await done('unassigned/recordReturned', sent);
  expect(await shown()).toEqual([]);
});
