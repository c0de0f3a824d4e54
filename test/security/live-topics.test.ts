import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { buildServer } from '../../src/server.ts';
import { buy, upload } from '../orders.ts';
import { liveLine } from '../reliability/live-line.ts';
import { serverUnderTest } from '../worker.ts';
import { sessionFor } from './actors.ts';

const server = await serverUnderTest();
const { services, owner } = server;

test('a customer does not hear that their order raised an alert', async () => {
  const app = await buildServer(services);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const cookie = await sessionFor(server, 'enhanced');
  const mine = await liveLine(origin, cookie);
  const visitor = await liveLine(origin, '');
  await wait(500);
  const { body: file } = await upload(server, cookie, 'source-of-funds');
  const wishes = { amount: '200000', sourceOfFunds: 'savings', sourceOfFundsFile: file.id };
  const place = async () => {
    mine.heard.length = 0;
    visitor.heard.length = 0;
    const answer = await buy(server, cookie, wishes);
    expect(answer.status).toBe(200);
    // What every order says has come; what an alert would say had its time too.
    await vi.waitFor(() => expect(mine.heard).toEqual(expect.arrayContaining(['trading', 'desk'])), 5_000);
    await wait(300);
    const { rows } = await owner.query('select count(*)::int n from transaction_alerts where transaction_id = $1', [
      answer.body.orderId,
    ]);
    return { alerts: rows[0].n, mine: [...mine.heard], visitor: [...visitor.heard] };
  };
  await owner.query(`update profiles set is_pep = false where email = 'enhanced@demo.test'`);
  await owner.query(
    `update enhanced_kyc_data set pep_status = false, high_risk_jurisdiction = false, enhanced_due_diligence_required = false where user_id = (select id from profiles where email = 'enhanced@demo.test')`,
  );
  const plain = await place();
  await owner.query(`update profiles set is_pep = true where email = 'enhanced@demo.test'`);
  const alerted = await place();
  await mine.close();
  await visitor.close();
  await app.close();
  expect([plain.alerts, alerted.alerts]).toEqual([0, 1]);
  expect(new Set(alerted.mine)).toEqual(new Set(plain.mine));
  expect(alerted.visitor).not.toContain('compliance');
});
