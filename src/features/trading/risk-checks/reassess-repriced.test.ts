import { expect, test } from 'vitest';
import { buildPayIn, placePaidBuy } from '../../../../test/orders.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { reassessRepriced } from './reassess-repriced.ts';

const server = await serverUnderTest();
const { call, owner, services } = server;
const { idOf, rowsOf } = setUpSuspicions(server);
const [customer, finance] = await Promise.all(['enhanced', 'finance'].map(server.signIn));

test('a list hold takes two people after reassessment too', async () => {
  const { orderId } = await placePaidBuy(server, customer ?? '', { amount: '20600' });
  expect((await call('desk/confirmReceived', buildPayIn(orderId, { amount: '20600' }), finance)).status).toBe(200);
  await owner.query(
    `insert into risk_rule_sets (version, title, rules, proposed_by, approved_by)
     select version + 1, 'harder', regexp_replace(
         replace(rules::text, '"500000.00"', '"1.00"'), '"points": [0-9]+', '"points": 90', 'g')::jsonb, $1, $2
       from risk_rule_sets order by version desc limit 1`,
    [await idOf('compliance'), await idOf('admin')],
  );
  await owner.query('alter table transactions disable trigger all');
  await owner.query(
    `update transactions set held = true, hold_reason = 'wallet_flagged', assessment_pending = true where id = $1`,
    [orderId],
  );
  await owner.query('alter table transactions enable trigger all');
  expect(await reassessRepriced(services)).toBe(1);
  const found = await rowsOf('select hold_reason, assessment_pending unjudged from transactions where id = $1', [
    orderId,
  ]);
  expect(found).toEqual([{ hold_reason: 'wallet_flagged', unjudged: false }]);
  const alerts = await rowsOf('select alert_type from transaction_alerts where transaction_id = $1', [orderId]);
  expect(alerts).not.toEqual([]);
});
