import { expect, test } from 'vitest';
import { bitcoinAddress, buildPayIn, buildSent, placePaidBuy } from '../../../test/orders.ts';
import { enhancedForm, newCustomer, tier1Form, tier2Form } from '../../../test/submissions.ts';
import { buildStep, setUpUnallocated } from '../../../test/unassigned.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { excludedTables, exportedTables } from './data-export-columns.ts';

const server = await serverUnderTest();
const { call, owner } = server;
const { admin, done, lineOf } = await setUpUnallocated(server);

type Column = { table: string; column: string };

test('every replaced value of the export replaces one of its columns', () => {
  for (const { columns, expressions } of exportedTables)
    expect(columns).toEqual(expect.arrayContaining(Object.keys(expressions)));
});

test('every customer column is exported or has a reason why not', async () => {
  const { rows } = await owner.query<Column>(
    `select c.table_name "table", c.column_name "column" from information_schema.columns c
      where c.table_schema = 'public' and exists (select from information_schema.columns o
        where o.table_schema = 'public' and o.table_name = c.table_name
          and (o.column_name = 'user_id' or o.table_name = 'profiles'))
        and exists (select from pg_tables t where t.schemaname = 'public' and t.tablename = c.table_name)`,
  );
  const listed = exportedTables.flatMap(({ table, columns, withheld }) =>
    [...columns, ...withheld].map((column) => `${table}.${column}`),
  );
  const known = rows.filter(({ table }) => !(table in excludedTables)).map((at) => `${at.table}.${at.column}`);
  expect(listed.toSorted()).toEqual(known.toSorted());
  expect(Object.keys(excludedTables).filter((table) => !rows.some((row) => row.table === table))).toEqual([]);
});

test('the export contains decrypted declarations and no assessments', async () => {
  const { id, cookie } = await newCustomer(server);
  const numbers: string[] = [];
  for (const [command, make, tier] of [
    ['submitTier1', tier1Form, 1],
    ['submitTier2', tier2Form, 2],
    ['submitEnhanced', enhancedForm, 3],
  ] as const) {
    const form = await make(server, id);
    if ('trn_document' in form) numbers.push(form.trn_document.trn.replaceAll('-', ''), form.id_document.idNumber);
    expect([command, (await call(`identity/${command}`, form, cookie)).status]).toEqual([command, 200]);
    await owner.query(
      `update kyc_submissions set status = 'approved', decided_at = now(), waits_for = 'none',
         decided_by = (select id from auth."user" where email = 'compliance@demo.test'),
         first_approver = (select id from auth."user" where email = 'admin@demo.test')
        where user_id = $1 and tier = $2`,
      [id, tier],
    );
  }
  await owner.query(
    `insert into subscriptions (user_id, plan, payment_method) values ($1, 'personal', 'bank_transfer')`,
    [id],
  );
  const { status, body } = await call('accounts/exportData', undefined, cookie);
  expect(status).toBe(200);
  const text = JSON.stringify(body);
  expect(numbers).toHaveLength(2);
  const declared = ['1 Hope Road', 'trusted_wallets', 'employer_name', 'monthly_income', '"pep"', 'occupation'];
  for (const each of [...numbers, ...declared, 'declared_country', '"plan":"personal"']) expect(text).toContain(each);
  expect(text).not.toMatch(/"s1\.|_path"|risk_level|edd_|triggers|first_approver|decided_by|risk_classification/);
});

test('the export masks payer accounts like the screen', async () => {
  const { cookie } = await newCustomer(server);
  const { orderId } = await placePaidBuy(server, cookie, { amount: '2000' });
  await done('desk/confirmReceived', buildPayIn(orderId, { amount: '2000' }));
  const stranger = { payerBank: 'Bank of Strangers', payerAccount: '987654321098', payerHolder: 'Sheldon Stranger' };
  await done('desk/recordExtra', { ...buildPayIn(orderId, { amount: '55000', reference: 'STRANGER 1' }), ...stranger });
  const none = { payerBank: '', payerAccount: '', payerHolder: '' };
  const back = { ...buildStep(orderId), movementId: await lineOf(orderId), reasonCode: 'paid_twice', ...none };
  await done('desk/prepareReturn', back);
  await done('desk/approveReturn', buildStep(orderId), admin);
  await done('desk/recordReturned', buildSent(orderId, 'STRANGER BACK 1'));
  for (const path of ['startProcessing', 'preparePayout']) await done(`desk/${path}`, buildStep(orderId));
  await done('desk/approvePayout', buildStep(orderId), admin);
  await done('desk/recordSent', buildSent(orderId, 'e'.repeat(64)));
  const { body } = await call<{ movements: Record<string, string>[] }>('accounts/exportData', undefined, cookie);
  const details = body.movements.map(({ direction, account, holder, address }) => [
    direction,
    account,
    holder,
    address,
  ]);
  expect(details).toEqual([
    ['in', '… 2345', null, null],
    ['in', '… 1098', null, null],
    ['back', '… 1098', null, null],
    ['out', null, null, bitcoinAddress],
  ]);
  expect(body.movements.map(({ bank }) => bank)).toContain('Bank of Strangers');
});
