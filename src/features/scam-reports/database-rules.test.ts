import { afterEach, describe, expect, test, vi } from 'vitest';
import { createScamTools } from '../../../test/scams.ts';
import { createPolicyTools } from '../../../test/security/row-policies.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { collectIndicators } from './facts.ts';
import { type LookupInput, maxFacts } from './schema.ts';
import { isWeightyEnough, type Reporter, settledAfterDays } from './weight.ts';

/** Runs statements as the application role, without the filters of our code: the database must reject them. */
const server = await serverWithoutFaults();
const { owner } = server;
const { submits, publish, matterOf } = createScamTools(server);
const { asApp, outcome } = createPolicyTools(server);

const [me, them] = [await newCustomer(server), await newCustomer(server)];
const mine = (await submits(me, { website: 'mine-scam.com' })).id;
const theirs = (await submits(them, { website: 'their-scam.com' })).id;

await publish(theirs);

const staffId = (await owner.query<{ id: string }>(`select id from auth."user" where email = 'support@demo.test'`))
  .rows[0]?.id;
const customer = { user: me.id };
const staff = { user: staffId ?? '', all: true, roles: 'support' };
const judge = { ...staff, roles: 'compliance' };
const finance = { user: staffId ?? '', all: true, roles: 'finance' };
const readable = ['scam_cases', 'scam_verdicts', 'scam_publications', 'scam_published_indicators'];

test.each(readable)('%s is readable only by scam staff', async (table) => {
  const count = `select 1 from ${table}`;
  expect(await outcome(staff, count)).toBeGreaterThan(0);
  for (const context of [customer, finance, {}]) expect([context, await outcome(context, count)]).toEqual([context, 0]);
});

test('a customer reads only their own indicators and counts only through a function', async () => {
  const { rows } = await asApp(customer, (client) => client.query('select value from scam_indicators'));
  expect(rows.filter(({ value }) => value.endsWith('.com'))).toEqual([{ value: 'mine-scam.com' }]);
  for (const context of [customer, staff])
    expect(await outcome(context, 'select reporter_count people, scam_case_id from scam_indicators')).toBe('refused');
  const ofMatter = `select * from app.scam_indicators_of('${await matterOf(theirs)}')`;
  expect(await outcome(staff, ofMatter)).toBeGreaterThan(0);
  for (const context of [customer, finance]) expect(await outcome(context, ofMatter)).toBe('refused');
});

test('cases and indicators cannot be written directly, and a report is placed once by its reporter', async () => {
  for (const statement of [
    `insert into scam_indicators (kind, scope, value, first_at, last_at) values ('name', '', 'x', now(), now())`,
    `insert into scam_cases (opened_at, last_report_at) values (now(), now())`,
    `insert into scam_report_indicators select '${mine}', id, '${me.id}', 'x' from scam_indicators limit 1`,
    `update scam_indicators set is_shared = true`,
    `update scam_reports set scam_case_id = gen_random_uuid()`,
    `update scam_reports set name = 'x' where id = '${mine}'`,
    `delete from scam_reports where id = '${mine}'`,
    `select app.assign_scam_report('${mine}', '[]')`,
    `select app.assign_scam_report('${theirs}', '[]')`,
    `select app.recount_scams('{}', '{}')`,
  ])
    expect([statement, await outcome(customer, statement)]).toEqual([statement, 'refused']);
});

test('a report is inserted in one’s own name, as submitted and as its own case', async () => {
  const hands = (row: string) =>
    `insert into scam_reports (user_id, scam_case_id, status, name, description, idempotency_key, request_hash, created_at)
       values (${row}, 'x', 'x', gen_random_uuid(), 'x', now()) returning scam_case_id`;
  const matter = await matterOf(theirs);
  expect(await outcome(customer, hands(`'${them.id}', '${matter}', 'submitted'`))).toBe('refused');
  expect(await outcome(customer, hands(`'${me.id}', '${matter}', 'in_review'`))).toBe('refused');
  const made = await asApp(customer, (client) => client.query(hands(`'${me.id}', '${matter}', 'submitted'`)));
  expect(made.rows[0]?.scam_case_id).not.toBe(matter);
});

test('staff cannot judge in another name or judge their own report', async () => {
  const judged = (by: string) =>
    `update scam_reports set status = 'completed', decided_at = now(), decided_by = '${by}' where id = '${mine}'`;
  expect(await outcome(judge, judged(me.id))).toBe('refused');
  expect(await outcome(judge, judged(staffId ?? ''))).toBe(1);
  expect(await outcome(staff, judged(staffId ?? ''))).toBe(0);
  expect(await outcome(finance, judged(staffId ?? ''))).toBe(0);
  expect(await outcome({ user: me.id, all: true, roles: 'support' }, judged(me.id))).toBe(0);
  await owner.query('insert into merged_accounts (user_id, person_id) values ($1, $1), ($2, $1)', [me.id, staffId]);
  expect(await outcome(judge, judged(staffId ?? ''))).toBe('failed 23514');
  await owner.query('delete from merged_accounts');
});

