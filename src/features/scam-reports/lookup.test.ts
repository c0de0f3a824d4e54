import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createScamTools, report } from '../../../test/scams.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import type { Fact } from './schema.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;

const { lookUp, insertReport, publish, submitReport, verifyIdentity } = createScamTools(server);
afterEach(async () => {
  await owner.query(`delete from rate_limits where key like 'scam-look%'`);
});

const newSite = () => `scam-${randomUUID()}.com`;

test('unreported indicators are returned as unknown, one by one', async () => {
  const [one, two, ...others] = await lookUp({ website: newSite(), name: 'Unknown Person' });
  expect(one).toMatchObject({ kind: 'domain', known: null, likeness: null, listed: false });
  expect(two).toMatchObject({ kind: 'name', value: 'unknown person', known: null });
  expect(others).toEqual([]);
});

test('one report shows nothing, and several show only to signed-in users', async () => {
  const website = newSite();
  const name = `Person ${randomUUID()}`;
  const { cookie } = await newCustomer(server);
  const known = async (as?: string) => (await lookUp({ website, name }, as)).map((one) => one.known);
  await insertReport({ website, name });
  expect(await known(cookie)).toEqual([null, null]);
  await insertReport({ website, name });
  expect(await known(cookie)).toEqual([{ shown: 'reported' }, null]);
  expect(await known()).toEqual([null, null]);
});

test('fresh accounts carry no weight, and two accounts on one browser count once', async () => {
  const website = newSite();
  const [looker, ...reporters] = await Promise.all(Array.from({ length: 6 }, () => newCustomer(server)));
  const known = async () => (await lookUp({ website }, looker?.cookie))[0]?.known ?? null;
  for (const reporter of reporters) await submitReport(reporter, { website });
  expect(await known()).toBeNull();
  const [one, other] = reporters as [Customer, Customer];
  for (const each of [one, other]) {
    await verifyIdentity(each);
    await owner.query(`insert into auth.known_device (user_id, device_hash) values ($1, $2)`, [each.id, website]);
  }
  expect(await known()).toBeNull();
  await owner.query('delete from auth.known_device where device_hash = $1', [website]);
  expect(await known()).toEqual({ shown: 'reported' });
});

test('two people who report from one connection count once', async () => {
  const website = newSite();
  const [one, other, looker] = [await newCustomer(server), await newCustomer(server), await newCustomer(server)];
  const known = async () => (await lookUp({ website }, looker.cookie))[0]?.known ?? null;
  for (const each of [one, other]) await verifyIdentity(each);
  for (const each of [one, other]) await submitReport(each, { website }, '198.51.100.7');
  expect(await known()).toBeNull();
  await submitReport(other, { website }, '203.0.113.9');
  expect(await known()).toBeNull();
  const third = await newCustomer(server);
  await verifyIdentity(third);
  await submitReport(third, { website }, '203.0.113.10');
  expect(await known()).toEqual({ shown: 'reported' });
});

test('settled accounts need twice as many reports', async () => {
  const website = newSite();
  const [looker, ...reporters] = await Promise.all(Array.from({ length: 5 }, () => newCustomer(server)));
  for (const reporter of reporters) await submitReport(reporter, { website });
  const settle = (many: number) =>
    owner.query(`update auth."user" set "createdAt" = now() - interval '31 days' where id = any($1)`, [
      reporters.slice(0, many).map(({ id }) => id),
    ]);
  await settle(3);
  expect((await lookUp({ website }, looker?.cookie))[0]?.known ?? null).toBeNull();
  await settle(4);
  expect((await lookUp({ website }, looker?.cookie))[0]?.known).toEqual({ shown: 'reported' });
});

test('one person counts once, also with two joined accounts', async () => {
  const website = newSite();
  const [one, other, looker] = [await newCustomer(server), await newCustomer(server), await newCustomer(server)];
  const status = async () => (await lookUp({ website }, looker.cookie))[0]?.known ?? null;
  for (const each of [one, other]) await verifyIdentity(each);
  await submitReport(one, { website });
  await submitReport(one, { website });
  expect(await status()).toBeNull();
  await submitReport(other, { website });
  expect(await status()).toEqual({ shown: 'reported' });
  await owner.query('insert into merged_accounts (user_id, person_id) values ($1, $1), ($2, $1)', [one.id, other.id]);
  expect(await status()).toBeNull();
  await owner.query('delete from merged_accounts where person_id = $1', [one.id]);
  expect(await status()).toEqual({ shown: 'reported' });
});

