import { expect, test } from 'vitest';
import { buildPayIn, buy, upload } from '../../../../test/orders.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import type { CaseView } from '../../compliance/views.ts';
import { screenHolders } from '../risk-checks/screen-counterparties.ts';
import { screenOpen } from '../risk-checks/screen-open.ts';

const server = await serverWithoutFaults();
const { call, signIn, services } = server;
const { rowsOf } = setUpSuspicions(server);
const customer = await signIn('enhanced');
const [finance, compliance, admin] = await Promise.all(['finance', 'compliance', 'admin'].map(signIn));
const wallet = 'bc1qjasf9z3h7w3jspkhtgatgpyvvzgpa2wwd2lr0eh5tx44reyn2k7sfc27a4';

const lines = ['ref,name,category,addresses'];
async function importList(line: string) {
  lines.push(line);
  const file = { fileName: 'l.csv', publishedOn: `2026-11-${10 + lines.length}`, csv: lines.join('\n') };
  expect((await call('screening/importLocal', file, compliance)).status).toBe(200);
}
const completeCall = async (path: string, input: object, cookie = finance) =>
  expect([path, (await call(path, input, cookie)).status]).toEqual([path, 200]);

async function placeApproved(walletOwner: string): Promise<string> {
  const { body: file } = await upload(server, customer, 'source-of-funds');
  const large = { amount: '180000', sourceOfFunds: 'savings', sourceOfFundsFile: file.id };
  const { body } = await buy(server, customer, { ...large, walletAddress: wallet, custody: 'self', walletOwner });
  const { orderId } = body;
  await completeCall('desk/confirmReceived', buildPayIn(orderId, { amount: '180000' }));
  await screenHolders(services);
  await screenOpen(services);
  for (const path of ['startProcessing', 'preparePayout']) await completeCall(`desk/${path}`, { orderId, note: '' });
  await completeCall('desk/approvePayout', { orderId, note: '' }, admin);
  return orderId;
}

test('an approved order held for its holder records a wallet match too', async () => {
  const orderId = await placeApproved('Quentin Vantongeren');
  await importList('L-1,Quentin Vantongeren,sanctioned,');
  expect(await screenHolders(services)).toBe(1);
  const [alert] = await rowsOf<{ case_id: string }>('select case_id from case_orders where order_id = $1', [orderId]);
  const caseId = alert?.case_id;
  const asked = await call<{ proposalId: string }>(
    'compliance/proposeRelease',
    { caseId, orderId, note: 'The holder is another person' },
    compliance,
  );
  expect(asked.status).toBe(200);
  await importList(`L-2,Lena Listed,sanctioned,XBT:${wallet}`);
  expect(await screenOpen(services)).toBe(1);
  await importList('L-3,Other Person,sanctioned,XBT:1BoatSLRHtKNngkdXEeobR76b53LETtpyT');
  expect(await screenOpen(services)).toBe(0);
  const alerts = await rowsOf(
    'select alert_type from transaction_alerts where transaction_id = $1 order by created_at, id',
    [orderId],
  );
  expect(alerts).toEqual([{ alert_type: 'name_match' }, { alert_type: 'wallet_blocked' }]);
  const [shown] = (await call<CaseView>('compliance/case', { caseId }, compliance)).body.orderLines;
  expect(shown).toMatchObject({ holdReason: 'wallet_flagged', screening: 'flagged' });
  const decide = { proposalId: asked.body.proposalId, decision: 'approve', note: '' };
  expect((await call('compliance/decideRelease', decide, admin)).body).toMatchObject({
    code: 'approvals.changed_since',
  });
});
