import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { waitForLock } from '../../../test/lock-waits.ts';
import { buy, sellFields, upload } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { linkAccounts, newCustomer, signUpFacts, tier1Form } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { detectDuplicatesOf } from './detect-duplicates.ts';
import type { LinkView } from './views.ts';

const server = await serverUnderTest();
const { call, owner, services } = server;
const { another, idOf, rowsOf } = setUpSuspicions(server);
const compliance = await createSession(server, 'compliance');
const officer = await another('compliance');

const facts = {
  password: 'Blue-Mountain-2256!',
  ...signUpFacts,
};

/** Signs up, confirms the email address, runs the sign-up job and signs in. */
async function open(email: string, change: Partial<typeof facts> = {}) {
  expect((await call('accounts/signUp', { ...facts, ...change, email })).status).toBe(200);
  await owner.query(`update auth."user" set "emailVerified" = true, signed_up_in = null where email = $1`, [email]);
  const { rows } = await owner.query('select id from auth."user" where email = $1', [email]);
  const { rows: jobs } = await owner.query(
    `select 1 from pgboss.job where name = 'identity.links' and data->>'userId' = $1`,
    [rows[0].id],
  );
  expect(jobs).not.toEqual([]);
  await detectDuplicatesOf(services, rows[0].id);
  return { id: rows[0].id as string, email, cookie: await createSession(server, email) };
}

const close = (customer: { email: string; cookie: string }, password = facts.password) =>
  call<{ code?: string }>(
    'accounts/closeAccount',
    { email: customer.email, password, confirmed: true },
    customer.cookie,
  );
const freeze = async (userId: string) => {
  const { status } = await call('compliance/freeze', { userId, reason: 'An authority asks for it' }, compliance);
  expect(status).toBe(200);
};
const links = async (userId: string) => (await call<LinkView[]>('identity/links', { userId }, compliance)).body;
const tryToBuy = async (cookie: string) => {
  const { body } = await buy(server, cookie, { amount: '2000' });
  return body.code ?? 'placed';
};

test('a new account after closing a frozen one stays stopped until reviewers decide', async () => {
  const first = await open(`${randomUUID()}@gone.test`);
  await freeze(first.id);
  expect((await close(first)).status).toBe(200);
  const returned = await open(first.email, { firstName: 'Marcia', lastName: 'Griffiths', dateOfBirth: '1985-01-01' });
  const renamed = await open(`${randomUUID()}@gone.test`, { firstName: 'BROWN', lastName: 'Ína' });
  const otherCustomer = await open(`${randomUUID()}@gone.test`, { firstName: 'Peter', lastName: 'Tosh' });
  expect(await tryToBuy(returned.cookie)).toBe('trading.not_possible');
  expect(await tryToBuy(renamed.cookie)).toBe('trading.not_possible');
  expect(await tryToBuy(otherCustomer.cookie)).toBe('placed');
  expect(await links(returned.id)).toMatchObject([{ otherId: first.id, kinds: ['mail'], state: 'open' }]);
  expect(await links(renamed.id)).toMatchObject([{ otherId: first.id, kinds: ['name_birth'], state: 'open' }]);
  const separation = { userId: renamed.id, otherId: first.id, decision: 'apart', note: 'Another face on the papers' };
  // One compliance officer alone cannot separate the accounts, even with a second proposal.
  expect((await call('identity/decideLink', separation, compliance)).body).toEqual({ state: 'proposed' });
  expect((await call('identity/decideLink', separation, compliance)).body).toMatchObject({
    code: 'approvals.already_open',
  });
  const straight = owner.query(`update account_links set state = 'apart' where $1 in (account_a, account_b)`, [
    renamed.id,
  ]);
  await expect(straight).rejects.toMatchObject({ constraint: 'split_by_two_people' });
  expect(await tryToBuy(renamed.cookie)).toBe('trading.not_possible');
  const proposalId = (await links(renamed.id))[0]?.waiting?.proposalId;
  const agreed = await call('identity/decideLink', { ...separation, proposalId }, officer.cookie);
  expect(agreed.body).toEqual({ state: 'apart' });
  await detectDuplicatesOf(services, renamed.id);
  expect(await tryToBuy(renamed.cookie)).toBe('placed');
});

