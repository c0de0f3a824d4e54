import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { upload } from '../../../test/orders.ts';
import { buildBankReceipt, claimPlan, subscribe } from '../../../test/payments.ts';
import { createRefundTools } from '../../../test/refunds.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { after, days, hours, minutes } from '../../kernel/clock.ts';
import { withSystem } from '../../platform/database/database.ts';
import { buildEndEmail, endPlans, sendEndReminders, subscriptionsJobs } from './jobs.ts';
import { closeGaps, getMonthFrom } from './plans.ts';
import { findIncludedFeatures } from './store.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { approves, prepares, act, answers, goesBack, undoes } = await createRefundTools(server);

const plansOf = async (id: string) =>
  (
    await owner.query<{ status: string; reminderDays: number | null; start: Date | null; end: Date }>(
      `select status, reminder_days "reminderDays", start_date "start", end_date "end" from subscriptions
        where user_id = $1 order by created_at`,
      [id],
    )
  ).rows;
const receive = (paymentId: string, more: object = {}) =>
  act('paymentsDesk/receive', buildBankReceipt(paymentId, more));
const includes = (userId: string, moment: Date) =>
  withSystem(services.pool, (tx) => findIncludedFeatures(tx, userId, moment));
const loadPlan = async (cookie: string) =>
  (await call<{ subscription: object | null }>('accountPages/subscription', undefined, cookie)).body.subscription;
type Working = { name: string; run: (data: object) => Promise<unknown> };
type Own = { active: object | null; runsUntil: string | null; includes: string[] };

async function createWithPlan() {
  const customer = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimPlan(server, customer.cookie);
  expect(await receive(paymentId)).toBe('done');
  const [plan] = await plansOf(customer.id);
  return { ...customer, paymentId, end: plan?.end ?? new Date() };
}
async function findRecipients(people: readonly { id: string }[]) {
  const to: string[] = [];
  const jobs = subscriptionsJobs(services, async (mail) => void to.push(mail.to)) as Working[];
  const { rows } = await owner.query<{ data: object }>(
    `select j.data from pgboss.job j join subscriptions s on s.id::text = j.data ->> 'id'
      where j.name = 'subscriptions.send_email' and s.user_id = any($1)`,
    [people.map(({ id }) => id)],
  );
  expect(rows).toHaveLength(people.length);
  for (const { data } of rows) await jobs.find(({ name }) => name === 'subscriptions.send_email')?.run(data);
  return to;
}
const loadReminderDays = async (id: string) => (await plansOf(id)).map((plan) => plan.reminderDays);
const loadAudit = async (id: string) =>
  (
    await owner.query<{ action: string }>(
      `select action from audit_log where about_id = $1 and action like 'subscriptions.%' order by id`,
      [id],
    )
  ).rows.map(({ action }) => action);

test('customers get one reminder seven days and one day before the end, then the plan expires', async () => {
  const customer = await createWithPlan();
  const at = async (before: number) => {
    server.setTime(after(customer.end, -before));
    await sendEndReminders(services);
    await endPlans(services);
    return loadReminderDays(customer.id);
  };
  expect(await at(days(7) + minutes(1))).toEqual([null]);
  expect(await at(days(7) - minutes(1))).toEqual([7]);
  expect(await at(days(1) + minutes(1))).toEqual([7]);
  expect(await at(days(1) - minutes(1))).toEqual([1]);
  expect(await at(hours(1))).toEqual([1]);
  expect(await loadAudit(customer.id)).toEqual(['subscriptions.ending', 'subscriptions.ending']);
  expect((await plansOf(customer.id))[0]?.status).toBe('active');
  await at(0);
  expect((await plansOf(customer.id))[0]?.status).toBe('expired');
  expect(await loadAudit(customer.id)).toEqual([
    'subscriptions.ending',
    'subscriptions.ending',
    'subscriptions.expired',
  ]);
});