test('publishing by one person or against verdict or proposal is refused', async () => {
  const matter = await matterOf(mine);
  const client = await owner.connect();
  const verdict = await client.query<{ id: string }>(
    `insert into scam_verdicts (scam_case_id, verdict, checklist, reason_code, note, decided_by, decided_at)
       values ($1, 'scam', '{}', 'x', 'x', $2, now()) returning id`,
    [matter, staffId],
  );
  const verdictId = verdict.rows[0]?.id;
  await client.query('alter table proposals disable trigger user');
  const proposed = await client.query<{ id: string }>(
    `insert into proposals (kind, subject, payload, proposed_by) values ('scam_warning', $1, $2, $3) returning id`,
    [matter, JSON.stringify({ verdictId, title: 'Mine', summary: 'x' }), staffId],
  );
  const published = (title: string, said = 'scam') =>
    outcome(
      judge,
      `insert into scam_publications (scam_case_id, verdict_id, verdict, slug, title, summary, proposal_id, published_at)
         values ($1, $2, $3, 'mine', $4, 'x', $5, now())`,
      [matter, verdictId, said, title, proposed.rows[0]?.id],
    );
  expect(await published('Mine')).toBe('failed 23514');
  await client.query(
    `update proposals set state = 'approved', decided_at = now(),
       decided_by = (select id from auth."user" where email = 'admin@demo.test') where id = $1`,
    [proposed.rows[0]?.id],
  );
  await client.query('alter table proposals enable trigger user');
  client.release();
  expect(await published('Otherwise')).toBe('failed 23514');
  expect(await published('Mine', 'likely')).toBe('failed 23514');
  expect(await published('Mine')).toBe(1);
});

test('public views contain no reporter', async () => {
  const { rows } = await asApp({}, (client) => client.query('select * from app.published_scams(null, null, null, 10)'));
  expect(rows).toMatchObject([{ title: 'Quick Profit', verdict: 'scam', people: 1 }]);
  expect(JSON.stringify(rows)).not.toContain(them.id);
  expect(JSON.stringify(rows)).toContain('their-scam.com');
  const found = (words: string) => outcome({}, 'select * from app.published_scams($1, null, null, 10)', [words]);
  expect([await found('THEIR-scam'), await found('quick'), await found('mine-scam')]).toEqual([1, 1, 0]);
});

describe('facts', () => {
  afterEach(() => void vi.unstubAllGlobals());

  const nothing: LookupInput = { name: '', website: '', contactInfo: '', text: '', facts: [] };

  /** Counts parsed links. */
  function linksRead(asked: Partial<LookupInput>): number {
    let count = 0;
    vi.stubGlobal(
      'URL',
      class extends URL {
        constructor(link: string) {
          count++;
          super(link);
        }
      },
    );
    collectIndicators({ ...nothing, ...asked }, { wallets: new Set(), tokens: new Set() });
    return count;
  }

  const site = (n: number, length: number): string => `${String.fromCodePoint(0x4e00 + n).repeat(length)}.com`;

  test('an overlong host is not parsed in any field', () => {
    const long = (n: number) => `/${site(n, 300)}`;
    const kinds = [
      { kind: 'domain', scope: '' },
      { kind: 'handle', scope: 'x' },
      { kind: 'wallet', scope: 'evm' },
      { kind: 'email', scope: '' },
    ] as const;
    const asked = {
      website: long(1),
      contactInfo: long(2),
      text: Array.from({ length: 30 }, (_, n) => long(n)).join(' '),
      facts: Array.from({ length: maxFacts }, (_, n) => ({ ...(kinds[n % 4] ?? kinds[0]), value: long(n) })),
    };
    expect(linksRead(asked)).toBe(0);
  });

  test('a site in a text is parsed three times: as wallet, as link and as stored value', () => {
    const text = Array.from({ length: 20 }, (_, n) => `/${site(n, 30)}`).join(' ');
    expect(linksRead({ text })).toBe(3 * 20);
  });
});

describe('weight', () => {
  const identified = (connection: number): Reporter => ({ identified: true, days: 0, connection });
  const settled = (connection: number): Reporter => ({ identified: false, days: settledAfterDays, connection });
  const fresh = (connection: number): Reporter => ({ identified: false, days: settledAfterDays - 1, connection });

  test.each([
    ['two identified people', [identified(1), identified(2)], true],
    ['one identified and two settled accounts', [identified(1), settled(2), settled(3)], true],
    ['four settled accounts', [settled(1), settled(2), settled(3), settled(4)], true],
    ['one identified and one settled account', [identified(1), settled(2)], false],
    ['twenty fresh accounts', Array.from({ length: 20 }, (_, n) => fresh(n)), false],
    ['two identified people on one connection', [identified(1), identified(1)], false],
    ['one identified person and fresh accounts', [identified(1), fresh(2), fresh(3)], false],
    ['no reporter', [], false],
  ])('reports of %s warn others: %#', (_, reporters, warns) => {
    expect(isWeightyEnough(reporters, 2)).toBe(warns);
  });

  test('a fresh account does not reduce the weight of an identified person on its connection', () => {
    expect(isWeightyEnough([fresh(1), identified(1), identified(2)], 2)).toBe(true);
  });
});
