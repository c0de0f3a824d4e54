import { afterAll, expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { givingBack } from '../../../test/giving-back.ts';
import { bankLine, claimedPlan } from '../../../test/payments.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { after, days, hours, minutes } from '../../kernel/clock.ts';
import { endPlans, subscriptionsJobs, tellEndings } from './jobs.ts';
import { endingLetter } from './letters.ts';

/** How plans end: told of before, marked after, and never renewed. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { approves, finance, prepares } = await givingBack(server);
afterAll(() => server.setTime(null));

const plansOf = async (id: string) =>
  (
    await owner.query<{ status: string; told: number | null; end: Date }>(
      `select status, told_days told, end_date "end" from subscriptions where user_id = $1 order by created_at`,
      [id],
    )
  ).rows;
const shown = async (cookie: string) =>
  (await call<{ subscription: object | null }>('accountPages/subscription', undefined, cookie)).body.subscription;

type Working = { name: string; run: (data: object) => Promise<unknown> };
type Own = { active: object | null; runsUntil: string | null; includes: string[] };

/** Somebody with a month that was paid. */
async function withPlan() {
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimedPlan(server, who.cookie);
  expect((await call('paymentsDesk/receive', bankLine(paymentId), finance)).status).toBe(200);
  const [plan] = await plansOf(who.id);
  return { ...who, paymentId, end: plan?.end ?? new Date() };
}
/** To which of these people what was to be written about ends goes. */
async function lettersTo(people: readonly { id: string }[]) {
  const to: string[] = [];
  const jobs = subscriptionsJobs(services, async (mail) => void to.push(mail.to)) as Working[];
  const { rows } = await owner.query<{ data: object }>(
    `select j.data from pgboss.job j join subscriptions s on s.id::text = j.data ->> 'id'
      where j.name = 'subscriptions.letter' and s.user_id = any($1)`,
    [people.map(({ id }) => id)],
  );
  expect(rows).toHaveLength(people.length);
  for (const { data } of rows) await jobs.find(({ name }) => name === 'subscriptions.letter')?.run(data);
  return to;
}
const told = async (id: string) => (await plansOf(id)).map((plan) => plan.told);
const entries = async (id: string) =>
  (
    await owner.query<{ action: string }>(
      `select action from audit_log where about_id = $1 and action like 'subscriptions.%' order by id`,
      [id],
    )
  ).rows.map(({ action }) => action);

test('its customer is told seven days and one day before the end, each once, and then it has ended', async () => {
  const who = await withPlan();
  const at = async (before: number) => {
    server.setTime(after(who.end, -before));
    await tellEndings(services);
    await endPlans(services);
    return told(who.id);
  };
  expect(await at(days(7) + minutes(1))).toEqual([null]);
  expect(await at(days(7) - minutes(1))).toEqual([7]);
  expect(await at(days(3))).toEqual([7]);
  expect(await at(hours(23))).toEqual([1]);
  expect(await at(hours(1))).toEqual([1]);
  expect(await entries(who.id)).toEqual(['subscriptions.ending', 'subscriptions.ending']);
  expect((await plansOf(who.id))[0]?.status).toBe('active');
  await at(0);
  expect((await plansOf(who.id))[0]?.status).toBe('expired');
  expect(await entries(who.id)).toEqual(['subscriptions.ending', 'subscriptions.ending', 'subscriptions.expired']);
  server.setTime(null);
});

test('the second letter is of the last day, and goes out in no earlier hour', async () => {
  const who = await withPlan();
  const at = async (before: number) => {
    server.setTime(after(who.end, -before));
    await tellEndings(services);
    return told(who.id);
  };
  expect(await at(days(2))).toEqual([7]);
  expect(await at(days(1) + minutes(1))).toEqual([7]);
  expect(await at(days(1) - minutes(1))).toEqual([1]);
  server.setTime(null);
});

test('nobody is written to of the end of what was given back meanwhile, nor whoever closed their account', async () => {
  const [stays, gaveBack, gone] = [await withPlan(), await withPlan(), await withPlan()];
  server.setTime(after(stays.end, -days(3)));
  await tellEndings(services);
  server.setTime(null);
  expect([await told(gaveBack.id), await told(gone.id)]).toEqual([[7], [7]]);
  const [prepared, agreed] = [await prepares(gaveBack.paymentId, null), await approves(gaveBack.paymentId)];
  expect([prepared, agreed]).toEqual(['done', 'done']);
  const closing = { email: gone.email, password: demoPassword, confirmed: true };
  expect((await call('accounts/closeAccount', closing, gone.cookie)).status).toBe(200);
  expect(await lettersTo([stays, gaveBack, gone])).toEqual([stays.email]);
});

test('whoever paid for a further month is not told, and sees the month that runs', async () => {
  const who = await withPlan();
  const paymentId = await claimedPlan(server, who.cookie);
  expect(await shown(who.cookie)).toMatchObject({ status: 'active' });
  expect((await call('paymentsDesk/receive', bankLine(paymentId), finance)).status).toBe(200);
  server.setTime(after(who.end, -hours(5)));
  await tellEndings(services);
  expect(await told(who.id)).toEqual([null, null]);
  expect(await shown(who.cookie)).toMatchObject({ status: 'active', endDate: who.end.toISOString() });
  server.setTime(after(who.end, hours(1)));
  await endPlans(services);
  expect((await plansOf(who.id)).map(({ status }) => status)).toEqual(['expired', 'active']);
  server.setTime(null);
});

test('a plan includes what it adds and what the smaller ones do, for as long as its month runs', async () => {
  const who = await withPlan();
  const includes = async () =>
    (await call<{ includes: string[] }>('subscriptions/own', undefined, who.cookie)).body.includes;
  expect(await includes()).toEqual(expect.arrayContaining(['courses', 'dapps']));
  expect(await includes()).not.toContain('premium_community');
  server.setTime(who.end);
  expect(await includes()).toEqual([]);
  server.setTime(null);
});

test('a larger plan that is paid ahead adds nothing until its month begins', async () => {
  const who = await withPlan();
  const larger = await claimedPlan(server, who.cookie, { plan: 'professional', price: 7000 });
  expect((await call('paymentsDesk/receive', bankLine(larger, { amount: '7000' }), finance)).status).toBe(200);
  const [, ahead] = await plansOf(who.id);
  const own = async () => (await call<Own>('subscriptions/own', undefined, who.cookie)).body;
  const until = { runsUntil: ahead?.end?.toISOString() };
  expect(await own()).toMatchObject({ active: { plan: 'personal', endDate: who.end.toISOString() }, ...until });
  expect((await own()).includes).not.toContain('premium_community');
  server.setTime(after(who.end, minutes(1)));
  expect(await own()).toMatchObject({ active: { plan: 'professional' }, ...until });
  expect((await own()).includes).toContain('premium_community');
  server.setTime(null);
});

test('the letter says when, that nothing is charged, and leads to one more month', () => {
  const end = new Date('2026-12-23T05:00:00Z');
  const person = { name: 'Ina', email: 'ina@demo.test', plan: 'personal', endDate: end } as const;
  const mail = endingLetter(person, 7, 'https://demo.test');
  expect(mail.subject).toBe('Your Personal plan ends in a week');
  expect(mail.text).toContain('Wed 23 Dec 2026');
  expect(mail.text).toContain('does not renew by itself');
  expect(mail.links).toEqual(['https://demo.test/subscriptions?extend=1&plan=personal']);
  expect(endingLetter(person, 1, '').subject).toBe('Your Personal plan ends within a day');
});
