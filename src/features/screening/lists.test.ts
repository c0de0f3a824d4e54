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
import { asSystem, asVisitor } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import { layDownDemoList } from './demo-list.ts';
import { importFile } from './import-file.ts';
import { importList } from './import-list.ts';
import { readIndex } from './index-store.ts';
import { foundIn } from './read-local.ts';
import { renewLists, screeningAtStart } from './renew-lists.ts';
import { screenAddress } from './screen-wallet.ts';
import type { ListsView } from './views.ts';

const server = await serverUnderTest();
const { services, owner, call, setTime } = server;
const compliance = await server.signIn('compliance');
const folder = mkdtempSync(join(tmpdir(), 'lists-'));

const now = new Date('2026-11-21T15:00:00Z');
beforeEach(() => setTime(now));

const party = (at: number, more: Partial<InventedParty> = {}): InventedParty => ({
  ref: String(at),
  first: `Vorn${at}`,
  last: `Teskal${at}`,
  addresses: [['XBT', `1InventedAddressOfNumber${at}XyzAbc`]],
  ...more,
});
const ten = Array.from({ length: 10 }, (_, at) => party(at + 1));

const importText = (text: string, more: { asOf?: Date } = {}) => {
  const path = join(folder, `${createHash('sha256').update(text).digest('hex').slice(0, 12)}.xml`);
  writeFileSync(path, text);
  return importFile(services, 'ofac', { path, origin: 'file', fileName: 'test.xml', ...more });
};
const screen = async (address: string) => {
  const index = await asSystem(services.pool, (tx) => readIndex(tx, 'any'));
  return screenAddress(index, { address, network: 'bitcoin', symbol: 'BTC' }, services.clock());
};
const sourceOf = async (name: string) => {
  const { body } = await call<ListsView>('screening/lists', undefined, compliance);
  const found = body.sources.find(({ source }) => source === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};

test('the demo screens from its first start, with a list that says that it is invented', async () => {
  expect(await sourceOf('demo')).toMatchObject({ name: 'Demo list (invented)', needed: true, state: 'fresh' });
  for (const address of demoAddresses.sanctioned) expect((await screen(address)).result).toBe('flagged');
  for (const address of demoAddresses.highRisk) expect((await screen(address)).result).toBe('high_risk');
  for (const address of demoAddresses.watch)
    expect(await screen(address)).toMatchObject({ result: 'clear', deeper: true });
  expect((await screen('bc1qlgt6q2vxdjfz34jc6zhtp6jwh8jdkmkq5t2z8l')).result).toBe('clear');
});

test('laying the demo list down again changes nothing', async () => {
  const count = async () => (await owner.query('select count(*)::int n from sanctions_lists')).rows[0].n;
  const before = await count();
  await asSystem(services.pool, (tx) => layDownDemoList(tx, now));
  expect(await count()).toBe(before);
});

describe('a list is imported as a version', () => {
  test('with its day, fingerprint, counts and everything as new', async () => {
    const text = inventedOfac('2026-11-01', ten);
    const first = await importText(text, { asOf: now });
    expect(first).toMatchObject({ unchanged: false, parties: 10, names: 20, addresses: 10 });
    expect(first.diff).toMatchObject({
      parties: { added: 10, removed: 0, changed: 0 },
      addresses: { added: 10, removed: 0 },
    });
    const { inForce, asOf } = await sourceOf('ofac');
    const sha256 = createHash('sha256').update(text).digest('hex');
    expect(inForce).toMatchObject({ publishedOn: '2026-11-01', sha256, origin: 'file', parties: 10, importedBy: null });
    expect(new Date(asOf ?? 0)).toEqual(now);
    const { rows } = await owner.query(`select facts from sanctions_parties where source = 'ofac' and party_ref = '1'`);
    expect(rows[0].facts).toMatchObject({ programmes: ['DEMO'], countries: ['JM'], aliases: ['The Teskal1'] });
  });

  test('the same file again is nothing new, and counts as looked at', async () => {
    setTime(after(now, hours(5)));
    const again = await importText(inventedOfac('2026-11-01', ten), { asOf: after(now, hours(5)) });
    expect(again).toMatchObject({ unchanged: true, listId: null, parties: 10 });
    const { versions, asOf } = await sourceOf('ofac');
    expect(versions).toHaveLength(1);
    expect(new Date(asOf ?? 0)).toEqual(after(now, hours(5)));
  });

  test('the next one tells what came, went and changed, and writes that alone', async () => {
    const written = async () =>
      (await owner.query(`select count(*)::int n from sanctions_parties where source = 'ofac'`)).rows[0].n;
    const before = await written();
    const changed = party(2, { last: 'Teskal Two', addresses: [['ETH', `0x${'ab'.repeat(20)}`]] });
    const next = await importText(inventedOfac('2026-11-08', [...ten.slice(2), changed, party(11)]));
    expect(next.diff.parties).toEqual({ added: 1, removed: 1, changed: 1 });
    expect(next.diff.addresses).toEqual({ added: 2, removed: 2 });
    expect(next.diff.samples.added).toEqual(['11 TESKAL11 Vorn11']);
    expect(next.diff.samples.removed).toEqual(['1 TESKAL1 Vorn1']);
    expect(next.diff.samples.changed).toEqual(['2 TESKAL TWO Vorn2']);
    expect(await written()).toBe(before + 2);
    expect((await screen(`0X${'AB'.repeat(20)}`)).result).toBe('flagged');
    expect((await screen('1InventedAddressOfNumber1XyzAbc')).result).not.toBe('flagged');
  });

  test('an earlier version can still be read as it was', async () => {
    const { rows } = await owner.query(`
      select count(*)::int n from sanctions_parties p join sanctions_lists l on l.source = 'ofac' and l.published_on = '2026-11-01'
       join sanctions_lists s on s.id = p.since_list left join sanctions_lists u on u.id = p.until_list
       where p.source = 'ofac' and s.imported_at <= l.imported_at and (u.id is null or u.imported_at > l.imported_at)`);
    expect(rows[0].n).toBe(10);
  });
});

describe('a version that cannot be trusted, and two at once', () => {
  test.each([
    ['older than the one in force', inventedOfac('2026-11-02', ten), 'older than the one in force'],
    ['empty', inventedOfac('2026-11-09', []), 'empty'],
    ['without most of its parties', inventedOfac('2026-11-09', ten.slice(5)), 'taken for faulty'],
    ['cut off', inventedOfac('2026-11-09', ten).slice(0, -40), 'not whole'],
  ])('one that is %s is refused, and what stands goes on standing', async (_, text, words) => {
    const before = await sourceOf('ofac');
    await expect(importText(text)).rejects.toThrow(words);
    expect((await sourceOf('ofac')).inForce?.id).toBe(before.inForce?.id);
    expect((await owner.query('select 1 from sanctions_staging')).rowCount).toBe(0);
  });

  test('each version has its line in the audit log, and everybody’s name is looked at again', async () => {
    const lines = await owner.query(`select action, actor_role from audit_log where subject_type = 'sanctions_list'`);
    expect(lines.rows).toEqual([1, 2].map(() => ({ action: 'screening.list_imported', actor_role: 'system' })));
    const jobs = await owner.query(`select 1 from pgboss.job where name = 'screening.everybody'`);
    expect(jobs.rowCount).toBe(2);
  });

  test('two imports at once make one version', async () => {
    const text = inventedOfac('2026-11-10', [...ten, party(12)]);
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

describe('lists renew themselves', () => {
  test('from the publisher: the list is as new as the moment it was fetched', async () => {
    await renewLists(withUrls({ ofac: url() }));
    const { inForce, asOf, failure } = await sourceOf('ofac');
    expect(inForce).toMatchObject({ publishedOn: '2026-11-12', origin: 'download' });
    expect([new Date(asOf ?? 0), failure]).toEqual([now, null]);
  });

  test('from a file: the list is as new as its own date, for nothing shows that it is the newest', async () => {
    const path = join(folder, 'un.xml');
    writeFileSync(path, inventedUn('2026-11-15'));
    await renewLists(withUrls({ un: pathToFileURL(path).href }));
    const { inForce, asOf } = await sourceOf('un');
    expect(inForce).toMatchObject({ publishedOn: '2026-11-15', origin: 'file', parties: 2 });
    expect(new Date(asOf ?? 0)).toEqual(new Date('2026-11-15T00:00:00Z'));
  });

  test.each([
    ['is down', 503, 'x', 'answered 503'],
    ['sends a page of its own', 200, '<html></html>', 'should begin with Sanctions'],
    ['sends the list of last year', 200, inventedOfac('2025-11-12', ten), 'older'],
    ['sends half of it', 200, inventedOfac('2026-11-13', ten).slice(0, 2_000), 'not whole'],
  ])(
    'a publisher that %s is told to staff, changes nothing, and the job is tried again',
    async (_, code, text, words) => {
      [status, body] = [code, text];
      const before = await sourceOf('ofac');
      setTime(after(now, hours(24)));
      await expect(renewLists(withUrls({ ofac: url() }))).rejects.toThrow('not renewed');
      const later = await sourceOf('ofac');
      expect(later.failure).toContain(words);
      expect([later.inForce?.id, later.asOf]).toEqual([before.inForce?.id, before.asOf]);
    },
  );

  test('a publisher that never answers, or never ends, is given up', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const dead = withUrls({ ofac: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/` });
    await expect(renewLists(dead, { timeoutMs: 150 })).rejects.toThrow('not renewed');
    expect((await sourceOf('ofac')).failure).toContain('took too long');
    silent.closeAllConnections();
    silent.close();
    [status, body] = [200, inventedOfac('2026-11-14', ten)];
    await expect(renewLists(withUrls({ ofac: url() }), { largest: 500 })).rejects.toThrow('not renewed');
    expect((await sourceOf('ofac')).failure).toContain('more than any list is long');
  });
});

describe('a list that nobody renews', () => {
  test('past the allowed age a needed list is down: nobody is clear until it is renewed (A4)', async () => {
    const needing = withUrls({ ofac: url() });
    const config = {
      ...needing.config,
      screening: { ...needing.config.screening, needed: ['demo', 'ofac'], maxAgeHours: 72 },
    };
    await screeningAtStart({ ...needing, config });
    [status, body] = [200, inventedOfac('2026-11-16', ten)];
    await renewLists(needing);
    const ordinary = 'bc1qlgt6q2vxdjfz34jc6zhtp6jwh8jdkmkq5t2z8l';
    expect((await screen(ordinary)).result).toBe('clear');
    setTime(after(now, hours(72) + 1));
    expect((await screen(ordinary)).result).toBe('error');
    expect((await sourceOf('ofac')).state).toBe('stale');
    const waiting = async () =>
      (await owner.query(`select 1 from pgboss.job where name = 'screening.lists'`)).rowCount ?? 0;
    const before = await waiting();
    await screeningAtStart({ ...needing, config });
    expect(await waiting()).toBe(before + 1);
    expect((await screen('1InventedAddressOfNumber5XyzAbc')).result).toBe('flagged');
    await renewLists(needing);
    expect((await screen(ordinary)).result).toBe('clear');
    await screeningAtStart(services);
  });

  test('nothing is fetched where no address is given', async () => {
    await expect(renewLists(withUrls({}))).resolves.toBeUndefined();
  });
});

test('nobody but compliance and jobs puts a list in force, whatever our code does', async () => {
  const write = asVisitor(services.pool, (tx) =>
    importList(tx, {
      source: 'local',
      sha256: 'a'.repeat(64),
      origin: 'desk',
      fileName: 'x',
      importedBy: null,
      now,
      found: foundIn('ref,name\n1,Ann Other', '2026-11-21'),
    }),
  );
  await expect(write).rejects.toThrow('row-level security');
});