test('reminders skip refunded plans and closed accounts', async () => {
  const [stays, gaveBack, ended] = [await createWithPlan(), await createWithPlan(), await createWithPlan()];
  server.setTime(after(stays.end, -days(3)));
  await sendEndReminders(services);
  server.setTime(null);
  expect([await loadReminderDays(gaveBack.id), await loadReminderDays(ended.id)]).toEqual([[7], [7]]);
  const [prepared, agreed] = [await prepares(gaveBack.paymentId, null), await approves(gaveBack.paymentId)];
  expect([prepared, agreed]).toEqual(['done', 'done']);
  const closing = { email: ended.email, password: demoPassword, confirmed: true };
  expect((await call('accounts/closeAccount', closing, ended.cookie)).status).toBe(200);
  expect(await findRecipients([stays, gaveBack, ended])).toEqual([stays.email]);
});

test('customers who paid for a further month get no reminder and see the running month', async () => {
  const customer = await createWithPlan();
  const paymentId = await claimPlan(server, customer.cookie);
  expect(await loadPlan(customer.cookie)).toMatchObject({ status: 'active' });
  expect(await receive(paymentId)).toBe('done');
  server.setTime(after(customer.end, -hours(5)));
  await sendEndReminders(services);
  expect(await loadReminderDays(customer.id)).toEqual([null, null]);
  expect(await loadPlan(customer.cookie)).toMatchObject({ status: 'active', endDate: customer.end.toISOString() });
  server.setTime(after(customer.end, hours(1)));
  await endPlans(services);
  expect((await plansOf(customer.id)).map(({ status }) => status)).toEqual(['expired', 'active']);
});

test('a plan includes features of smaller ones, and a larger plan paid ahead adds its own from its start', async () => {
  const customer = await createWithPlan();
  const larger = await claimPlan(server, customer.cookie, { plan: 'professional', price: 7000 });
  expect(await receive(larger, { amount: '7000' })).toBe('done');
  const [, ahead] = await plansOf(customer.id);
  const own = async () => (await call<Own>('subscriptions/own', undefined, customer.cookie)).body;
  const until = { runsUntil: ahead?.end?.toISOString() };
  expect(await own()).toMatchObject({ active: { plan: 'personal', endDate: customer.end.toISOString() }, ...until });
  expect((await own()).includes).toEqual(expect.arrayContaining(['courses', 'dapps']));
  expect((await own()).includes).not.toContain('premium_community');
  server.setTime(after(customer.end, minutes(1)));
  expect(await own()).toMatchObject({ active: { plan: 'professional' }, ...until });
  expect((await own()).includes).toContain('premium_community');
});

test('the reminder names the end, charges nothing and links to the extension', () => {
  const end = new Date('2026-12-23T05:00:00Z');
  const person = { name: 'Ina', email: 'ina@demo.test', plan: 'personal', endDate: end } as const;
  const mail = buildEndEmail(person, 7, 'https://demo.test');
  expect(mail.subject).toBe('Your Personal plan ends in a week');
  expect(mail.text).toContain('Wed 23 Dec 2026');
  expect(mail.text).toContain('renew automatically');
  expect(mail.links).toEqual(['https://demo.test/subscriptions?extend=1&plan=personal']);
  expect(buildEndEmail(person, 1, '').subject).toBe('Your Personal plan ends within a day');
});

const buyPlan = async (cookie: string, plan: string, price: number) => {
  const paymentId = await claimPlan(server, cookie, { plan, price });
  expect(await receive(paymentId, { amount: String(price) })).toBe('done');
  return paymentId;
};

