import { expect, test } from 'vitest';
import { solanaAddress, solanaHash } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { confirmRegistration, insertWorkshop } from '../../../test/workshops.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { another, rowsOf } = setUpSuspicions(server);
const finance = await createSession(server, 'finance');
const support = await createSession(server, 'support');
const second = (await another('finance')).cookie;
const act = server.actsAs(finance);
async function whoCame(sessionId: string) {
  const who = await confirmRegistration(server, sessionId);
  expect(await act('workshopsDesk/checkIn', { sessionId, code: who.code }, support)).toBe('done');
  const [award] = await rowsOf<{ id: string }>('select id from lgm_awards where user_id = $1', [who.id]);
  const awardId = award?.id ?? '';
  const address = solanaAddress();
  expect(await act('workshops/nameAwardWallet', { awardId, address }, who.cookie)).toBe('done');
  return { ...who, awardId, address };
}
const rowOf = async (id: string) =>
  (
    await rowsOf<{ address: string; released: boolean; sent: boolean }>(
      'select address, released_at is not null released, sent_at is not null sent from lgm_awards where id = $1',
      [id],
    )
  )[0];

test('changing the wallet during the release is refused or takes effect before it', async () => {
  for (let round = 0; round < 4; round += 1) {
    const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
    const { awardId, address, cookie } = await whoCame(sessionId);
    const { body } = await call<{ proposalId: string }>('workshopsDesk/proposeAwards', { sessionId }, finance);
    const decide = { proposalId: body.proposalId, decision: 'approve' };
    const holder = await owner.connect();
    await holder.query('begin');
    await holder.query('select from lgm_awards where id = $1 for update', [awardId]);
    const both = [
      () => act('workshopsDesk/decideAwards', decide, second),
      () => act('workshops/nameAwardWallet', { awardId, address: solanaAddress() }, cookie),
    ];
    const running = (round % 2 ? both.toReversed() : both).map((one, n) =>
      new Promise((done) => setTimeout(done, n * 250)).then(one),
    );
    await new Promise((done) => setTimeout(done, 700));
    await holder.query('commit');
    holder.release();
    const answers = await Promise.all(running);
    const row = await rowOf(awardId);
    if (row?.released) expect(row.address).toBe(address);
    const [decided, named] = round % 2 ? answers.toReversed() : answers;
    expect([decided, named, row?.address === address]).toEqual(
      decided === 'done' ? ['done', 'workshops.award_released', true] : [decided, 'done', false],
    );
  }
});

test('recording an award twice, or renaming its wallet meanwhile, sends it once to the first wallet', async () => {
  const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
  const { awardId, address, cookie } = await whoCame(sessionId);
  const { body } = await call<{ proposalId: string }>('workshopsDesk/proposeAwards', { sessionId }, finance);
  expect(await act('workshopsDesk/decideAwards', { proposalId: body.proposalId, decision: 'approve' }, second)).toBe(
    'done',
  );
  const answers = await Promise.all([
    act('workshopsDesk/recordAward', { awardId, hash: solanaHash() }),
    act('workshopsDesk/recordAward', { awardId, hash: solanaHash() }, second),
    act('workshops/nameAwardWallet', { awardId, address: solanaAddress() }, cookie),
  ]);
  expect([answers, answers.filter((one) => one === 'done').length]).toEqual([answers, 1]);
  expect(answers[2]).toBe('workshops.award_released');
  expect(await rowOf(awardId)).toEqual({ address, released: true, sent: true });
});
