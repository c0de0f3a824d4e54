import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openBankReconciliation, type StatementRow } from '../../../test/bank-lines.ts';
import { buildPayIn, buildSent, placePaidBuy, sell } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { setUpUnallocated } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

/** A returned payout must not pay for another order of the same customer. */
const server = await serverWithoutFaults();
const { act, done, finance, refused } = await setUpUnallocated(server);
const { confirming, lineNamed, upload } = openBankReconciliation(server, { done, finance });
const admin = await createSession(server, 'admin');
const customer = await server.signIn('tier2');

async function payOutSell(reference: string) {
  const { orderId } = (await sell(server, customer)).body;
  const step = { orderId, note: '' };
  await done(
    'desk/confirmReceived',
    buildPayIn(orderId, { amount: '0.001', reference: randomBytes(32).toString('hex') }),
  );
  for (const path of ['desk/startProcessing', 'desk/preparePayout']) await done(path, step);
  expect((await act('desk/approvePayout', { ...step, note: 'looked' }, admin)).body.code).toBeUndefined();
  await done('desk/recordSent', buildSent(orderId, reference));
  const { rows } = await server.owner.query<{ amount: string; holder: string; account: string }>(
    `select amount::numeric(18, 2)::text amount, holder, account from movements where order_id = $1 and direction = 'out'`,
    [orderId],
  );
  return rows[0] ?? { amount: '', holder: '', account: '' };
}

test.each<[string, StatementRow]>([
  ['the payee and the account', {}],
  ['the account only', { payer: '' }],
  ['neither', { payer: '', account: '' }],
])('a credit of the amount we sent that shows %s is decided by two people', async (how, hidden) => {
  const { amount, holder, account } = await payOutSell(`OUT ${how.length} 7788`);
  const buy = await placePaidBuy(server, customer, { amount });
  await upload([
    {
      reference: `RTN ${how}`,
      details: `EFT RETURNED ${buy.reference}`,
      credit: amount,
      payer: holder,
      account,
      ...hidden,
    },
  ]);
  const line = await lineNamed(buy.reference);
  expect(line).toMatchObject({ certain: false, sameAs: { against: 'returned', reference: `OUT ${how.length} 7788` } });
  const payer = { payerBank: 'NCB', payerAccount: account, payerHolder: holder, note: 'x' };
  const confirmation = { ...confirming(line, payer), kind: 'order', id: buy.orderId };
  await refused('desk.line_returned', 'bankLines/confirm', confirmation);
  const proposal = (await done('bankLines/proposeDistinct', { lineId: line.id, note: 'A new transfer' })) as {
    proposalId: string;
  };
  const approval = { proposalId: proposal.proposalId, decision: 'approve' };
  expect((await act('bankLines/decideDistinct', approval, admin)).body.code).toBeUndefined();
  await done('bankLines/confirm', confirmation);
});

test('a credit of another person at the amount we sent is certain', async () => {
  const { amount } = await payOutSell('OUT OTHER 7788');
  const other = await server.signIn('tier1');
  const buy = await placePaidBuy(server, other, { amount });
  const { rows } = await server.owner.query<{ name: string }>(
    `select concat_ws(' ', first_name, last_name) name from profiles p join transactions t on t.user_id = p.id where t.id = $1`,
    [buy.orderId],
  );
  await upload([
    {
      reference: 'FT 9917788',
      details: buy.reference,
      credit: amount,
      payer: rows[0]?.name ?? '',
      account: '909000111',
    },
  ]);
  expect(await lineNamed(buy.reference)).toMatchObject({ certain: true, sameAs: null });
});

test.each(['routingNumber', 'bankName'])('a sell with a reference of ours in its %s is refused', async (field) => {
  const buy = await placePaidBuy(server, customer, { amount: '16418' });
  const spaced = buy.reference.replace('-', ' ').split('').join(' ');
  const answers = [buy.reference, spaced].map((text) => sell(server, customer, { [field]: `HWT ${text}` }));
  for (const { body } of await Promise.all(answers)) expect(body.code).toBe('trading.reference_in_bank');
});
