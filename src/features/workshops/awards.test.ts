import { expect, test } from 'vitest';
import { buildChainReceipt, claimPlanInMahoni, solanaAddress, solanaHash } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { confirmRegistration, insertWorkshop, runWorkshopEmails } from '../../../test/workshops.ts';
import { demoSettings } from '../settings/demo-settings.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;

const { another, rowsOf } = setUpSuspicions(server);
const [first, second] = [await createSession(server, 'finance'), await another('finance')];
const [support, compliance] = [await createSession(server, 'support'), await another('compliance')];

type Answer = { code?: string; proposalId?: string; count?: number };
const desk = async (path: string, input: object, cookie = first) => {
  const { status, body } = await call<Answer>(`workshopsDesk/${path}`, input, cookie);
  return status === 200 ? body : (body.code ?? status);
};
type Line = { id: string; state: string; attendee: string; own: boolean; transactionHash: string | null };
type List = {
  lines: Line[];
  proposal: { id: string; isOwn: boolean; awards: { address: string; lgm: number }[] } | null;
};
const list = async (sessionId: string, cookie = first) =>
  (await call<List>('workshopsDesk/awards', { sessionId }, cookie)).body;

async function addAttendee(sessionId: string, options: { wallet?: string | null } = {}) {
  const attendee = await confirmRegistration(server, sessionId);
  expect(await desk('checkIn', { sessionId, code: attendee.code }, support)).toMatchObject({ before: false });
  const [award] = await rowsOf<{ id: string; lgm: number }>('select id, lgm from lgm_awards where user_id = $1', [
    attendee.id,
  ]);
  if (!award) throw new Error('nothing to hand out');
  const { wallet = solanaAddress() } = options;
  const named = (address: string, cookie = attendee.cookie) =>
    call<Answer>('workshops/nameAwardWallet', { awardId: award.id, address }, cookie);
  if (wallet) expect((await named(wallet)).status).toBe(200);
  return { ...attendee, award, wallet, named };
}
const soon = () => insertWorkshop(server, { startsIn: '1 hour' });

async function releaseAwards(sessionId: string): Promise<void> {
  const proposal = (await desk('proposeAwards', { sessionId })) as Answer;
  expect(
    await desk('decideAwards', { proposalId: proposal.proposalId, decision: 'approve' }, second?.cookie),
  ).toMatchObject({
    decision: 'approve',
  });
}

test('an attendee gets 5,000 LGM once per session and is asked for a wallet', async () => {
  const sessionId = await soon();
  const { award, cookie, code, placeId } = await addAttendee(sessionId, { wallet: null });
  expect(award.lgm).toBe(5000);
  await desk('checkIn', { sessionId, code }, support);
  expect(await rowsOf('select from lgm_awards where registration_id = $1', [placeId])).toHaveLength(1);
  const own = await call<{ awards: object[] }>('workshops/own', {}, cookie);
  expect(own.body.awards).toMatchObject([{ id: award.id, lgm: 5000, address: null, title: 'First wallet' }]);
  const letters = (await runWorkshopEmails(server)).filter(({ subject }) => subject.includes('LGM'));
  expect(letters).toMatchObject([{ subject: 'Thank you for coming: 5,000 LGM for you' }]);
  expect(letters[0]?.text).toContain('They have no cash value.');
  expect(letters[0]?.calendar).toBeUndefined();
  expect(await desk('proposeAwards', { sessionId })).toBe('workshops.no_awards');
});

test('naming the same wallet again writes no audit entry', async () => {
  const { named, award, wallet } = await addAttendee(await soon());
  for (let n = 0; n < 3; n++) expect((await named(wallet ?? '')).status).toBe(200);
  expect((await named(solanaAddress())).status).toBe(200);
  const line = `select from audit_log where action = 'workshops.wallet_named' and subject_id = $1`;
  expect(await rowsOf(line, [award.id])).toHaveLength(2);
});