test('a published warning is shown to everyone with reporter count and first day', async () => {
  const website = newSite();
  const id = await insertReport({ website });
  await insertReport({ website });
  const publication = await publish(id);
  const [found] = await lookUp({ text: `They sent me to https://www.${website.toUpperCase()}/join?x=1 today.` });
  expect(found).toMatchObject({
    value: website,
    known: { shown: 'published', verdict: 'scam', people: 2, slug: expect.stringMatching(/^quick-/) },
  });
  // The case's later indicators are unjudged.
  const wallet: Fact = { kind: 'wallet', scope: 'evm', value: '0x4838b106fce9647bdf1e7877bf73ce8b0bad5f97' };
  await insertReport({ website, facts: [wallet] });
  await insertReport({ website, facts: [wallet] });
  expect((await lookUp({ facts: [wallet] }))[0]?.known).toBeNull();
  await owner.query(
    `update scam_publications set withdrawn_at = now(), withdrawn_code = 'appeal', withdrawn_by =
       (select id from auth."user" where email = 'admin@demo.test') where id = $1`,
    [publication],
  );
  expect((await lookUp({ website }))[0]?.known).toBeNull();
});

test('a name finds published warnings by title and names, and no unjudged report', async () => {
  const mark = randomUUID().slice(0, 8).replaceAll('-', '');
  const id = await insertReport({ website: newSite(), name: `Fábulous Farm ${mark}` });
  const publication = await publish(id);
  await owner.query('update scam_publications set title = $2 where id = $1', [publication, `Island Doubler ${mark}`]);
  const status = async (name: string) => (await lookUp({ name }))[0]?.known?.shown ?? null;
  for (const name of [`island doubler ${mark}`, `ÍslandDoubler-${mark}`, `fabulous  FARM ${mark}`])
    expect([name, await status(name)]).toEqual([name, 'published']);
  expect(await status('Island Doubler')).toBeNull();
  await insertReport({ website: newSite(), name: `Unjudged ${mark}` });
  expect(await status(`Unjudged ${mark}`)).toBeNull();
  const { rows } = await owner.query('select slug from app.list_published_scams($1, null, null, 5)', [
    `islanddoubler${mark}`,
  ]);
  expect(rows).toHaveLength(1);
  await owner.query(
    `update scam_publications set withdrawn_at = now(), withdrawn_code = 'appeal', withdrawn_by =
       (select id from auth."user" where email = 'admin@demo.test') where id = $1`,
    [publication],
  );
  expect(await status(`Island Doubler ${mark}`)).toBeNull();
});

test('a declined report no longer counts', async () => {
  const website = newSite();
  const { cookie } = await newCustomer(server);
  const ids = [await insertReport({ website }), await insertReport({ website })];
  await owner.query(
    `update scam_reports set status = 'declined', reason_code = 'abuse', decided_at = now(),
       decided_by = (select id from auth."user" where email = 'admin@demo.test') where id = $1`,
    [ids[0]],
  );
  expect((await lookUp({ website }, cookie))[0]?.known).toBeNull();
});

test('a wallet on a public sanctions list is shown, and internal lists and names never are', async () => {
  const listed = 'bc1q9aafw5vwnhfm9ndgrtc9gtpl54uc9q0teweeyj';
  const [one] = await lookUp({ text: `Pay to ${listed.toUpperCase()}` });
  expect(one).toMatchObject({ kind: 'wallet', scope: 'bitcoin', value: listed, listed: true });
  const [deeper] = await lookUp({ text: 'bc1q09u7ul6368fzcak5clt7373dj7fzdsqa4k7gue' });
  expect(deeper).toMatchObject({ listed: false });
  expect(await lookUp({ name: 'Zoltran Quistmeyer' })).toMatchObject([{ kind: 'name', listed: false, known: null }]);
});

test('our own contacts and imitations of them are recognised', async () => {
  const likeness = async (website: string) => (await lookUp({ website })).map((one) => one.likeness);
  expect(await likeness('https://localhost')).toEqual([]);
  expect(await likeness('community.cryptocommerce.example/join')).toEqual(['ours']);
  expect(await likeness('https://cryptocommerce.example@evil.test')).toEqual([null]);
  expect(await likeness('https://cryptocomerce.com')).toEqual(['alike']);
  expect(await likeness('cryptocommerce-help.com')).toEqual(['alike']);
  expect(await likeness('сryptocommerce.com')).toEqual(['alike']);
  expect(await likeness('pаypal-login.com')).toEqual(['misleading']);
  const [mail, phone] = await lookUp({ contactInfo: 'support@cryptocommerce.example, +1 876 555 0100' });
  expect([mail?.likeness, phone?.likeness]).toEqual(['ours', 'ours']);
});

