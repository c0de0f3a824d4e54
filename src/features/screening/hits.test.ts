import { beforeEach, describe, expect, test } from 'vitest';
import { demoListedPerson } from '../../../fakes/screening/demo-list.ts';
import { startFakeProvider } from '../../../fakes/screening/provider.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { screenAllCustomers, screenNames } from './screen-names.ts';
import type { HitsView, ImportedView } from './views.ts';

const server = await serverUnderTest();
const { services, owner, call } = server;
const compliance = await server.signIn('compliance');
const admin = await server.signIn('admin');

async function signUp(email: string, person: { firstName?: string; lastName?: string; dateOfBirth: string }) {
  const facts = { phoneNumber: '8765550142', countryOfResidence: 'JM', nationality: 'JM', occupation: 'Teacher' };
  const rest = { password: 'Long-Enough-2026!', isPep: false, agreed: true };
  const answer = await call('accounts/signUp', { email, ...person, ...facts, ...rest });
  expect(answer).toMatchObject({ status: 200 });
  await owner.query(`update auth."user" set "emailVerified" = true where email = $1`, [email]);
  const { rows } = await owner.query<{ id: string }>('select id from profiles where email = $1', [email]);
  return rows[0]?.id ?? '';
}
const findHits = async (userId: string, state = 'open') =>
  (await call<HitsView>('screening/hits', { userId, state }, compliance)).body.hits;
const decide = (hitId: string | undefined, overrides: object = {}, cookie = compliance) =>
  call(
    'screening/decideHit',
    { hitId, decision: 'clear', reasonCode: 'other_person', note: 'According to the documents.', ...overrides },
    cookie,
  );

const { firstName, lastName, dateOfBirth } = demoListedPerson;
const listed = await signUp('zoltran@example.test', { firstName, lastName, dateOfBirth });
const ordinary = await signUp('ordinary@example.test', {
  firstName: 'Marcia',
  lastName: 'Ebanks',
  dateOfBirth: '1988-01-02',
});