test('only the owner can name a valid Solana wallet, until the release', async () => {
  const sessionId = await soon();
  const { named, award, cookie } = await addAttendee(sessionId, { wallet: null });
  const otherAttendee = await confirmRegistration(server, sessionId);
  expect((await named(solanaAddress(), otherAttendee.cookie)).body.code).toBe('workshops.award_unknown');
  for (const wrong of [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    demoSettings.company_wallets.solana.address,
    demoSettings.token_contracts.LGM,
  ])
    expect((await named(wrong)).body.code).toBe('workshops.wallet_unsound');
  const wallet = solanaAddress();
  expect((await named(solanaAddress())).status).toBe(200);
  expect((await named(`https://solscan.io/account/${wallet}`)).status).toBe(200);
  expect(await rowsOf('select address from lgm_awards where id = $1', [award.id])).toEqual([{ address: wallet }]);
  await releaseAwards(sessionId);
  expect((await named(solanaAddress())).body.code).toBe('workshops.award_released');
  const own = await call<{ awards: object[] }>('workshops/own', {}, cookie);
  expect(own.body.awards).toMatchObject([{ address: wallet, releasedAt: expect.any(String), sentAt: null }]);
});

test('a checked-in attendee cannot move the seat', async () => {
  const sessionId = await soon();
  const { placeId, cookie } = await addAttendee(sessionId, { wallet: null });
  const move = { placeId, sessionId: await insertWorkshop(server), mode: 'in_person' };
  expect((await call<Answer>('workshops/move', move, cookie)).body.code).toBe('workshops.cannot_move');
});

test('two staff release, one sends, and the hash is stored once', async () => {
  const sessionId = await soon();
  const [one, other] = [await addAttendee(sessionId), await addAttendee(sessionId)];
  const unnamed = await addAttendee(sessionId, { wallet: null });
  const proposal = (await desk('proposeAwards', { sessionId })) as Answer;
  expect(proposal.count).toBe(2);
  expect(await desk('proposeAwards', { sessionId })).toBe('approvals.already_open');
  const decide = { proposalId: proposal.proposalId, decision: 'approve' };
  expect(await desk('decideAwards', decide)).toBe('approvals.second_person_needed');
  expect(await desk('decideAwards', decide, support)).toBe('staff.not_allowed');
  expect(await desk('recordAward', { awardId: one.award.id, hash: solanaHash() })).toBe('workshops.award_not_released');
  const waiting = (await list(sessionId, second?.cookie)).proposal;
  expect(waiting).toMatchObject({ isOwn: false, awards: [{ lgm: 5000 }, { lgm: 5000 }] });
  expect(await desk('decideAwards', decide, second?.cookie)).toMatchObject({ decision: 'approve' });
  expect((await list(sessionId)).lines.map(({ state }) => state).toSorted()).toEqual([
    ...['released', 'released', 'unnamed'],
  ]);
  const hash = solanaHash();
  expect(await desk('recordAward', { awardId: one.award.id, hash: 'sent it' })).toBe('workshops.award_hash_unsound');
  const page = `https://explorer.solana.com/tx/${hash}`;
  expect(await desk('recordAward', { awardId: one.award.id, hash: page })).toMatchObject({ awardId: one.award.id });
  expect(await desk('recordAward', { awardId: one.award.id, hash: solanaHash() })).toBe('workshops.award_not_released');
  expect(await desk('recordAward', { awardId: other.award.id, hash })).toBe('workshops.award_hash_used');
  const letters = (await runWorkshopEmails(server)).filter(({ subject }) => subject === 'Sent to you: 5,000 LGM');
  expect(letters.map(({ to }) => to)).toHaveLength(1);
  expect(letters[0]?.text).toContain(hash);
  expect((await unnamed.named(solanaAddress())).status).toBe(200);
  expect(await desk('proposeAwards', { sessionId })).toMatchObject({ count: 1 });
});

