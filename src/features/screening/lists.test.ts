import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { demoAddresses } from '../../../fakes/screening/demo-list.ts';
import { type InventedParty, inventedOfac, inventedUn } from '../../../fakes/screening/official-lists.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { after, hours } from '../../kernel/clock.ts';
import { withSystem, withVisitor } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { importDemoList } from './demo-list.ts';
import { importFile, importList } from './import-list.ts';
import { loadIndex } from './index-store.ts';
import { readRecords } from './read-local.ts';
import { renewLists, startScreening } from './renew-lists.ts';
import { screenAddress } from './screen-wallet.ts';
import type { ListsView } from './views.ts';

const server = await serverUnderTest();
const { services, owner, call, setTime } = server;

const compliance = await server.signIn('compliance');
const folder = mkdtempSync(join(tmpdir(), 'lists-'));

const now = new Date('2026-11-21T15:00:00Z');
beforeEach(() => setTime(now));

const createParty = (index: number, overrides: Partial<InventedParty> = {}): InventedParty => ({
  reference: String(index),
  firstName: `Vorn${index}`,
  lastName: `Teskal${index}`,
  addresses: [['XBT', `1InventedAddressOfNumber${index}XyzAbc`]],
  ...overrides,
});
const ten = Array.from({ length: 10 }, (_, index) => createParty(index + 1));

