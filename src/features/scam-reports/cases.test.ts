import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createScamStaffTools } from '../../../test/scam-desk.ts';
import { report } from '../../../test/scams.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import type { Fact } from './schema.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const desk = await createScamStaffTools(server);
const { findCaseId, insertReport, publish } = desk;
await owner.query(
  `insert into setting_versions (key, value) values
     ('scam_reports', '{"perDay": 1000, "open": 1000, "looksPerHour": 600, "warnFrom": 2, "coolingHours": 24}')`,
);

const site = (value: string): Fact => ({ kind: 'domain', scope: '', value });
const newSite = () => `scam-${randomUUID()}.com`;
const rows = async <T extends object>(text: string, values: unknown[] = []) =>
  (await owner.query<T>(text, values)).rows;
type CaseRow = { id: string; reports: number; people: number; waits_since: Date | null; merged_into: string | null };
const loadCase = async (id = '') =>
  (
    await rows<CaseRow>(
      'select id, reports, reporter_count people, waits_since, merged_into from scam_cases where id = $1',
      [id],
    )
  )[0];

test('reports that share a site, wallet, number, account or address are one case, and a name joins none', async () => {
  const name = `Kim Brown ${randomUUID()}`;
  const shared: readonly Fact[] = [
    site(newSite()),
    { kind: 'wallet', scope: 'evm', value: `0x${randomUUID().replaceAll('-', '')}deadbeef` },
    { kind: 'phone', scope: '', value: '876 555 7431' },
    { kind: 'handle', scope: 'telegram', value: `kim_${randomUUID()}` },
    { kind: 'email', scope: '', value: `${randomUUID()}@scam.test` },
  ];
  for (const fact of shared) {
    const [one, other] = [await insertReport({ facts: [fact] }), await insertReport({ facts: [fact] })];
    expect([fact.kind, await findCaseId(one)]).toEqual([fact.kind, await findCaseId(other)]);
  }
  const [one, other] = [await insertReport({ name }), await insertReport({ name })];
  expect(await findCaseId(one)).not.toBe(await findCaseId(other));
});

test('a report with indicators of two cases goes to the older one and merges neither', async () => {
  const [a, b] = [newSite(), newSite()];
  const [one, other] = [await insertReport({ website: a }), await insertReport({ website: b })];
  const [older, younger] = [await findCaseId(one), await findCaseId(other)];
  const third = await insertReport({ facts: [site(b), site(a)] });
  expect([await findCaseId(third), await findCaseId(other)]).toEqual([older, younger]);
  expect((await desk.loadCase(older)).related).toMatchObject([{ id: younger, shared: 1 }]);
  expect((await desk.loadCase(younger)).related).toMatchObject([{ id: older, shared: 1 }]);
  // The declined report gets its own case and no longer links the other two.
  expect((await desk.compliance('decline', { reportId: third, reasonCode: 'no_scam' })).status).toBe(200);
  expect(await findCaseId(third)).not.toBe(older);
  expect((await desk.loadCase(younger)).related).toEqual([]);
  expect(await findCaseId(await insertReport({ website: a }))).toBe(older);
});

test('merged cases are one and keep the verdicts of both', async () => {
  const [a, b] = [newSite(), newSite()];
  const [one, other] = [await insertReport({ website: a }), await insertReport({ website: b })];
  const [older, younger] = [await findCaseId(one), await findCaseId(other)];
  await publish(other);
  expect((await desk.joinSites(b, a)).body).toEqual({ caseId: older });
  for (const id of [one, other]) expect(await findCaseId(id)).toBe(older);
  expect(await loadCase(older)).toMatchObject({ reports: 2, people: 2, waits_since: expect.any(Date) });
  expect(await loadCase(younger)).toMatchObject({ reports: 0, people: 0, waits_since: null, merged_into: older });
  expect(await rows('select 1 from scam_publications where scam_case_id = $1', [older])).toHaveLength(1);
  const again = { caseId: older, otherId: younger, word: 'x' };
  expect((await desk.compliance('mergeCases', again)).body.code).toBe('scam_desk.joined_before');
});

test('a separated report takes its unique indicators, and later reports follow it', async () => {
  const [a, b, common] = [newSite(), newSite(), newSite()];
  const [one, other] = [await insertReport({ facts: [site(a), site(common)] }), await insertReport({ website: b })];
  await insertReport({ website: common });
  const [older, younger] = [await findCaseId(one), await findCaseId(other)];
  await desk.joinSites(a, b);
  const separated = await desk.compliance('separate', { reportId: other, word: 'Another shop' });
  expect([separated.status, await findCaseId(other)]).toEqual([200, separated.body['caseId']]);
  expect(await findCaseId(await insertReport({ website: b }))).toBe(separated.body['caseId']);
  expect(await loadCase(older)).toMatchObject({ reports: 2, people: 2 });
  expect(await loadCase(younger)).toMatchObject({ merged_into: older });
  await desk.compliance('separate', { reportId: one, word: 'Another shop' });
  expect(await findCaseId(await insertReport({ website: common }))).toBe(older);
  const alone = await insertReport({ website: newSite() });
  const refused = await desk.compliance('separate', { reportId: alone, word: 'x' });
  expect(refused.body.code).toBe('scam_desk.report_alone');
});

test('staff who reported in a case cannot separate reports there', async () => {
  const website = newSite();
  const other = await insertReport({ website });
  await call('scamReports/submit', report({ website }), desk.cookies.compliance);
  expect((await desk.compliance('separate', { reportId: other, word: 'x' })).body.code).toBe('approvals.own_matter');
  expect((await desk.admin('separate', { reportId: other, word: 'Another shop' })).status).toBe(200);
});

