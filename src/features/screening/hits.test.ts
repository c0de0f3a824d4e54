import { beforeEach, describe, expect, test } from 'vitest';
import { demoListedPerson } from '../../../fakes/screening/demo-list.ts';
import { startFakeProvider } from '../../../fakes/screening/provider.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import type { Services } from '../../platform/procedure.ts';
import { screenEverybody, screenNames } from './screen-names.ts';
import type { HitsView, ImportedView } from './views.ts';

const server = await serverUnderTest();
const { services, owner, call } = server;
const compliance = await server.signIn('compliance');
const admin = await server.signIn('admin');
const support = await server.signIn('support');

/** Somebody who signs up under a name and proves the address. */
async function signUp(email: string, who: { firstName: string; lastName: string; dateOfBirth: string }) {
  const facts = { phoneNumber: '8765550142', countryOfResidence: 'JM', nationality: 'JM', occupation: 'Teacher' };
  const rest = { password: 'Long-Enough-2026!', isPep: false, agreed: true };
  const answer = await call('accounts/signUp', { email, ...who, ...facts, ...rest });
  expect(answer).toMatchObject({ status: 200 });
  await owner.query(`update auth."user" set "emailVerified" = true where email = $1`, [email]);
  const { rows } = await owner.query<{ id: string }>('select id from profiles where email = $1', [email]);
  return rows[0]?.id ?? '';
}
const hitsOf = async (userId: string, state = 'open') =>
  (await call<HitsView>('screening/hits', { userId, state }, compliance)).body.hits;