test('a frozen customer is recognised by an earlier name, also while the frozen account is open', async () => {
  const winston = { firstName: 'Winston', lastName: 'Rodney', dateOfBirth: '1945-03-01' };
  const first = await open(`${randomUUID()}@gone.test`, winston);
  await freeze(first.id);
  const parallel = await open(`${randomUUID()}@gone.test`, winston);
  const peter = { firstName: 'Peter', lastName: 'Tosh', dateOfBirth: '1944-10-19' };
  expect((await call('accountPages/updateProfile', peter, first.cookie)).status).toBe(200);
  const afterIt = await open(`${randomUUID()}@gone.test`, winston);
  expect((await close(first)).status).toBe(200);
  const returned = await open(`${randomUUID()}@gone.test`, winston);
  const asPeter = await open(`${randomUUID()}@gone.test`, peter);
  for (const { id, cookie } of [parallel, afterIt, returned]) {
    expect(await links(id)).toContainEqual(expect.objectContaining({ otherId: first.id, kinds: ['name_birth'] }));
    expect(await tryToBuy(cookie)).toBe('trading.not_possible');
  }
  // Staff see a name match that appears later, but no account is frozen: many people share a name.
  expect(await links(asPeter.id)).toContainEqual(expect.objectContaining({ otherId: first.id, kinds: ['name_birth'] }));
  expect(await tryToBuy(asPeter.cookie)).toBe('placed');
});

test('profile changes after the freeze do not stop a later customer', async () => {
  const [eve, mallory] = [await newCustomer(server, 'Eve Frozen'), await newCustomer(server, 'Mallory Frozen')];
  for (const { id } of [eve, mallory]) await freeze(id);
  const form = await tier1Form(server, eve.id);
  const trn = '123123123';
  const handedIn = { ...form, trn_document: { ...form.trn_document, trn } };
  expect((await call('identity/submitTier1', handedIn, eve.cookie)).status).toBe(200);
  await detectDuplicatesOf(services, eve.id);
  const shericka = { firstName: 'Shericka', lastName: 'Jackson', dateOfBirth: '1994-07-16' };
  for (const name of [shericka, { firstName: 'Mallory', lastName: 'Frozen' }])
    expect((await call('accountPages/updateProfile', name, mallory.cookie)).status).toBe(200);
  const named = await open(`${randomUUID()}@new.test`, shericka);
  expect(await links(named.id)).toContainEqual(expect.objectContaining({ otherId: mallory.id, state: 'open' }));
  expect(await tryToBuy(named.cookie)).toBe('placed');
  const taxpayer = await open(`${randomUUID()}@new.test`, { firstName: 'Honest', lastName: 'Taxpayer' });
  const taxpayerForm = await tier1Form(server, taxpayer.id);
  const own = { ...taxpayerForm, trn_document: { ...taxpayerForm.trn_document, trn } };
  expect((await call('identity/submitTier1', own, taxpayer.cookie)).status).toBe(200);
  await detectDuplicatesOf(services, taxpayer.id);
  expect(await tryToBuy(taxpayer.cookie)).toBe('placed');
  const separation = { userId: taxpayer.id, otherId: eve.id, decision: 'apart', note: 'Another face on the papers' };
  expect((await call('identity/decideLink', separation, compliance)).body).toEqual({ state: 'apart' });
});

test('a customer frozen after submitting documents is recognised by TRN, even when compared later', async () => {
  const first = await newCustomer(server, 'Owen Gray');
  const form = await tier1Form(server, first.id);
  expect((await call('identity/submitTier1', form, first.cookie)).status).toBe(200);
  await freeze(first.id);
  await detectDuplicatesOf(services, first.id);
  const returned = await open(`${randomUUID()}@gone.test`, { firstName: 'Laurel', lastName: 'Aitken' });
  const returnedForm = await tier1Form(server, returned.id);
  const same = { ...returnedForm, trn_document: { ...returnedForm.trn_document, trn: form.trn_document.trn } };
  expect((await call('identity/submitTier1', same, returned.cookie)).status).toBe(200);
  await detectDuplicatesOf(services, returned.id);
  expect(await tryToBuy(returned.cookie)).toBe('trading.not_possible');
});

