import { expect, test } from 'vitest';
import { buildChainReceipt, claimPlanInMahoni } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

const server = await serverWithoutFaults();
const { owner } = server;
const { another } = setUpSuspicions(server);
const [finance, compliance] = [await createSession(server, 'finance'), await createSession(server, 'compliance')];
const second = await another('finance');

const act = server.actsAs(finance);
const onList: string[] = [];
const importList = (...addresses: string[]) => {
  onList.push(...addresses);
  const rows = onList.map((address, at) => `X-${at},Demo Listed ${at},person,sanctioned,,,,DEMO,SOL:${address}`);
  const csv = ['ref,name,kind,category,aliases,births,countries,programmes,addresses', ...rows].join('\n');
  return act(
    'screening/importLocal',
    { csv, fileName: 'own.csv', publishedOn: '2026-11-20', tryOnly: false },
    compliance,
  );
};
const prepareRefund = (paymentId: string) =>
  act('paymentsDesk/prepareReturn', { paymentId, reasonCode: 'given_back_as_asked', note: '' });
const approveRefund = async (paymentId: string) => {
  const proposalId = await server.openProposal(paymentId);
  return act('paymentsDesk/approveReturn', { paymentId, proposalId, note: '' }, second.cookie);
};

test('refunding to an address that was listed meanwhile is refused', async () => {
  const [asked, prepared] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const dues = [
    await claimPlanInMahoni(server, asked.cookie),
    await claimPlanInMahoni(server, prepared.cookie),
  ] as const;
  for (const due of dues) expect(await act('paymentsDesk/receive', buildChainReceipt(due))).toBe('done');
  expect(await prepareRefund(dues[1].paymentId)).toBe('done');
  expect(await importList(...dues.map(({ senderAddress }) => senderAddress))).toBe('done');
  expect(await prepareRefund(dues[0].paymentId)).toBe('desk.not_screened');
  expect(await approveRefund(dues[1].paymentId)).toBe('desk.not_screened');
});

test('receiving late Mahoni from a listed address is refused', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const due = await claimPlanInMahoni(server, customer.cookie);
  expect(await importList(due.senderAddress)).toBe('done');
  await owner.query(`update payments set ended = 'lapsed', closed_at = now() where id = $1`, [due.paymentId]);
  expect(await act('paymentsDesk/receive', buildChainReceipt(due))).toBe('payments.sender_not_clear');
});