test('awards with a changed wallet or a frozen owner are not released', async () => {
  const sessionId = await soon();
  const [one, frozen] = [await addAttendee(sessionId), await addAttendee(sessionId)];
  const proposal = (await desk('proposeAwards', { sessionId })) as Answer;
  const decide = (decision: string) =>
    desk('decideAwards', { proposalId: proposal.proposalId, decision, reason: 'Not now' }, second?.cookie);
  await one.named(solanaAddress());
  expect(await decide('approve')).toBe('approvals.changed_since');
  await one.named(one.wallet ?? '');
  await call('compliance/freeze', { userId: frozen.id, reason: 'An authority asks' }, compliance?.cookie);
  expect(await decide('approve')).toBe('approvals.changed_since');
  expect(await decide('reject')).toMatchObject({ decision: 'reject' });
  expect(await desk('proposeAwards', { sessionId })).toMatchObject({ count: 1 });
  expect((await list(sessionId)).lines.map(({ state }) => state)).toEqual(['named', 'named']);
});

test('an award to a listed wallet is refused', async () => {
  const sessionId = await soon();
  const wallet = solanaAddress();
  await addAttendee(sessionId, { wallet });
  const csv = `ref,name,kind,category,aliases,births,countries,programmes,addresses
X-9,Demo Thief Nonesuch,person,sanctioned,,,,DEMO,SOL:${wallet}`;
  const list = { csv, fileName: 'own.csv', publishedOn: '2026-11-20', tryOnly: false };
  expect((await call('screening/importLocal', list, compliance?.cookie)).status).toBe(200);
  expect(await desk('proposeAwards', { sessionId })).toBe('workshops.no_awards');
});