test('a shared indicator no longer joins reports', async () => {
  const bank = newSite();
  const one = await insertReport({ website: bank });
  await owner.query('update scam_indicators set is_shared = true where value = $1', [bank]);
  expect(await findCaseId(await insertReport({ website: bank }))).not.toBe(await findCaseId(one));
});

test('twenty concurrent reports of the same indicators make one case in any order', async () => {
  const sites = Array.from({ length: 4 }, newSite);
  const people = await Promise.all(Array.from({ length: 20 }, () => newCustomer(server)));
  const sent = people.map(({ cookie }, n) => {
    const facts = [sites[0], sites[1 + (n % 3)]].map((value) => site(value ?? ''));
    return call<{ id: string }>('scamReports/submit', report({ facts: n % 2 ? facts : facts.toReversed() }), cookie);
  });
  const answers = await Promise.all(sent);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const caseIds = new Set(await Promise.all(answers.map(({ body }) => findCaseId(body.id))));
  expect(caseIds.size).toBe(1);
  expect(await loadCase([...caseIds][0])).toMatchObject({ reports: 20, people: 20 });
});

/** Model: each report joins the case of the first matching indicator, else its own. */
function placed(reports: readonly (readonly number[])[]): number[] {
  const caseByIndicator = new Map<number, number>();
  return reports.map((named, n) => {
    const smallest = Math.min(n, ...named.flatMap((indicator) => caseByIndicator.get(indicator) ?? []));
    for (const indicator of named) caseByIndicator.set(indicator, caseByIndicator.get(indicator) ?? smallest);
    return smallest;
  });
}

test('each indicator has one case in any order, and counts are of people', async () => {
  const people: Customer[] = [];
  for (let n = 0; n < 4; n += 1) people.push(await newCustomer(server));
  const history = fc.array(fc.tuple(fc.nat(3), fc.uniqueArray(fc.nat(7), { maxLength: 3 })), {
    minLength: 1,
    maxLength: 9,
  });
  await fc.assert(
    fc.asyncProperty(history, async (reports) => {
      const run = randomUUID().slice(0, 8);
      const ids: string[] = [];
      for (const [who, named] of reports) {
        const facts = named.map((n) => site(`s${n}-${run}.com`));
        const { body } = await call<{ id: string }>('scamReports/submit', report({ facts }), people[who]?.cookie);
        ids.push(body.id);
      }
      const caseIds = await Promise.all(ids.map(findCaseId));
      const model = placed(reports.map(([, named]) => named));
      for (const [n] of ids.entries())
        for (const [m] of ids.entries()) expect(caseIds[n] === caseIds[m]).toBe(model[n] === model[m]);
      for (const [n] of ids.entries()) {
        const same = reports.filter((_, m) => model[m] === model[n]);
        const counted = { reports: same.length, people: new Set(same.map(([who]) => who)).size };
        expect(await loadCase(caseIds[n])).toMatchObject(counted);
      }
      for (const { value, people: counted } of await rows<{ value: string; people: number }>(
        'select value, reporter_count people from scam_indicators where value like $1',
        [`s%-${run}.com`],
      )) {
        const by = reports.filter(([, named]) => named.includes(Number(value.slice(1, value.indexOf('-')))));
        expect(counted).toBe(new Set(by.map(([who]) => who)).size);
      }
    }),
    { numRuns: 12 },
  );
});

test('erased reports no longer count, and indicators without reports are deleted', async () => {
  const website = newSite();
  const one = await insertReport({ website });
  const id = await findCaseId(one);
  const erase = async () => {
    await owner.query(`with links as (delete from scam_report_indicators where report_id = $1) select 1`, [one]);
    await owner.query('delete from scam_reports where id = $1', [one]);
  };
  await erase();
  expect(await loadCase(id)).toBeUndefined();
  expect(await rows('select 1 from scam_indicators where value = $1', [website])).toEqual([]);
});

test('a lookup uses one index per kind of indicator at any size', async () => {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query(`insert into scam_indicators (kind, scope, value, scam_case_id, first_at, last_at)
      select kind, '', 'many-' || n || '.com', case kind when 'domain' then (select id from scam_cases limit 1) end,
          now(), now()
        from generate_series(1, 30000) n, unnest('{domain,name}'::text[]) kind`);
    await client.query('analyze scam_indicators');
    const { rows: found } = await client.query<{ body: string }>(
      `select replace(prosrc, 'enough', '2') body from pg_proc where proname = 'lookup_scams'`,
    );
    const body = found[0]?.body ?? '';
    const [, isAny = ''] = /if exists \(([\s\S]+?)\) then\s/.exec(body) ?? [];
    const [things = '', names = ''] = [...body.matchAll(/return query([^;]+);/g)].map(([, statement]) => statement);
    const looks = [
      { statement: isAny, kind: 'domain', index: 'indicator_once' },
      { statement: things, kind: 'domain', index: 'indicator_once' },
      { statement: names, kind: 'name', index: 'scam_indicators_name' },
    ];
    for (const { statement, kind, index } of looks) {
      await client.query(`prepare looking (text[], text[], text[]) as ${statement}`);
      const { rows: plan } = await client.query<{ 'QUERY PLAN': string }>(
        `explain execute looking ('{${kind},${kind}}', '{"",""}', '{many-7.com,many-8.com}')`,
      );
      const text = plan.map((line) => line['QUERY PLAN']).join('\n');
      expect(text).toContain(index);
      expect(text).not.toContain('Seq Scan on scam_indicators');
      await client.query('deallocate looking');
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
});