describe('a customer with the name of a listed person', () => {
  beforeEach(async () => {
    await screenNames(services, { userId: listed });
    await screenNames(services, { userId: ordinary });
  });

  test('raises a hit, an alert and a case; a second run adds nothing', async () => {
    const hits = await findHits(listed);
    expect(hits).toHaveLength(1);
    expect(hits[0]).toMatchObject({
      sourceName: 'Demo list (invented)',
      partyRef: 'DEMO-4',
      score: 100,
      state: 'open',
      mayDecide: true,
      details: { nameScore: 100, birth: 'same', country: 'same', party: { name: 'QUISTMEYER Zoltran' } },
    });
    const { rows } = await owner.query(
      `select alert_type, priority, a.id alert, l.case_id "case" from transaction_alerts a join case_alerts l on l.alert_id = a.id
        where a.user_id = $1`,
      [listed],
    );
    expect(rows).toMatchObject([{ alert_type: 'name_match', priority: 'urgent' }]);
    expect(hits[0]?.caseId).toBe(rows[0].case);
  });

  test('is the only hit', async () => {
    const { rows } = await owner.query('select count(*)::int n from name_hits where user_id <> $1', [listed]);
    expect(rows[0].n).toBe(0);
    expect(await findHits(ordinary)).toEqual([]);
  });

  test("can't read hits", async () => {
    for (const table of ['name_hits', 'blockchain_screening']) {
      const client = await services.pool.connect();
      try {
        await client.query(`begin; select set_config('app.user_id', '${listed}', true)`);
        expect((await client.query(`select * from ${table}`)).rowCount).toBe(0);
      } finally {
        await client.query('rollback');
        client.release();
      }
    }
  });

  test('is visible to compliance and admins only, also in the database', async () => {
    const client = await services.pool.connect();
    try {
      const { rows } = await owner.query(`select id from profiles where email = 'support@demo.test'`);
      await client.query(
        `begin; select set_config('app.user_id', '${rows[0].id}', true), set_config('app.all_rows', 'yes', true)`,
      );
      expect((await client.query('select * from name_hits')).rowCount).toBe(0);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

test('a customer with the name of a listed organisation is a hit', async () => {
  const person = { firstName: 'Demo Mixer', lastName: 'Nonesuch', dateOfBirth: '1990-04-12' };
  const taker = await signUp('mixer@example.test', person);
  await screenNames(services, { userId: taker });
  expect(await findHits(taker)).toMatchObject([{ partyRef: 'DEMO-1', score: 100 }]);
});

describe('a decision', () => {
  test('needs a known reason and a note', async () => {
    const [hit] = await findHits(listed);
    expect((await decide(hit?.id, { note: 'no' })).status).toBe(400);
    expect((await decide(hit?.id, { reasonCode: 'papers_agree' })).status).toBe(400);
    expect((await decide('00000000-0000-7000-8000-000000000000')).body).toMatchObject({
      code: 'screening.hit_not_found',
    });
  });

  test('clearing a strong match takes two people', async () => {
    const [hit] = await findHits(listed);
    expect((await decide(hit?.id)).body).toEqual({ hitId: hit?.id, state: 'proposed' });
    expect((await decide(hit?.id)).body).toMatchObject({ code: 'approvals.already_open' });
    const [waiting] = await findHits(listed);
    expect(waiting).toMatchObject({ state: 'open', waiting: { isOwn: true, reasonCode: 'other_person' } });
    const proposalId = waiting?.waiting?.proposalId;
    expect((await decide(hit?.id, { proposalId })).body).toMatchObject({ code: 'approvals.second_person_needed' });
    const directUpdate = owner.query(
      `update name_hits set state = 'cleared', decided_at = now(), reason_code = 'x',
         decided_by = (select id from profiles where email = 'compliance@demo.test') where id = $1`,
      [hit?.id],
    );
    await expect(directUpdate).rejects.toMatchObject({ constraint: 'match_cleared_by_two' });
    const leave = { hitId: hit?.id, decision: 'leave', note: 'The documents differ.', proposalId };
    expect((await call('screening/decideHit', leave, admin)).body).toMatchObject({ state: 'left' });
    expect((await decide(hit?.id, { proposalId }, admin)).body).toMatchObject({ code: 'approvals.already_decided' });
    expect(await findHits(listed)).toMatchObject([{ state: 'open', waiting: null }]);
  });

  test('of 20 concurrent decisions one succeeds, is audited once, and the others are refused', async () => {
    const [hit] = await findHits(listed);
    await decide(hit?.id, {}, admin);
    const proposalId = (await findHits(listed))[0]?.waiting?.proposalId;
    const answers = await Promise.all(Array.from({ length: 20 }, () => decide(hit?.id, { proposalId })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body['code'] === 'screening.hit_decided')).toHaveLength(19);
    const log = await owner.query(`select action, reason_code from audit_log where subject_id = $1 order by id`, [
      hit?.id,
    ]);
    expect(log.rows).toEqual([
      { action: 'screening.clearing_proposed', reason_code: 'other_person' },
      { action: 'screening.clearing_left', reason_code: null },
      { action: 'screening.clearing_proposed', reason_code: 'other_person' },
      { action: 'screening.hit_cleared', reason_code: 'other_person' },
    ]);
    expect(await findHits(listed, 'cleared')).toMatchObject([{ reasonCode: 'other_person', mayDecide: false }]);
  });
});

describe('a decided match', () => {
  test('closes its alert when cleared, by the second person', async () => {
    const { rows } = await owner.query(
      `select a.state, a.outcome, a.closed_by = h.decided_by by_decider from transaction_alerts a
         join name_hits h on h.alert_id = a.id where a.user_id = $1`,
      [listed],
    );
    expect(rows).toEqual([{ state: 'closed', outcome: 'false_positive', by_decider: true }]);
  });

  test('is not raised again when cleared', async () => {
    await screenNames(services, { userId: listed });
    await screenAllCustomers(services, null);
    expect(await findHits(listed)).toEqual([]);
  });

  test("is raised again when the customer's data changes", async () => {
    await owner.query(`update profiles set date_of_birth = '1971-03-15' where id = $1`, [listed]);
    await screenNames(services, { userId: listed });
    expect(await findHits(listed)).toMatchObject([{ partyRef: 'DEMO-4', details: { birth: 'near' } }]);
  });

  test('is final when confirmed', async () => {
    const [hit] = await findHits(listed);
    expect((await decide(hit?.id, { decision: 'confirm', reasonCode: 'papers_agree' })).status).toBe(200);
    await owner.query(`update profiles set date_of_birth = '1971-03-14' where id = $1`, [listed]);
    await screenNames(services, { userId: listed });
    expect(await findHits(listed)).toEqual([]);
    expect((await decide(hit?.id)).body).toMatchObject({ code: 'screening.hit_decided' });
  });

  test("about the viewer is hidden and can't be decided, in code and database", async () => {
    const { rows } = await owner.query(`select id from profiles where email = 'compliance@demo.test'`);
    const ownHit = await owner.query(
      `insert into name_hits (user_id, source, party_ref, score, pair_hash, details, created_at)
       values ($1, 'local', 'X', 90, 'x', '{}', now()) returning id`,
      [rows[0].id],
    );
    expect(await findHits(rows[0].id)).toEqual([]);
    expect((await decide(ownHit.rows[0].id)).body).toMatchObject({ code: 'approvals.own_matter' });
    const forcedUpdate = owner.query(
      `update name_hits set state = 'cleared', decided_by = user_id, decided_at = now(), reason_code = 'x' where id = $1`,
      [ownHit.rows[0].id],
    );
    await expect(forcedUpdate).rejects.toThrow('never_about_oneself');
  });
});

describe('a list of our own', () => {
  const csv =
    'ref,name,births,countries,addresses\nL1,EBANKS Marcia,1988-01-02,JM,XBT:1InventedAddressOfOurOwnListXyz\n';
  const importOwnList = (overrides: object = {}, cookie = compliance) =>
    call<ImportedView>(
      'screening/importLocal',
      { fileName: 'own.csv', publishedOn: '2026-11-21', csv, ...overrides },
      cookie,
    );

  test('is previewed without changes', async () => {
    const { body } = await importOwnList({ tryOnly: true });
    expect(body).toMatchObject({ listId: null, unchanged: false, parties: 1, diff: { parties: { added: 1 } } });
    expect((await owner.query(`select 1 from sanctions_lists where source = 'local'`)).rowCount).toBe(0);
  });

  test('is refused with the invalid line', async () => {
    const { body } = await importOwnList({ csv: 'ref,name,births\n1,Ann Other,soon' });
    expect(body).toMatchObject({
      code: 'screening.list_unreadable',
      data: { what: expect.stringContaining('Line 2, births') },
    });
  });

  async function countBatches(limits: { customers: number; comparisons: number }): Promise<number> {
    let [after, count]: [string | null, number] = [null, 0];
    for (;;) {
      await owner.query(`delete from pgboss.job where name = 'screening.all_names'`);
      await screenAllCustomers(services, after, limits);
      count++;
      const { rows } = await owner.query<{ after: string }>(
        `select data->>'after' after from pgboss.job where name = 'screening.all_names'`,
      );
      if (!rows[0]) return count;
      after = rows[0].after;
    }
  }

  test('is active immediately with its importer, and all customers are screened in batches', async () => {
    const { body } = await importOwnList();
    const { rows } = await owner.query(
      `select p.email from sanctions_lists l join profiles p on p.id = l.imported_by where l.id = $1`,
      [body.listId],
    );
    expect(rows).toEqual([{ email: 'compliance@demo.test' }]);
    await owner.query(`
      with people as (insert into auth."user" (name, email, "emailVerified")
          select 'Crowd ' || n, 'crowd' || n || '@example.test', true
        from generate_series(1, 450) n returning id, email)
      insert into profiles (id, email, first_name, last_name, display_name, phone_number, date_of_birth, country_of_residence,
        declared_country, nationality, occupation)
      select id, email, 'Crowd', 'Person', 'Crowd Person', '+18765550100', '1990-01-01', 'JM', 'JM', 'JM', 'x' from people`);
    expect(await countBatches({ customers: 200, comparisons: 100_000 })).toBeGreaterThan(2);
    expect(await findHits(ordinary)).toMatchObject([{ source: 'local', partyRef: 'L1', score: 100 }]);
  });

  test('customers with costly names end a batch, and the next batch continues', async () => {
    const batchCount = await countBatches({ customers: 200, comparisons: 100_000 });
    // With a limit of 1, each customer with any comparison ends a batch.
    expect(await countBatches({ customers: 200, comparisons: 1 })).toBeGreaterThan(batchCount);
    expect(await findHits(ordinary)).toMatchObject([{ source: 'local', partyRef: 'L1', score: 100 }]);
  });

  test('keeps its hits with their evidence after removal', async () => {
    await importOwnList({ csv: 'ref,name\n' });
    await screenAllCustomers(services, null);
    expect(await findHits(ordinary)).toMatchObject([{ details: { party: { name: 'EBANKS Marcia' } } }]);
  });
});

test('our own lists are screened when the name provider is down, and the job is retried', async () => {
  const provider = await startFakeProvider({});
  provider.setMode('failing');
  const { screening } = services.config;
  const openSanctions = { url: provider.url, key: undefined, dataset: 'default' };
  const servicesWithProvider: Services = {
    ...services,
    config: { ...services.config, screening: { ...screening, openSanctions } },
  };
  const userId = await signUp('second@example.test', { firstName, lastName, dateOfBirth });
  await expect(screenNames(servicesWithProvider, { userId })).rejects.toThrow('OpenSanctions');
  expect(await findHits(userId)).toHaveLength(1);
  provider.setMode('ok');
  const result = { id: 'NK-7', caption: 'Zoltran Q.', score: 0.9, match: true, properties: { topics: ['role.pep'] } };
  provider.setAnswer({ responses: { q: { results: [result] } } });
  await screenNames(servicesWithProvider, { userId });
  expect((await findHits(userId)).map(({ source }) => source).sort()).toEqual(['demo', 'opensanctions']);
  await provider.stop();
});

test('a customer without a name yet raises no hit', async () => {
  const nameless = await signUp('nameless@example.test', { dateOfBirth });
  await screenNames(services, { userId: nameless });
  expect(await findHits(nameless)).toEqual([]);
});