test('proposing or approving an own award is refused', async () => {
  const sessionId = await soon();
  const [colleague, otherAttendee] = [await addAttendee(sessionId), await addAttendee(sessionId)];
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'finance')`, [colleague.id]);
  expect(await desk('proposeAwards', { sessionId }, colleague.cookie)).toMatchObject({ count: 1 });
  const own = (await list(sessionId)).proposal;
  expect(own?.awards).toMatchObject([{ address: otherAttendee.wallet }]);
  expect(await desk('decideAwards', { proposalId: own?.id, decision: 'reject', reason: 'Not now' })).toMatchObject({});
  const proposal = (await desk('proposeAwards', { sessionId })) as Answer;
  expect(proposal.count).toBe(2);
  const decide = { proposalId: proposal.proposalId, decision: 'approve' };
  expect(await desk('decideAwards', decide, colleague.cookie)).toBe('approvals.own_matter');
});

test('the database refuses a release by one person, to another wallet or without attendance', async () => {
  const sessionId = await soon();
  const { award, id, wallet } = await addAttendee(sessionId);
  const proposal = (await desk('proposeAwards', { sessionId })) as Answer;
  const [person] = await rowsOf<{ id: string }>(`select id from profiles where email = 'finance@demo.test'`);
  const asFinance = async (statement: string, values: unknown[]) => {
    const client = await owner.connect();
    await client.query('begin');
    await client.query('set local role cryptocommerce_app');
    await client.query(
      `select set_config('app.user_id', $1, true), set_config('app.roles', 'finance', true), set_config('app.all_rows', 'yes', true)`,
      [person?.id],
    );
    const answer = await client.query(statement, values).then(
      ({ rowCount }) => rowCount,
      ({ message }: Error) => message,
    );
    await client.query('rollback');
    client.release();
    return answer;
  };
  const release = `update lgm_awards set proposal_id = $1, released_at = now() where id = $2`;
  expect(await asFinance(release, [proposal.proposalId, award.id])).toBe('the caller cannot change this row');
  expect(
    await asFinance(`update lgm_awards set address = $1, named_at = now() where id = $2`, [solanaAddress(), award.id]),
  ).toBe('the caller cannot change this row');
  expect(await rowsOf('select address from lgm_awards where user_id = $1', [id])).toEqual([{ address: wallet }]);
});

const act = server.actsAs(first);
const freeze = (userId: string) => act('compliance/freeze', { userId, reason: 'An authority asks' }, compliance.cookie);

test('an attendee with a refund gets no award', async () => {
  const sessionId = await soon();
  const attendee = await addAttendee(sessionId);
  const plain = { paymentId: attendee.paymentId, note: '' };
  expect(await act('paymentsDesk/prepareReturn', { ...plain, reasonCode: 'given_back_as_asked' })).toBe('done');
  expect(
    await act(
      'paymentsDesk/approveReturn',
      { ...plain, proposalId: await server.openProposal(attendee.paymentId) },
      second.cookie,
    ),
  ).toBe('done');
  expect(await act('workshopsDesk/proposeAwards', { sessionId })).toBe('workshops.no_awards');
});

async function knownByWallet() {
  const fred = await newCustomer(server, 'Frozen Fred');
  const due = await claimPlanInMahoni(server, fred.cookie);
  expect(await act('paymentsDesk/receive', buildChainReceipt(due))).toBe('done');
  return { wallet: due.senderAddress, freezes: () => freeze(fred.id) };
}
const releases = async (sessionId: string) => {
  expect(await act('workshopsDesk/proposeAwards', { sessionId })).toBe('done');
  return act(
    'workshopsDesk/decideAwards',
    { proposalId: await server.openProposal(sessionId), decision: 'approve' },
    second.cookie,
  );
};

test('an award never goes to the wallet of a frozen customer', async () => {
  const { wallet, freezes } = await knownByWallet();
  expect(await freezes()).toBe('done');
  const sessionId = await soon();
  await addAttendee(sessionId, { wallet });
  expect(await act('workshopsDesk/proposeAwards', { sessionId })).toBe('workshops.no_awards');
  const other = await addAttendee(sessionId);
  expect(await releases(sessionId)).toBe('done');
  expect(await act('workshopsDesk/recordAward', { awardId: other.award.id, hash: solanaHash() })).toBe('done');
});

test('an award proposed or released before a freeze is not sent', async () => {
  const { wallet, freezes } = await knownByWallet();
  const [proposedSession, releasedSession] = [await soon(), await soon()];
  const [, mule] = [await addAttendee(proposedSession, { wallet }), await addAttendee(releasedSession, { wallet })];
  expect(await releases(releasedSession)).toBe('done');
  expect(await act('workshopsDesk/proposeAwards', { sessionId: proposedSession })).toBe('done');
  expect(await freezes()).toBe('done');
  const decision = { proposalId: await server.openProposal(proposedSession), decision: 'approve' };
  expect(await act('workshopsDesk/decideAwards', decision, second.cookie)).toBe('approvals.changed_since');
  expect(await act('workshopsDesk/recordAward', { awardId: mule.award.id, hash: solanaHash() })).toBe(
    'workshops.award_stopped',
  );
});

test('the database refuses awards to frozen customers and their wallets', async () => {
  const { wallet, freezes } = await knownByWallet();
  const sessionId = await soon();
  const [mule, fine] = [await addAttendee(sessionId, { wallet }), await addAttendee(sessionId)];
  const own = await addAttendee(sessionId);
  expect(await releases(sessionId)).toBe('done');
  expect(await freezes()).toBe('done');
  expect(await freeze(own.id)).toBe('done');
  const asFinance = async (awardId: string | undefined) => {
    const client = await server.owner.connect();
    await client.query(`begin; set local role cryptocommerce_app`);
    await client.query(
      `select set_config('app.user_id', $1, true), set_config('app.roles', 'finance', true),
        set_config('app.all_rows', 'yes', true)`,
      [second.id],
    );
    const write = `update lgm_awards set transaction_hash = $1, sent_at = now(), sent_by = $2 where id = $3`;
    const answer = await client.query(write, [solanaHash(), second.id, awardId]).then(
      ({ rowCount }) => rowCount,
      ({ constraint }: { constraint?: string }) => constraint,
    );
    await client.query('rollback');
    client.release();
    return answer;
  };
  const frozen = 'nothing_moves_while_frozen';
  expect([await asFinance(mule.award.id), await asFinance(own.award.id), await asFinance(fine.award.id)]).toEqual([
    frozen,
    frozen,
    1,
  ]);
});
