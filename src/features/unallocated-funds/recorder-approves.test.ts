import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildUpload, emptyPayer, openBankReconciliation } from '../../../test/bank-lines.ts';
import { bitcoinAddress, buildMovedAt } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { buildUnallocated, listUnallocated } from '../../../test/unassigned.ts';
import { serverUnderTest } from '../../../test/worker.ts';

const server = await serverUnderTest();
const { another } = setUpSuspicions(server);
const colleague = await createSession(server, 'finance');
const { cookie: recorder } = await another('finance');

type Answer = { code?: string; movementId?: string };

async function run(path: string, input: object, cookie: string) {
  const { status, body } = await server.call<Answer>(path, input, cookie);
  return status === 200 ? body : (body.code ?? String(status));
}

async function runOrThrow(path: string, input: object, cookie = colleague): Promise<Answer> {
  const answer = await run(path, input, cookie);
  if (typeof answer === 'string') throw new Error(`${path}: ${answer}`);
  return answer;
}

async function record(input: object, reference: string): Promise<string> {
  const money = buildUnallocated(reference, { amount: '900000', ...input });
  return (await runOrThrow('unassigned/record', money, recorder)).movementId ?? '';
}

const offersApproval = async (movementId: string, cookie: string) =>
  (await listUnallocated<{ id: string; mine: string[] }>(server, cookie))
    .find(({ id }) => id === movementId)
    ?.mine.includes('approve');

/** A colleague proposes the refund. Returns the answers to the approval of the recorder and of another person. */
async function refund(movementId: string) {
  const reason = { movementId, reasonCode: 'third_party_payer', note: '' };
  await runOrThrow('unassigned/prepareReturn', reason);
  const proposalId = await server.openProposal(movementId);
  const decision = { movementId, proposalId, decision: 'approve', note: '' };
  const own = await run('unassigned/decide', decision, recorder);
  const { cookie: third } = await another('finance');
  expect(await offersApproval(movementId, recorder)).toBe(false);
  expect(await offersApproval(movementId, third)).toBe(true);
  return [own, typeof (await run('unassigned/decide', decision, third)) === 'object'];
}

const createBankReference = () => `FT ${randomBytes(6).toString('hex').toUpperCase()}`;

test('the person who recorded a bank payment cannot approve its refund', async () => {
  const payer = { payerAccount: '777000111', payerHolder: 'Accomplice Jones' };
  expect(await refund(await record(payer, createBankReference()))).toEqual(['desk.recorded_by_you', true]);
});

test('the person who recorded the sending wallet of coins cannot approve their refund', async () => {
  const hash = randomBytes(32).toString('hex');
  const coins = {
    ...{ asset: 'BTC', rail: 'bitcoin', amount: '0.5', senderAddress: bitcoinAddress },
    ...{ payerBank: '', payerAccount: '', payerHolder: '', ...buildMovedAt(hash) },
  };
  expect(await refund(await record(coins, hash))).toEqual(['desk.recorded_by_you', true]);
});

test('the person who completed the account of a bank line cannot approve the refund to it', async () => {
  const reference = createBankReference();
  const line = { reference, details: 'TRANSFER', credit: '900000.00', payer: 'Honest Henry', account: '', bank: '' };
  await runOrThrow('bankLines/upload', buildUpload([line]));
  const { queue } = openBankReconciliation(server, { done: runOrThrow, finance: colleague });
  const lineId = (await queue()).find((one) => one.reference === reference)?.id;
  const payer = { ...emptyPayer, payerBank: 'Demo Bank of Jamaica', payerAccount: '777000111' };
  const { movementId = '' } = await runOrThrow('bankLines/split', { lineId, parts: [], ...payer }, recorder);
  expect(await refund(movementId)).toEqual(['desk.recorded_by_you', true]);
});