test('a freeze on one account covers a new account that matches a joined one', async () => {
  const spear = { firstName: 'Burning', lastName: 'Spear', dateOfBirth: '1945-03-02' };
  const first = await open(`${randomUUID()}@gone.test`, { firstName: 'Don', lastName: 'Drummond' });
  const named = await open(`${randomUUID()}@gone.test`, spear);
  const papered = await newCustomer(server, 'Roland Alphonso');
  const form = await tier1Form(server, papered.id);
  expect((await call('identity/submitTier1', form, papered.cookie)).status).toBe(200);
  await detectDuplicatesOf(services, papered.id);
  for (const { id } of [named, papered]) {
    await linkAccounts(server, [first.id, id], 'bank');
    const join = { userId: first.id, otherId: id, decision: 'join', note: 'One person, by the papers' };
    expect((await call('identity/decideLink', join, compliance)).status).toBe(200);
  }
  await freeze(first.id);
  const winston = { firstName: 'Winston', lastName: 'McIntosh', dateOfBirth: '1944-10-19' };
  expect((await call('accountPages/updateProfile', winston, named.cookie)).status).toBe(200);
  expect((await close(named)).status).toBe(200);
  const byName = await open(`${randomUUID()}@gone.test`, spear);
  const byMail = await open(named.email, { firstName: 'Rico', lastName: 'Rodriguez' });
  const byPaper = await open(`${randomUUID()}@gone.test`, { firstName: 'Tommy', lastName: 'McCook' });
  const byPaperForm = await tier1Form(server, byPaper.id);
  const same = { ...byPaperForm, trn_document: { ...byPaperForm.trn_document, trn: form.trn_document.trn } };
  expect((await call('identity/submitTier1', same, byPaper.cookie)).status).toBe(200);
  await detectDuplicatesOf(services, byPaper.id);
  for (const [customer, frozen] of [
    [byName, named],
    [byMail, named],
    [byPaper, papered],
  ] as const) {
    expect(await tryToBuy(customer.cookie)).toBe('trading.not_possible');
    const separation = {
      userId: customer.id,
      otherId: frozen.id,
      decision: 'apart',
      note: 'Another face on the papers',
    };
    expect((await call('identity/decideLink', separation, compliance)).body).toEqual({ state: 'proposed' });
  }
  const asWinston = await open(`${randomUUID()}@gone.test`, winston);
  expect(await links(asWinston.id)).toMatchObject([{ otherId: named.id, kinds: ['name_birth'], state: 'open' }]);
  expect(await tryToBuy(asWinston.cookie)).toBe('placed');
});

test('a returning frozen customer is stopped on every account joined with the new one', async () => {
  const known = { firstName: 'Winston', lastName: 'Rodney', dateOfBirth: '1945-03-01' };
  const first = await open(`${randomUUID()}@gone.test`, known);
  await freeze(first.id);
  const returned = await open(`${randomUUID()}@gone.test`, known);
  const joined = await open(`${randomUUID()}@gone.test`, { lastName: 'Tosh', dateOfBirth: '1944-10-19' });
  expect([await tryToBuy(returned.cookie), await tryToBuy(joined.cookie)]).toEqual(['trading.not_possible', 'placed']);
  const [one, other] = [returned.id, joined.id].sort();
  await owner.query(
    `insert into account_links (account_a, account_b, kinds, found_at) values ($1, $2, '{trn}', $3) on conflict do nothing`,
    [one, other, services.clock()],
  );
  const decide = (decision: string) =>
    call<{ state: string }>(
      'identity/decideLink',
      { userId: returned.id, otherId: joined.id, decision, note: 'One face on both papers', proposalId: null },
      officer.cookie,
    );
  expect((await decide('join')).body.state).toBe('joined');
  expect([await tryToBuy(returned.cookie), await tryToBuy(joined.cookie)]).toEqual(
    Array(2).fill('trading.not_possible'),
  );
  const { body } = await call<{ stopped: boolean }>('compliance/freezes', { userId: joined.id }, compliance);
  expect(body.stopped).toBe(true);
  expect((await decide('apart')).body.state).toBe('proposed');
});

test('a frozen and closed namesake does not stop an older customer', async () => {
  const marcia = { firstName: 'Marcia', lastName: 'Griffiths', dateOfBirth: '1971-02-03' };
  const victim = await open(`${randomUUID()}@gone.test`, marcia);
  const double = await open(`${randomUUID()}@gone.test`, marcia);
  await freeze(double.id);
  expect((await close(double)).status).toBe(200);
  await detectDuplicatesOf(services, victim.id);
  expect(await links(victim.id)).toMatchObject([{ otherId: double.id, state: 'open' }]);
  expect(await tryToBuy(victim.cookie)).toBe('placed');
});