const importText = (text: string, overrides: { asOf?: Date } = {}) => {
  const path = join(folder, `${createHash('sha256').update(text).digest('hex').slice(0, 12)}.xml`);
  writeFileSync(path, text);
  return importFile(services, 'ofac', { path, origin: 'file', fileName: 'test.xml', ...overrides });
};
const screen = async (address: string) => {
  const index = await withSystem(services.pool, (tx) => loadIndex(tx, 'any'));
  return screenAddress(index, { address, network: 'bitcoin', symbol: 'BTC' }, services.clock());
};
const loadSource = async (name: string) => {
  const { body } = await call<ListsView>('screening/lists', undefined, compliance);
  const found = body.sources.find(({ source }) => source === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};

test('the demo screens from its first start with an invented list', async () => {
  expect(await loadSource('demo')).toMatchObject({ name: 'Demo list (invented)', needed: true, state: 'fresh' });
  for (const address of demoAddresses.sanctioned) expect((await screen(address)).result).toBe('flagged');
  for (const address of demoAddresses.highRisk) expect((await screen(address)).result).toBe('high_risk');
  for (const address of demoAddresses.watch)
    expect(await screen(address)).toMatchObject({ result: 'clear', deeper: true });
  expect((await screen('bc1qlgt6q2vxdjfz34jc6zhtp6jwh8jdkmkq5t2z8l')).result).toBe('clear');
});

test('importing the demo list twice changes nothing', async () => {
  const count = async () => (await owner.query('select count(*)::int n from sanctions_lists')).rows[0].n;
  const before = await count();
  await withSystem(services.pool, (tx) => importDemoList(tx, now));
  expect(await count()).toBe(before);
});

describe('importing a list', () => {
  test('stores day, hash and counts, with all entries added', async () => {
    const text = inventedOfac('2026-11-01', ten);
    const first = await importText(text, { asOf: now });
    expect(first).toMatchObject({ unchanged: false, parties: 10, names: 20, addresses: 10 });
    expect(first.diff).toMatchObject({
      parties: { added: 10, removed: 0, changed: 0 },
      addresses: { added: 10, removed: 0 },
    });
    const { inForce, asOf } = await loadSource('ofac');
    const sha256 = createHash('sha256').update(text).digest('hex');
    expect(inForce).toMatchObject({ publishedOn: '2026-11-01', sha256, origin: 'file', parties: 10, importedBy: null });
    expect(new Date(asOf ?? 0)).toEqual(now);
    const { rows } = await owner.query(`select facts from sanctions_parties where source = 'ofac' and party_ref = '1'`);
    expect(rows[0].facts).toMatchObject({ programmes: ['DEMO'], countries: ['JM'], aliases: ['The Teskal1'] });
  });

  test('importing the same file again only updates its date', async () => {
    setTime(after(now, hours(5)));
    const repeated = await importText(inventedOfac('2026-11-01', ten), { asOf: after(now, hours(5)) });
    expect(repeated).toMatchObject({ unchanged: true, listId: null, parties: 10 });
    const { versions, asOf } = await loadSource('ofac');
    expect(versions).toHaveLength(1);
    expect(new Date(asOf ?? 0)).toEqual(after(now, hours(5)));
  });

  test('importing the next version stores only the differences', async () => {
    const countParties = async () =>
      (await owner.query(`select count(*)::int n from sanctions_parties where source = 'ofac'`)).rows[0].n;
    const before = await countParties();
    const changed = createParty(2, { lastName: 'Teskal Two', addresses: [['ETH', `0x${'ab'.repeat(20)}`]] });
    const next = await importText(inventedOfac('2026-11-08', [...ten.slice(2), changed, createParty(11)]));
    expect(next.diff.parties).toEqual({ added: 1, removed: 1, changed: 1 });
    expect(next.diff.addresses).toEqual({ added: 2, removed: 2 });
    expect(next.diff.samples.added).toEqual(['11 TESKAL11 Vorn11']);
    expect(next.diff.samples.removed).toEqual(['1 TESKAL1 Vorn1']);
    expect(next.diff.samples.changed).toEqual(['2 TESKAL TWO Vorn2']);
    expect(await countParties()).toBe(before + 2);
    expect((await screen(`0X${'AB'.repeat(20)}`)).result).toBe('flagged');
    expect((await screen('1InventedAddressOfNumber1XyzAbc')).result).not.toBe('flagged');
  });

  test('an earlier version stays readable', async () => {
    const { rows } = await owner.query(`
      select count(*)::int n from sanctions_parties p join sanctions_lists l on l.source = 'ofac' and l.published_on = '2026-11-01'
       join sanctions_lists s on s.id = p.since_list left join sanctions_lists u on u.id = p.until_list
       where p.source = 'ofac' and s.imported_at <= l.imported_at and (u.id is null or u.imported_at > l.imported_at)`);
    expect(rows[0].n).toBe(10);
  });
});

describe('faulty and concurrent imports', () => {
  test.each([
    ['older than the one in force', inventedOfac('2026-11-02', ten), 'the active list is from'],
    ['empty', inventedOfac('2026-11-09', []), 'empty'],
    ['without most of its parties', inventedOfac('2026-11-09', ten.slice(5)), 'may be incomplete'],
    ['cut off', inventedOfac('2026-11-09', ten).slice(0, -40), 'incomplete'],
  ])('a list that is %s is refused and the list in force stays', async (_, text, error) => {
    const before = await loadSource('ofac');
    await expect(importText(text)).rejects.toThrow(error);
    expect((await loadSource('ofac')).inForce?.id).toBe(before.inForce?.id);
    expect((await owner.query('select 1 from sanctions_staging')).rowCount).toBe(0);
  });

  test('each version is audited and queues screening of all customers', async () => {
    const lines = await owner.query(`select action, actor_role from audit_log where subject_type = 'sanctions_list'`);
    expect(lines.rows).toEqual([1, 2].map(() => ({ action: 'screening.list_imported', actor_role: 'system' })));
    const jobs = await owner.query(`select 1 from pgboss.job where name = 'screening.all_names'`);
    expect(jobs.rowCount).toBe(2);
  });

  test('two concurrent imports make one version', async () => {
    const text = inventedOfac('2026-11-10', [...ten, createParty(12)]);
    const both = await Promise.all([importText(text), importText(text)]);
    expect(both.map(({ unchanged }) => unchanged).sort()).toEqual([false, true]);
  });
});

let body = inventedOfac('2026-11-12', ten);
let status = 200;
const publisher = createServer((_, response) => void response.writeHead(status).end(body));
publisher.listen(0, '127.0.0.1');
afterAll(() => publisher.close());
const url = () => `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/list.xml`;
const withUrls = (urls: { ofac?: string; un?: string }): Services => ({
  ...services,
  config: {
    ...services.config,
    screening: { ...services.config.screening, urls: { ofac: undefined, un: undefined, ...urls } },
  },
});

describe('renewing lists', () => {
  test('a downloaded list is as new as its download', async () => {
    await renewLists(withUrls({ ofac: url() }));
    const { inForce, asOf, failure } = await loadSource('ofac');
    expect(inForce).toMatchObject({ publishedOn: '2026-11-12', origin: 'download' });
    expect([new Date(asOf ?? 0), failure]).toEqual([now, null]);
  });

  test('a list from a file is as new as its own date', async () => {
    const path = join(folder, 'un.xml');
    writeFileSync(path, inventedUn('2026-11-15'));
    await renewLists(withUrls({ un: pathToFileURL(path).href }));
    const { inForce, asOf } = await loadSource('un');
    expect(inForce).toMatchObject({ publishedOn: '2026-11-15', origin: 'file', parties: 2 });
    expect(new Date(asOf ?? 0)).toEqual(new Date('2026-11-15T00:00:00Z'));
  });

  test.each([
    ['is down', 503, 'x', 'returned status 503'],
    ['sends another page', 200, '<html></html>', 'should begin with Sanctions'],
    ["sends last year's list", 200, inventedOfac('2025-11-12', ten), 'the active list is from'],
    ['sends half of the list', 200, inventedOfac('2026-11-13', ten).slice(0, 2_000), 'incomplete'],
  ])('a publisher that %s is shown to staff, changes nothing and the job is retried', async (_, code, text, error) => {
    [status, body] = [code, text];
    const before = await loadSource('ofac');
    setTime(after(now, hours(24)));
    await expect(renewLists(withUrls({ ofac: url() }))).rejects.toThrow('not renewed');
    const later = await loadSource('ofac');
    expect(later.failure).toContain(error);
    expect([later.inForce?.id, later.asOf]).toEqual([before.inForce?.id, before.asOf]);
  });

  test('a publisher that never answers or never ends times out', async () => {
    const silentServer = createServer(() => undefined);
    await new Promise<void>((resolve) => silentServer.listen(0, '127.0.0.1', resolve));
    const deadServices = withUrls({ ofac: `http://127.0.0.1:${(silentServer.address() as AddressInfo).port}/` });
    await expect(renewLists(deadServices, { timeoutMs: 150 })).rejects.toThrow('not renewed');
    expect((await loadSource('ofac')).failure).toContain('took too long');
    silentServer.closeAllConnections();
    silentServer.close();
    [status, body] = [200, inventedOfac('2026-11-14', ten)];
    await expect(renewLists(withUrls({ ofac: url() }), { maxBytes: 500 })).rejects.toThrow('not renewed');
    expect((await loadSource('ofac')).failure).toContain('too large');
  });
});

describe('an outdated list', () => {
  test('a required list past its age limit clears no address until it is renewed (A4)', async () => {
    const withOfac = withUrls({ ofac: url() });
    const config = {
      ...withOfac.config,
      screening: { ...withOfac.config.screening, needed: ['demo', 'ofac'], maxAgeHours: 72 },
    };
    await startScreening({ ...withOfac, config });
    [status, body] = [200, inventedOfac('2026-11-16', ten)];
    await renewLists(withOfac);
    const ordinary = 'bc1qlgt6q2vxdjfz34jc6zhtp6jwh8jdkmkq5t2z8l';
    expect((await screen(ordinary)).result).toBe('clear');
    setTime(after(now, hours(72) + 1));
    expect((await screen(ordinary)).result).toBe('error');
    expect((await loadSource('ofac')).state).toBe('stale');
    const countJobs = async () =>
      (await owner.query(`select 1 from pgboss.job where name = 'screening.lists'`)).rowCount ?? 0;
    const before = await countJobs();
    await startScreening({ ...withOfac, config });
    expect(await countJobs()).toBe(before + 1);
    expect((await screen('1InventedAddressOfNumber5XyzAbc')).result).toBe('flagged');
    await renewLists(withOfac);
    expect((await screen(ordinary)).result).toBe('clear');
    await startScreening(services);
  });

  test("a source without a URL isn't fetched", async () => {
    await expect(renewLists(withUrls({}))).resolves.toBeUndefined();
  });
});

test('the database lets only compliance and jobs activate a list', async () => {
  const write = withVisitor(services.pool, (tx) =>
    importList(tx, {
      source: 'local',
      sha256: 'a'.repeat(64),
      origin: 'desk',
      fileName: 'x',
      importedBy: null,
      now,
      records: readRecords('ref,name\n1,Ann Other', '2026-11-21'),
    }),
  );
  await expect(write).rejects.toThrow('row-level security');
});

test('an alias upgraded by the list is no longer weak', async () => {
  await importText(inventedOfac('2026-11-17', ten), { asOf: now });
  const improved = inventedOfac('2026-11-18', ten).replaceAll('LowQuality="true"', 'LowQuality="false"');
  await importText(improved, { asOf: now });
  const { rows } =
    await owner.query(`select count(*) filter (where weak)::int weak, count(*)::int n from sanctions_names n
    join sanctions_parties p on p.id = n.party_id where p.source = 'ofac' and p.until_list is null`);
  expect(rows[0].weak).toBe(0);
});

test('an official list that lost every wallet is refused', async () => {
  await importText(inventedOfac('2026-11-19', ten), { asOf: now });
  expect(await screen('1InventedAddressOfNumber1XyzAbc')).toMatchObject({ result: 'flagged' });
  const reworded = inventedOfac('2026-11-20', ten).replaceAll(
    'Digital Currency Address - ',
    'Virtual Currency Address: ',
  );
  await expect(importText(reworded, { asOf: now })).rejects.toThrow('would remove 10 of 10 addresses');
  expect(await screen('1InventedAddressOfNumber1XyzAbc')).toMatchObject({ result: 'flagged' });
});
