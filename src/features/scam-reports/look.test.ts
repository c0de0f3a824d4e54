import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { report, scamsOn } from '../../../test/scams.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import type { Fact } from './schema.ts';

/** What is told of what somebody types, to whom. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { looks, reported, publish, submits } = scamsOn(server);
afterEach(async () => {
  await owner.query(`delete from rate_limits where key like 'scam-look%'`);
});

const newSite = () => `scam-${randomUUID()}.com`;

test('of what nobody named nothing is known, and that is said of each thing that was typed', async () => {
  const [one, two, ...others] = await looks({ website: newSite(), name: 'Somebody New' });
  expect(one).toMatchObject({ kind: 'domain', known: null, likeness: null, listed: false });
  expect(two).toMatchObject({ kind: 'name', value: 'somebody new', known: null });
  expect(others).toEqual([]);
});

test('one report marks nobody; of several whoever is signed in hears, and strangers hear nothing', async () => {
  const website = newSite();
  const name = `Person ${randomUUID()}`;
  const { cookie } = await newCustomer(server);
  const known = async (as?: string) => (await looks({ website, name }, as)).map((one) => one.known);
  await reported({ website, name });
  expect(await known(cookie)).toEqual([null, null]);
  await reported({ website, name });
  expect(await known(cookie)).toEqual([{ told: 'reported' }, null]);
  expect(await known()).toEqual([null, null]);
});

test('one person counts once, also with two accounts that compliance found to be theirs', async () => {
  const website = newSite();
  const [one, other, looker] = [await newCustomer(server), await newCustomer(server), await newCustomer(server)];
  const told = async () => (await looks({ website }, looker.cookie))[0]?.known ?? null;
  await submits(one, { website });
  await submits(one, { website });
  expect(await told()).toBeNull();
  await submits(other, { website });
  expect(await told()).toEqual({ told: 'reported' });
  await owner.query('insert into joined_accounts (user_id, person_id) values ($1, $1), ($2, $1)', [one.id, other.id]);
  expect(await told()).toBeNull();
  await owner.query('delete from joined_accounts where person_id = $1', [one.id]);
  expect(await told()).toEqual({ told: 'reported' });
});

test('what two people published is told to everybody, with how many reported it and since when', async () => {
  const website = newSite();
  const id = await reported({ website });
  await reported({ website });
  const publication = await publish(id);
  const [found] = await looks({ text: `They sent me to https://www.${website.toUpperCase()}/join?x=1 today.` });
  expect(found).toMatchObject({
    value: website,
    known: { told: 'published', verdict: 'scam', people: 2, slug: expect.stringMatching(/^quick-/) },
  });
  // What comes to the matter afterwards was judged by nobody.
  const wallet: Fact = { kind: 'wallet', scope: 'evm', value: '0x4838b106fce9647bdf1e7877bf73ce8b0bad5f97' };
  await reported({ website, facts: [wallet] });
  await reported({ website, facts: [wallet] });
  expect((await looks({ facts: [wallet] }))[0]?.known).toBeNull();
  await owner.query(
    `update scam_publications set withdrawn_at = now(), withdrawn_code = 'appeal', withdrawn_by =
       (select id from auth."user" where email = 'admin@demo.test') where id = $1`,
    [publication],
  );
  expect((await looks({ website }))[0]?.known).toBeNull();
});

test('a declined report counts no more', async () => {
  const website = newSite();
  const { cookie } = await newCustomer(server);
  const ids = [await reported({ website }), await reported({ website })];
  await owner.query(
    `update scam_reports set status = 'declined', reason_code = 'abuse', decided_at = now(),
       decided_by = (select id from auth."user" where email = 'admin@demo.test') where id = $1`,
    [ids[0]],
  );
  expect((await looks({ website }, cookie))[0]?.known).toBeNull();
});

test('a wallet on a public sanctions list is told as such; our own list and names never are', async () => {
  const listed = 'bc1q9aafw5vwnhfm9ndgrtc9gtpl54uc9q0teweeyj';
  const [one] = await looks({ text: `Pay to ${listed.toUpperCase()}` });
  expect(one).toMatchObject({ kind: 'wallet', scope: 'bitcoin', value: listed, listed: true });
  const [deeper] = await looks({ text: 'bc1q09u7ul6368fzcak5clt7373dj7fzdsqa4k7gue' });
  expect(deeper).toMatchObject({ listed: false });
  expect(await looks({ name: 'Zoltran Quistmeyer' })).toMatchObject([{ kind: 'name', listed: false, known: null }]);
});

test('what is ours, and what is made to look like it, is told', async () => {
  const likeness = async (website: string) => (await looks({ website })).map((one) => one.likeness);
  expect(await likeness('https://localhost')).toEqual([]);
  expect(await likeness('community.cryptocommerce.example/join')).toEqual(['ours']);
  expect(await likeness('https://cryptocommerce.example@evil.test')).toEqual([null]);
  expect(await likeness('https://cryptocomerce.com')).toEqual(['alike']);
  expect(await likeness('cryptocommerce-help.com')).toEqual(['alike']);
  expect(await likeness('сryptocommerce.com')).toEqual(['alike']);
  expect(await likeness('pаypal-login.com')).toEqual(['misleading']);
  const [mail, phone] = await looks({ contactInfo: 'support@cryptocommerce.example, +1 876 555 0100' });
  expect([mail?.likeness, phone?.likeness]).toEqual(['ours', 'ours']);
});

test('a community below a site of others does not make its neighbours ours', async () => {
  const likeness = async (website: string) => (await looks({ website })).map((one) => one.likeness);
  await owner.query(
    `insert into setting_versions (key, value) select key, value || '{"communityUrl": "https://ours.forum-host.com"}'
       from setting_versions where key = 'company' order by id desc limit 1`,
  );
  expect(await likeness('https://scam.forum-host.com/join')).not.toContain('ours');
  expect(await likeness('cryptocommerce.example')).toEqual(['ours']);
  await owner.query(`delete from setting_versions where value ->> 'communityUrl' = 'https://ours.forum-host.com'`);
});

test('what is typed is looked up so often in an hour, by person, connection and the network around it', async () => {
  await owner.query(
    `insert into setting_versions (key, value) values
       ('scam_reports', '{"perDay": 5, "open": 10, "looksPerHour": 10, "toldFrom": 2, "coolingHours": 24}')`,
  );
  const at = (remoteAddress: string, cookie?: string) =>
    server.app
      .inject({
        method: 'POST',
        url: '/api/rpc/scamReports/look',
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
  // The same /64.
  expect(await at('2001:db8:1::ffff')).toBe('scam_reports.too_many_looks');
  expect(await at('2001:db8:1:1::1')).toBe(200);
  const { cookie } = await newCustomer(server);
  expect((await many('203.0.113.9', 10, cookie)).every((answer) => answer === 200)).toBe(true);
  expect(await at('203.0.114.9', cookie)).toBe('scam_reports.too_many_looks');
  const { status } = await call('scamReports/submit', report(), cookie);
  expect(status).toBe(200);
  await owner.query(`delete from setting_versions where key = 'scam_reports' and value ->> 'looksPerHour' = '10'`);
});

test('a look takes one connection to the database, not a second one while it keeps the first', async () => {
  const { pool } = server.services;
  const { cookie } = await newCustomer(server);
  const taken = async (as?: string) => {
    let count = 0;
    const note = () => count++;
    pool.on('acquire', note);
    await looks({ website: newSite() }, as);
    pool.off('acquire', note);
    return count;
  };
  await taken(cookie);
  expect(await taken(cookie)).toBe(1);
});