test('only a paid plan includes features', async () => {
  const customer = await newCustomer(server);
  const expectNothing = async () => expect(await includes(customer.id, new Date())).toEqual([]);
  const { body } = await subscribe(server, customer.cookie);
  await expectNothing();
  const { body: file } = await upload(server, customer.cookie, 'subscription-proof');
  expect(await act('payments/claim', { paymentId: body.paymentId, proofFile: file.id }, customer.cookie)).toBe('done');
  await expectNothing();
  for (const amount of ['5999', '6000.01', '0', '-6000'])
    expect(await receive(body.paymentId, { amount })).not.toBe('done');
  await expectNothing();
  expect(await receive(body.paymentId)).toBe('done');
  expect(await includes(customer.id, new Date())).not.toEqual([]);
});

test('an expired plan is not extended from its end, and expires once', async () => {
  const customer = await newCustomer(server);
  await buyPlan(customer.cookie, 'personal', 6000);
  const [first] = await plansOf(customer.id);
  const later = new Date((first?.end?.getTime() ?? 0) + 1);
  server.setTime(later);
  // The job has not expired the plan yet.
  expect(await includes(customer.id, later)).toEqual([]);
  await owner.query(
    `update subscriptions set start_date = start_date - interval '60 days', end_date = end_date - interval '60 days' where user_id = $1`,
    [customer.id],
  );
  server.setTime(null);
  await Promise.all([endPlans(services), endPlans(services)]);
  await buyPlan(customer.cookie, 'personal', 6000);
  const [old, now] = await plansOf(customer.id);
  expect(old?.status).toBe('expired');
  expect(Math.abs((now?.start?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
});

test('refunding a plan ends it and moves the next one up', async () => {
  const customer = await newCustomer(server);
  const first = await buyPlan(customer.cookie, 'professional', 7000);
  await buyPlan(customer.cookie, 'basic', 5000);
  const before = await plansOf(customer.id);
  expect(await goesBack(first, null)).toEqual(['done', 'done', 'done']);
  const after = await plansOf(customer.id);
  expect(after.map(({ status }) => status)).toEqual(['cancelled', 'active']);
  expect(Math.abs((after[1]?.start?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  expect(before[1]?.start?.getTime()).toBe(before[0]?.end?.getTime());
  expect(after[1]?.end).toEqual(before[0]?.end);
  expect(await includes(customer.id, new Date())).not.toEqual([]);
});

test('a plan bought while nothing runs starts immediately, also before a later one', async () => {
  const customer = await newCustomer(server);
  const first = await buyPlan(customer.cookie, 'personal', 6000);
  await buyPlan(customer.cookie, 'personal', 6000);
  expect(await goesBack(first, null)).toEqual(['done', 'done', 'done']);
  await buyPlan(customer.cookie, 'professional', 7000);
  expect(await includes(customer.id, new Date())).not.toEqual([]);
});

test('returning a refund starts no plan again', async () => {
  const customer = await newCustomer(server);
  const first = await buyPlan(customer.cookie, 'personal', 6000);
  expect(await goesBack(first, null)).toEqual(['done', 'done', 'done']);
  const returned = { reasonCode: 'returned_by_bank', movedOn: jamaicaDay(new Date()) };
  expect([await undoes(first, returned), await answers('approveUndo')(first)]).toEqual(['done', 'done']);
  expect((await plansOf(customer.id)).map(({ status }) => status)).toEqual(['cancelled']);
  expect(await includes(customer.id, new Date())).toEqual([]);
});

test('a payment keeps its price after a price change', async () => {
  const customer = await newCustomer(server);
  const paymentId = await claimPlan(server, customer.cookie);
  const { rows } = await owner.query<{ value: object }>(
    `select value from setting_versions where key = 'plan_prices' order by id desc limit 1`,
  );
  await owner.query(`insert into setting_versions (key, value) values ('plan_prices', $1)`, [
    { ...rows[0]?.value, personal: 9000 },
  ]);
  expect(await receive(paymentId, { amount: '9000' })).toBe('payments.amount_differs');
  expect(await receive(paymentId)).toBe('done');
  expect((await subscribe(server, customer.cookie)).body.code).toBe('subscriptions.price_changed');
  expect((await subscribe(server, customer.cookie, { price: 9000 })).status).toBe(200);
  await owner.query(`insert into setting_versions (key, value) values ('plan_prices', $1)`, [rows[0]?.value]);
});

describe('period', () => {
  const moment = (text: string) => new Date(text);

  test.each([
    ['2028-02-01T04:59:59.999Z', '2028-03-01T05:00:00.000Z'], // 31 January, a leap year
    ['2027-02-01T04:59:59.999Z', '2027-03-01T05:00:00.000Z'], // 31 January
    ['2028-02-29T05:00:00.001Z', '2028-03-30T05:00:00.000Z'], // 29 February, its beginning
    ['2028-03-01T04:59:59.999Z', '2028-03-30T05:00:00.000Z'], // 29 February, its last one
    ['2028-03-01T05:00:00.001Z', '2028-04-02T05:00:00.000Z'], // 1 March
    ['2028-03-01T05:00:00.000Z', '2028-04-02T05:00:00.000Z'], // its very first moment
    ['2027-01-01T04:59:59.999Z', '2027-02-01T05:00:00.000Z'], // 31 December
    ['2027-01-01T05:00:00.001Z', '2027-02-02T05:00:00.000Z'], // 1 January
    ['2027-03-14T06:59:59.000Z', '2027-04-15T05:00:00.000Z'], // the night in which New York's clocks change
    ['2100-02-28T12:00:00.000Z', '2100-03-29T05:00:00.000Z'], // no leap year
  ])('a month from %s ends at %s', (from, end) => {
    expect(getMonthFrom(new Date(from), null)).toEqual({ start: new Date(from), end: new Date(end) });
  });

  test('an extension starts at the end of the running month, or now if it ended', () => {
    const now = moment('2026-11-22T15:00:00Z');
    const running = moment('2026-12-23T05:00:00Z');
    expect(getMonthFrom(now, running)).toEqual({ start: running, end: moment('2027-01-23T05:00:00Z') });
    expect(getMonthFrom(now, moment('2026-11-01T05:00:00Z')).start).toEqual(now);
  });

  test('consecutive months have no gap or overlap and at least 28 days', () => {
    const begins = fc.date({
      min: moment('2026-01-01T00:00:00Z'),
      max: moment('2035-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(begins, fc.integer({ min: 1, max: 24 }), (now, count) => {
        let until: Date | null = null;
        for (let n = 0; n < count; n++) {
          const { start, end }: { start: Date; end: Date } = getMonthFrom(now, until);
          expect(start).toEqual(until ?? now);
          expect(end.getTime() - start.getTime()).toBeGreaterThanOrEqual(days(28));
          expect(end.getTime() - start.getTime()).toBeLessThanOrEqual(days(32));
          until = end;
        }
      }),
    );
  });

  test('refunding one of several months moves the later ones up without overlap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 6 }), fc.nat(), fc.integer({ min: 0, max: 40 }), (count, which, passed) => {
        const start = moment('2026-11-22T15:00:00Z');
        const months = Array.from({ length: count }).reduce<{ start: Date; end: Date }[]>(
          (all) => [...all, getMonthFrom(start, all.at(-1)?.end ?? null)],
          [],
        );
        const now = new Date(start.getTime() + days(passed));
        const left = months.filter(({ end }, n) => n !== which % count && end > now);
        const moved = closeGaps(left, now);
        expect(moved[0]?.start.getTime() ?? 0).toBeLessThanOrEqual(now.getTime());
        for (const [n, { start, end }] of moved.entries()) {
          if (n > 0) expect(start).toEqual(moved[n - 1]?.end);
          expect(start.getTime()).toBeLessThanOrEqual(left[n]?.start.getTime() ?? 0);
          expect(end.getTime() - start.getTime()).toBeGreaterThanOrEqual(days(28));
        }
      }),
    );
  });
});