test('our community on a shared site does not make its neighbours ours', async () => {
  const likeness = async (website: string) => (await lookUp({ website })).map((one) => one.likeness);
  await owner.query(
    `insert into setting_versions (key, value) select key, value || '{"communityUrl": "https://ours.forum-host.com"}'
       from setting_versions where key = 'company' order by id desc limit 1`,
  );
  expect(await likeness('https://scam.forum-host.com/join')).not.toContain('ours');
  expect(await likeness('cryptocommerce.example')).toEqual(['ours']);
  await owner.query(`delete from setting_versions where value ->> 'communityUrl' = 'https://ours.forum-host.com'`);
});

test('lookups are limited per hour by person, connection and network', async () => {
  await owner.query(
    `insert into setting_versions (key, value) values
       ('scam_reports', '{"perDay": 5, "open": 10, "looksPerHour": 10, "warnFrom": 2, "coolingHours": 24}')`,
  );
  const at = (remoteAddress: string, cookie?: string) =>
    server.app
      .inject({
        method: 'POST',
        url: '/api/rpc/scamReports/lookUp',
        remoteAddress,
        headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
        payload: JSON.stringify({ json: { name: 'x y', website: '', contactInfo: '', text: '', facts: [] } }),
      })
      .then(({ statusCode, body }) =>
        statusCode === 200 ? 200 : (JSON.parse(body) as { json: { code: string } }).json.code,
      );
  const many = async (ip: string, count: number, cookie?: string) => {
    const answers: unknown[] = [];
    for (let n = 0; n < count; n += 1) answers.push(await at(ip, cookie));
    return answers;
  };
  expect((await many('2001:db8:1::1', 10)).every((answer) => answer === 200)).toBe(true);
  // Addresses of one /64 share a limit.
  expect(await at('2001:db8:1::ffff')).toBe('scam_reports.too_many_looks');
  expect(await at('2001:db8:1:1::1')).toBe(200);
  const { cookie } = await newCustomer(server);
  expect((await many('203.0.113.9', 10, cookie)).every((answer) => answer === 200)).toBe(true);
  expect(await at('203.0.114.9', cookie)).toBe('scam_reports.too_many_looks');
  const { status } = await call('scamReports/submit', report(), cookie);
  expect(status).toBe(200);
  await owner.query(`delete from setting_versions where key = 'scam_reports' and value ->> 'looksPerHour' = '10'`);
});

test('a lookup uses one database connection', async () => {
  const { pool } = server.services;
  const { cookie } = await newCustomer(server);
  const countConnections = async (as?: string) => {
    let count = 0;
    const note = () => count++;
    pool.on('acquire', note);
    await lookUp({ website: newSite() }, as);
    pool.off('acquire', note);
    return count;
  };
  await countConnections(cookie);
  expect(await countConnections(cookie)).toBe(1);
});

describe('typed values', () => {
  afterEach(() => vi.unstubAllGlobals());

  const storageOf = (entries: Map<string, string>) => ({
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  });

  test('a stored report is restored for its reporter, or for anyone when typed signed out', async () => {
    vi.stubGlobal('document', { documentElement: { dataset: { session: 'out', staff: 'no' } } });
    vi.stubGlobal('sessionStorage', storageOf(new Map()));
    vi.stubGlobal('localStorage', storageOf(new Map()));
    const { setViewer } = await import('../../ui/viewer-state.ts');
    const { emptyReport, storeReport, takeStoredReport } = await import('./screens/form-values.ts');
    const enters = (userId: string) => setViewer({ session: 'in', staff: 'no' }, userId);
    const ends = () => setViewer({ session: 'out', staff: 'no' });
    const report = { ...emptyReport, description: 'They promised to double it.' };
    storeReport(report);
    enters('kerry');
    expect(takeStoredReport()).toEqual(report);
    ends();
    storeReport(report);
    enters('tamara');
    expect(takeStoredReport()).toEqual(emptyReport);
  });
});