test('a stolen TRN on a frozen, closed account does not stop its owner', async () => {
  const victim = await newCustomer(server, 'Rita Marley');
  const thief = await newCustomer(server, 'Errol Dunkley');
  const form = await tier1Form(server, victim.id);
  expect((await call('identity/submitTier1', form, victim.cookie)).status).toBe(200);
  const thiefForm = await tier1Form(server, thief.id);
  const stolen = { ...thiefForm, trn_document: { ...thiefForm.trn_document, trn: form.trn_document.trn } };
  expect((await call('identity/submitTier1', stolen, thief.cookie)).status).toBe(200);
  await detectDuplicatesOf(services, victim.id);
  await detectDuplicatesOf(services, thief.id);
  await freeze(thief.id);
  expect((await close(thief, demoPassword)).status).toBe(200);
  expect(await links(victim.id)).toMatchObject([{ otherId: thief.id, state: 'open' }]);
  expect(await tryToBuy(victim.cookie)).toBe('placed');
});

test('a frozen and closed namesake account does not remove the roles of a staff member', async () => {
  const colleague = { id: await idOf('admin'), cookie: await createSession(server, 'admin') };
  const [known] = await rowsOf<{ email: string; firstName: string; lastName: string; dateOfBirth: string }>(
    `select email, first_name "firstName", last_name "lastName", date_of_birth::text "dateOfBirth"
       from profiles where id = $1`,
    [colleague.id],
  );
  const { email = '', ...person } = known ?? {};
  const double = await open(`${randomUUID()}@gone.test`, person);
  await freeze(double.id);
  await owner.query(`update auth."user" set "createdAt" = now() + interval '1 minute' where id = $1`, [colleague.id]);
  expect((await close(double)).status).toBe(200);
  expect((await call('accounts/signUp', { ...facts, email })).status).toBe(200);
  await detectDuplicatesOf(services, colleague.id);
  expect(await links(colleague.id)).toMatchObject([{ otherId: double.id, state: 'open' }]);
  expect((await call('compliance/cases', {}, colleague.cookie)).status).toBe(200);
});

test('a customer who closed an account without a freeze can return', async () => {
  const first = await open(`${randomUUID()}@peace.test`, { firstName: 'Joan', lastName: 'Clarke' });
  expect((await close(first)).status).toBe(200);
  const returned = await open(first.email, { firstName: 'Joan', lastName: 'Clarke' });
  expect(await tryToBuy(returned.cookie)).toBe('placed');
});

test('an account with a sale being placed is not closed', async () => {
  const { cookie, email, id } = await newCustomer(server);
  const { body: file } = await upload(server, cookie);
  const { body: quote } = await call<{ id: string }>('trading/quoteSell', { symbol: 'BTC', amount: '0.0002' }, cookie);
  const sell = { key: randomUUID(), quoteId: quote.id, proofFile: file.id, sourceOfFunds: null };
  const rest = { sourceOfFundsFile: null, custody: 'self', another: true, ...sellFields('Ina Brown') };
  // The closing transaction waits here for a concurrent role change.
  const roles = await owner.connect();
  await roles.query(`begin; select pg_advisory_xact_lock(hashtextextended('roles', 0))`);
  const closing = close({ email, cookie }, demoPassword);
  await waitForLock(server, closing, 1);
  const placing = call('trading/placeSellOrder', { ...sell, ...rest }, cookie);
  await waitForLock(server, placing, 2);
  await roles.query('commit');
  roles.release();
  const [closed, placed] = await Promise.all([closing, placing]);
  const { rows } = await owner.query('select count(*)::int n from transactions where user_id = $1', [id]);
  expect([closed.status === 200, placed.status === 200, rows[0].n]).not.toEqual([true, true, 1]);
  expect(closed.status === 200 ? rows[0].n : 0).toBe(0);
});

test('accounts that share a wallet raise one alert per scan, not one per pair', async () => {
  for (let n = 0; n < 6; n++) {
    const { cookie, id } = await newCustomer(server);
    expect(await tryToBuy(cookie)).toBe('placed');
    await detectDuplicatesOf(services, id);
  }
  const { rows } = await owner.query(
    `select count(*)::int n, count(distinct user_id)::int people from transaction_alerts
      where 'shared_identity' = any(triggered_rules) and details->>'shared' = 'wallet'`,
  );
  expect(rows[0].n).toBe(rows[0].people);
});
