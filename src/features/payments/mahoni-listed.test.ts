import { expect, test } from 'vitest';
import { chainLine, claimedInMahoni } from '../../../test/payments.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

/** Coins are neither taken from a listed address nor sent to one, whenever it came onto the list. */
const server = await serverWithoutFaults();
const { owner } = server;
const { another } = suspicionsOn(server);
const [finance, compliance] = [await sessionFor(server, 'finance'), await sessionFor(server, 'compliance')];
const second = await another('finance');

const act = server.actsAs(finance);
const onList: string[] = [];
const listed = (...addresses: string[]) => {
  onList.push(...addresses);
  const rows = onList.map((address, at) => `X-${at},Demo Thief ${at},person,sanctioned,,,,DEMO,SOL:${address}`);
  const csv = ['ref,name,kind,category,aliases,births,countries,programmes,addresses', ...rows].join('\n');
  return act(
    'screening/importLocal',
    { csv, fileName: 'own.csv', publishedOn: '2026-11-20', tryOnly: false },
    compliance,
  );
};
const prepares = (paymentId: string) =>
  act('paymentsDesk/prepareReturn', { paymentId, reasonCode: 'given_back_as_asked', note: '' });
const approves = async (paymentId: string) => {
  const proposalId = await server.openProposal(paymentId);
  return act('paymentsDesk/approveReturn', { paymentId, proposalId, note: '' }, second.cookie);
};

test('what came from an address that is on a list by now goes back to nobody', async () => {
  const [asked, prepared] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const dues = [await claimedInMahoni(server, asked.cookie), await claimedInMahoni(server, prepared.cookie)] as const;
  for (const due of dues) expect(await act('paymentsDesk/receive', chainLine(due))).toBe('done');
  expect(await prepares(dues[1].paymentId)).toBe('done');
  expect(await listed(...dues.map(({ senderAddress }) => senderAddress))).toBe('done');
  expect(await prepares(dues[0].paymentId)).toBe('payments.payee_not_clear');
  expect(await approves(dues[1].paymentId)).toBe('payments.payee_not_clear');
});

test('late coins of a listed address stand on nothing, from where they go back only once it is clear', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const due = await claimedInMahoni(server, who.cookie);
  expect(await listed(due.senderAddress)).toBe('done');
  await owner.query(`update payments set ended = 'lapsed', closed_at = now() where id = $1`, [due.paymentId]);
  expect(await act('paymentsDesk/receive', chainLine(due))).toBe('payments.sender_not_clear');
});
