import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSession } from '../../../test/security/actors.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { withSystem } from '../../platform/database/database.ts';
import { openCase } from './open-case.ts';
import { raiseAlert } from './raise-alert.ts';

const server = await serverUnderTest();
const { services, owner, call } = server;
const { idOf, rowsOf } = setUpSuspicions(server);
const customer = await idOf('tier2');
const officer = await createSession(server, 'compliance');

const blockWallet = (title: string) => async (tx: Parameters<typeof openCase>[0]) => {
  const at = new Date();
  const alert = await raiseAlert(tx, {
    transactionId: null,
    userId: customer,
    type: 'wallet_blocked',
    priority: 'urgent',
    riskScore: 100,
    description: title,
    details: {},
    rules: ['wallet_blocked'],
    at,
  });
  return {
    alert,
    caseId: await openCase(tx, { userId: customer, kind: 'wallet', title, alerts: [alert], by: null, at }),
  };
};

test('a wallet blocked while its case is being closed gets an open case', async () => {
  const first = await withSystem(services.pool, blockWallet('first'));
  await call('compliance/closeAlert', { alertId: first.alert, outcome: 'case_opened', note: 'In its case' }, officer);
  const closer = await owner.connect();
  await closer.query('begin');
  await closer.query('select 1 from cases where id = $1 for update', [first.caseId]);
  const second = withSystem(services.pool, blockWallet('second'));
  await wait(300);
  await closer.query(
    `update cases set state = 'closed', outcome = 'explained', outcome_text = 'x', closed_by = (select id from profiles where email = 'compliance@demo.test'), closed_at = now() where id = $1`,
    [first.caseId],
  );
  await closer.query('commit');
  closer.release();
  const { caseId } = await second;
  const [row] = await rowsOf('select state from cases where id = $1', [caseId]);
  expect(row).toEqual({ state: 'open' });
});
