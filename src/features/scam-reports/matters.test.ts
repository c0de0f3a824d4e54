import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { report, scamsOn } from '../../../test/scams.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import type { Fact } from './schema.ts';

/** Reports that name the same are one matter, whatever comes when. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { matterOf, reported, publish } = scamsOn(server);
await owner.query(
  `insert into setting_versions (key, value) values
     ('scam_reports', '{"perDay": 1000, "open": 1000, "looksPerHour": 600, "toldFrom": 2, "coolingHours": 24}')`,
);

const site = (value: string): Fact => ({ kind: 'domain', scope: '', value });
const newSite = () => `scam-${randomUUID()}.com`;
const rows = async <T extends object>(text: string, values: unknown[] = []) =>
  (await owner.query<T>(text, values)).rows;
type Matter = { id: string; reports: number; people: number; waits_since: Date | null; merged_into: string | null };
const matter = async (id = '') =>
  (await rows<Matter>('select id, reports, people, waits_since, merged_into from scam_matters where id = $1', [id]))[0];

test('reports that share a site, wallet, number, account or address are one matter; a name joins none', async () => {
  const name = `Kim Brown ${randomUUID()}`;
  const shared: readonly Fact[] = [
    site(newSite()),
    { kind: 'wallet', scope: 'evm', value: `0x${randomUUID().replaceAll('-', '')}deadbeef` },
    { kind: 'phone', scope: '', value: '876 555 7431' },
    { kind: 'handle', scope: 'telegram', value: `kim_${randomUUID()}` },
    { kind: 'email', scope: '', value: `${randomUUID()}@scam.test` },
  ];
  for (const fact of shared) {
    const [one, other] = [await reported({ facts: [fact] }), await reported({ facts: [fact] })];
    expect([fact.kind, await matterOf(one)]).toEqual([fact.kind, await matterOf(other)]);
  }
  const [one, other] = [await reported({ name }), await reported({ name })];
  expect(await matterOf(one)).not.toBe(await matterOf(other));
});

test('a report that shares with two matters makes them one, which keeps what was judged of either', async () => {
  const [a, b] = [newSite(), newSite()];
  const [one, other] = [await reported({ website: a }), await reported({ website: b })];
  const [older, younger] = [await matterOf(one), await matterOf(other)];
  await publish(other);
  const third = await reported({ facts: [site(a), site(b)] });
  for (const id of [one, other, third]) expect(await matterOf(id)).toBe(older);
  expect(await matter(older)).toMatchObject({ reports: 3, people: 3, waits_since: expect.any(Date) });
  expect(await matter(younger)).toMatchObject({ reports: 0, people: 0, waits_since: null, merged_into: older });
  expect(await rows('select 1 from scam_publications where matter_id = $1', [older])).toHaveLength(1);
});

test('what is common joins no more', async () => {
  const bank = newSite();
  const one = await reported({ website: bank });
  await owner.query('update scam_indicators set common = true where value = $1', [bank]);
  expect(await matterOf(await reported({ website: bank }))).not.toBe(await matterOf(one));
});

test('twenty people at once who name the same make one matter, whichever way round they name it', async () => {
  const sites = Array.from({ length: 4 }, newSite);
  const people = await Promise.all(Array.from({ length: 20 }, () => newCustomer(server)));
  const sent = people.map(({ cookie }, n) => {
    const facts = [sites[n % 4], sites[(n + 1) % 4]].map((value) => site(value ?? ''));
    return call<{ id: string }>('scamReports/submit', report({ facts: n % 2 ? facts : facts.toReversed() }), cookie);
  });
  const answers = await Promise.all(sent);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const matters = new Set(await Promise.all(answers.map(({ body }) => matterOf(body.id))));
  expect(matters.size).toBe(1);
  expect(await matter([...matters][0])).toMatchObject({ reports: 20, people: 20 });
});

/** Who is joined with whom, by what they named: sets that grow together. */
function together(reports: readonly (readonly number[])[]): number[] {
  const group = reports.map((_, n) => n);
  for (const [n, named] of reports.entries())
    for (const [m, others] of reports.entries())
      if (named.some((one) => others.includes(one))) {
        const [from, to] = [group[m], group[n]];
        for (const [k, of] of group.entries()) if (of === from) group[k] = to ?? k;
      }
  return group;
}

test('whatever is reported in whatever order, matters are what hangs together, and counts are of people', async () => {
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
      const matters = await Promise.all(ids.map(matterOf));
      const model = together(reports.map(([, named]) => named));
      for (const [n] of ids.entries())
        for (const [m] of ids.entries()) expect(matters[n] === matters[m]).toBe(model[n] === model[m]);
      for (const [n] of ids.entries()) {
        const same = reports.filter((_, m) => model[m] === model[n]);
        const counted = { reports: same.length, people: new Set(same.map(([who]) => who)).size };
        expect(await matter(matters[n])).toMatchObject(counted);
      }
      for (const { value, people: counted } of await rows<{ value: string; people: number }>(
        'select value, people from scam_indicators where value like $1',
        [`s%-${run}.com`],
      )) {
        const by = reports.filter(([, named]) => named.includes(Number(value.slice(1, value.indexOf('-')))));
        expect(counted).toBe(new Set(by.map(([who]) => who)).size);
      }
    }),
    { numRuns: 12 },
  );
});

test('what is erased is counted no more, and what nothing stands behind goes with it', async () => {
  const website = newSite();
  const one = await reported({ website });
  const id = await matterOf(one);
  const erase = async () => {
    await owner.query(`with links as (delete from scam_report_indicators where report_id = $1) select 1`, [one]);
    await owner.query('delete from scam_reports where id = $1', [one]);
  };
  await erase();
  expect(await matter(id)).toBeUndefined();
  expect(await rows('select 1 from scam_indicators where value = $1', [website])).toEqual([]);
});

test('a look finds each thing asked by one index, however many there are', async () => {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query(`insert into scam_indicators (kind, scope, value, matter_id, first_at, last_at)
      select 'domain', '', 'many-' || n || '.com', (select id from scam_matters limit 1), now(), now()
        from generate_series(1, 30000) n`);
    await client.query('analyze scam_indicators');
    const { rows: found } = await client.query<{ body: string }>(
      `select prosrc body from pg_proc where proname = 'scam_look'`,
    );
    const [, isAny, told] =
      /if not exists \(([\s\S]+)\) then return; end if;\s+return query([^;]+);/.exec(found[0]?.body ?? '') ?? [];
    for (const statement of [isAny, told]) {
      await client.query(`prepare looking (text[], text[], text[]) as ${statement}`);
      const { rows: plan } = await client.query<{ 'QUERY PLAN': string }>(
        `explain execute looking ('{domain,domain}', '{"",""}', '{many-7.com,many-8.com}')`,
      );
      const text = plan.map((line) => line['QUERY PLAN']).join('\n');
      expect(text).toContain('indicator_once');
      expect(text).not.toContain('Seq Scan on scam_indicators');
      await client.query('deallocate looking');
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
});