const decide = (hitId: string | undefined, more: object = {}, cookie = compliance) =>
  call(
    'screening/decideHit',
    { hitId, decision: 'clear', reasonCode: 'other_person', note: 'Seen from the papers.', ...more },
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

  test('is a hit with what speaks for it, an alert and a case; running the job again adds nothing', async () => {
    const hits = await hitsOf(listed);
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

  test('stops nothing by itself, and nobody else is a hit', async () => {
    const { rows } = await owner.query('select count(*)::int n from name_hits where user_id <> $1', [listed]);
    expect(rows[0].n).toBe(0);
    expect(await hitsOf(ordinary)).toEqual([]);
  });

  test('cannot learn of it', async () => {
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

  test('is nobody’s business but of compliance and admin', async () => {
    for (const path of ['screening/hits', 'screening/lists'])
      expect((await call(path, path.endsWith('hits') ? {} : undefined, support)).status).toBe(403);
    const client = await services.pool.connect();
    try {
      const { rows } = await owner.query(`select id from profiles where email = 'support@demo.test'`);
      await client.query(
        `begin; select set_config('app.user_id', '${rows[0].id}', true), set_config('app.sees_all', 'yes', true)`,
      );
      expect((await client.query('select * from name_hits')).rowCount).toBe(0);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

test('whoever takes the name of a listed organisation is a match as whoever takes a person’s', async () => {
  const who = { firstName: 'Demo Mixer', lastName: 'Nonesuch', dateOfBirth: '1990-04-12' };
  const taker = await signUp('mixer@example.test', who);
  await screenNames(services, { userId: taker });
  expect(await hitsOf(taker)).toMatchObject([{ partyRef: 'DEMO-1', score: 100 }]);
});

describe('a decision', () => {
  test('needs a reason of the list and a note in words', async () => {
    const [hit] = await hitsOf(listed);
    expect((await decide(hit?.id, { note: 'no' })).status).toBe(400);
    expect((await decide(hit?.id, { reasonCode: 'papers_agree' })).status).toBe(400);
    expect((await decide('00000000-0000-7000-8000-000000000000')).body).toMatchObject({
      code: 'screening.hit_not_found',
    });
  });

  test('that it is somebody else, where name and birth agree, is taken by two people', async () => {
    const [hit] = await hitsOf(listed);
    expect((await decide(hit?.id)).body).toEqual({ hitId: hit?.id, state: 'proposed' });
    // Asking twice, or answering oneself, makes no second person.
    expect((await decide(hit?.id)).body).toMatchObject({ code: 'approvals.already_open' });
    const [waiting] = await hitsOf(listed);
    expect(waiting).toMatchObject({ state: 'open', waiting: { mine: true, reasonCode: 'other_person' } });
    const proposalId = waiting?.waiting?.proposalId;
    expect((await decide(hit?.id, { proposalId })).body).toMatchObject({ code: 'approvals.second_person_needed' });
    const alone = owner.query(
      `update name_hits set state = 'cleared', decided_at = now(), reason_code = 'x',
         decided_by = (select id from profiles where email = 'compliance@demo.test') where id = $1`,
      [hit?.id],
    );
    await expect(alone).rejects.toMatchObject({ constraint: 'match_cleared_by_two' });
    // Whoever does not agree leaves it to be decided.
    const leave = { hitId: hit?.id, decision: 'leave', note: 'The papers say otherwise.', proposalId };
    expect((await call('screening/decideHit', leave, admin)).body).toMatchObject({ state: 'left' });
    expect((await decide(hit?.id, { proposalId }, admin)).body).toMatchObject({ code: 'approvals.already_decided' });
    expect(await hitsOf(listed)).toMatchObject([{ state: 'open', waiting: null }]);
  });

  test('of 20 at once one is taken, is in the audit log once, and the others are told', async () => {
    const [hit] = await hitsOf(listed);
    await decide(hit?.id, {}, admin);
    const proposalId = (await hitsOf(listed))[0]?.waiting?.proposalId;
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
    expect(await hitsOf(listed, 'cleared')).toMatchObject([{ reasonCode: 'other_person', mayDecide: false }]);
  });
});

describe('what was decided', () => {
  test('is remembered: a cleared pair is not raised again', async () => {
    await screenNames(services, { userId: listed });
    await screenEverybody(services, null);
    expect(await hitsOf(listed)).toEqual([]);
  });

  test('is asked for again when the facts of the customer change', async () => {
    await owner.query(`update profiles set date_of_birth = '1971-03-15' where id = $1`, [listed]);
    await screenNames(services, { userId: listed });
    expect(await hitsOf(listed)).toMatchObject([{ partyRef: 'DEMO-4', details: { birth: 'near' } }]);
  });

  test('confirmed is final: the pair is not raised again either', async () => {
    const [hit] = await hitsOf(listed);
    expect((await decide(hit?.id, { decision: 'confirm', reasonCode: 'papers_agree' })).status).toBe(200);
    await owner.query(`update profiles set date_of_birth = '1971-03-14' where id = $1`, [listed]);
    await screenNames(services, { userId: listed });
    expect(await hitsOf(listed)).toEqual([]);
    expect((await decide(hit?.id)).body).toMatchObject({ code: 'screening.hit_decided' });
  });

  test('about oneself is not seen and not taken, by the command and by the database', async () => {
    const { rows } = await owner.query(`select id from profiles where email = 'compliance@demo.test'`);
    const own = await owner.query(
      `insert into name_hits (user_id, source, party_ref, score, pair_hash, details, created_at)
       values ($1, 'local', 'X', 90, 'x', '{}', now()) returning id`,
      [rows[0].id],
    );
    expect(await hitsOf(rows[0].id)).toEqual([]);
    expect((await decide(own.rows[0].id)).body).toMatchObject({ code: 'approvals.own_matter' });
    const forced = owner.query(
      `update name_hits set state = 'cleared', decided_by = user_id, decided_at = now(), reason_code = 'x' where id = $1`,
      [own.rows[0].id],
    );
    await expect(forced).rejects.toThrow('never_about_oneself');
  });
});

describe('a list of our own', () => {
  const csv =
    'ref,name,births,countries,addresses\nL1,EBANKS Marcia,1988-01-02,JM,XBT:1InventedAddressOfOurOwnListXyz\n';
  const give = (more: object = {}, cookie = compliance) =>
    call<ImportedView>(
      'screening/importLocal',
      { fileName: 'own.csv', publishedOn: '2026-11-21', csv, ...more },
      cookie,
    );

  test('is tried first, which changes nothing', async () => {
    const { body } = await give({ tryOnly: true });
    expect(body).toMatchObject({ listId: null, unchanged: false, parties: 1, diff: { parties: { added: 1 } } });
    expect((await owner.query(`select 1 from sanctions_lists where source = 'local'`)).rowCount).toBe(0);
  });

  test('is refused with the line that does not fit', async () => {
    const { body } = await give({ csv: 'ref,name,births\n1,Ann Other,soon' });
    expect(body).toMatchObject({
      code: 'screening.list_unreadable',
      data: { what: expect.stringContaining('Line 2, births') },
    });
  });

  /** In how many batches everybody is looked at. */
  async function batches(most: { customers: number; comparisons: number }): Promise<number> {
    let [after, count]: [string | null, number] = [null, 0];
    for (;;) {
      await owner.query(`delete from pgboss.job where name = 'screening.everybody'`);
      await screenEverybody(services, after, most);
      count++;
      const { rows } = await owner.query<{ after: string }>(
        `select data->>'after' after from pgboss.job where name = 'screening.everybody'`,
      );
      if (!rows[0]) return count;
      after = rows[0].after;
    }
  }

  test('stands at once, with who put it there, and everybody is looked at, hundreds at a time', async () => {
    const { body } = await give();
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
    expect(await batches({ customers: 200, comparisons: 100_000 })).toBeGreaterThan(2);
    expect(await hitsOf(ordinary)).toMatchObject([{ source: 'local', partyRef: 'L1', score: 100 }]);
  });

  test('whose names cost much end a batch, and whoever stands behind them is in the next one', async () => {
    const crowd = await batches({ customers: 200, comparisons: 100_000 });
    // Each customer who is compared with anybody at all is then the last one of a batch.
    expect(await batches({ customers: 200, comparisons: 1 })).toBeGreaterThan(crowd);
    expect(await hitsOf(ordinary)).toMatchObject([{ source: 'local', partyRef: 'L1', score: 100 }]);
  });

  test('taken away, it frees nobody who was a hit, and the hit still tells what it rested on', async () => {
    await give({ csv: 'ref,name\n' });
    await screenEverybody(services, null);
    expect(await hitsOf(ordinary)).toMatchObject([{ details: { party: { name: 'EBANKS Marcia' } } }]);
  });
});

test('a provider of names that is down: our own lists are asked all the same, and the job is tried again', async () => {
  const provider = await startFakeProvider({});
  provider.setMood('failing');
  const { screening } = services.config;
  const openSanctions = { url: provider.url, key: undefined, dataset: 'default' };
  const asking: Services = { ...services, config: { ...services.config, screening: { ...screening, openSanctions } } };
  const who = await signUp('second@example.test', { firstName, lastName, dateOfBirth });
  await expect(screenNames(asking, { userId: who })).rejects.toThrow('OpenSanctions');
  expect(await hitsOf(who)).toHaveLength(1);
  provider.setMood('ok');
  const like = { id: 'NK-7', caption: 'Zoltran Q.', score: 0.9, match: true, properties: { topics: ['role.pep'] } };
  provider.setAnswer({ responses: { q: { results: [like] } } });
  await screenNames(asking, { userId: who });
  expect((await hitsOf(who)).map(({ source }) => source).sort()).toEqual(['demo', 'opensanctions']);
  await provider.stop();
});
