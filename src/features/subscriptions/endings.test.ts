import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { buildBankReceipt, claimPlan } from '../../../test/payments.ts';
import { createRefundTools } from '../../../test/refunds.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { after, days, hours, minutes } from '../../kernel/clock.ts';
import { buildEndEmail, endPlans, sendEndReminders, subscriptionsJobs } from './jobs.ts';
import { closeGaps, getMonthFrom, getNextMonth } from './plans.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { approves, finance, prepares } = await createRefundTools(server);

afterAll(() => server.setTime(null));

const plansOf = async (id: string) =>
  (
    await owner.query<{ status: string; reminderDays: number | null; end: Date }>(
      `select status, reminder_days "reminderDays", end_date "end" from subscriptions where user_id = $1 order by created_at`,
      [id],
    )
  ).rows;
const loadPlan = async (cookie: string) =>
  (await call<{ subscription: object | null }>('accountPages/subscription', undefined, cookie)).body.subscription;

type Working = { name: string; run: (data: object) => Promise<unknown> };
type Own = { active: object | null; runsUntil: string | null; includes: string[] };

async function createWithPlan() {
  const customer = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimPlan(server, customer.cookie);
  expect((await call('paymentsDesk/receive', buildBankReceipt(paymentId), finance)).status).toBe(200);
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
  expect(await at(days(3))).toEqual([7]);
  expect(await at(hours(23))).toEqual([1]);
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
  server.setTime(null);
});

test('the second reminder is sent within the last day only', async () => {
  const customer = await createWithPlan();
  const at = async (before: number) => {
    server.setTime(after(customer.end, -before));
    await sendEndReminders(services);
    return loadReminderDays(customer.id);
  };
  expect(await at(days(2))).toEqual([7]);
  expect(await at(days(1) + minutes(1))).toEqual([7]);
  expect(await at(days(1) - minutes(1))).toEqual([1]);
  server.setTime(null);
});

test('reminders skip refunded plans and closed accounts', async () => {
  const [stays, gaveBack, gone] = [await createWithPlan(), await createWithPlan(), await createWithPlan()];
  server.setTime(after(stays.end, -days(3)));
  await sendEndReminders(services);
  server.setTime(null);
  expect([await loadReminderDays(gaveBack.id), await loadReminderDays(gone.id)]).toEqual([[7], [7]]);
  const [prepared, agreed] = [await prepares(gaveBack.paymentId, null), await approves(gaveBack.paymentId)];
  expect([prepared, agreed]).toEqual(['done', 'done']);
  const closing = { email: gone.email, password: demoPassword, confirmed: true };
  expect((await call('accounts/closeAccount', closing, gone.cookie)).status).toBe(200);
  expect(await findRecipients([stays, gaveBack, gone])).toEqual([stays.email]);
});

test('customers who paid for a further month get no reminder and see the running month', async () => {
  const customer = await createWithPlan();
  const paymentId = await claimPlan(server, customer.cookie);
  expect(await loadPlan(customer.cookie)).toMatchObject({ status: 'active' });
  expect((await call('paymentsDesk/receive', buildBankReceipt(paymentId), finance)).status).toBe(200);
  server.setTime(after(customer.end, -hours(5)));
  await sendEndReminders(services);
  expect(await loadReminderDays(customer.id)).toEqual([null, null]);
  expect(await loadPlan(customer.cookie)).toMatchObject({ status: 'active', endDate: customer.end.toISOString() });
  server.setTime(after(customer.end, hours(1)));
  await endPlans(services);
  expect((await plansOf(customer.id)).map(({ status }) => status)).toEqual(['expired', 'active']);
  server.setTime(null);
});

test('a plan includes the features of smaller plans while it runs', async () => {
  const customer = await createWithPlan();
  const includes = async () =>
    (await call<{ includes: string[] }>('subscriptions/own', undefined, customer.cookie)).body.includes;
  expect(await includes()).toEqual(expect.arrayContaining(['courses', 'dapps']));
  expect(await includes()).not.toContain('premium_community');
  server.setTime(customer.end);
  expect(await includes()).toEqual([]);
  server.setTime(null);
});

test('a larger plan paid ahead adds features only from its start', async () => {
  const customer = await createWithPlan();
  const larger = await claimPlan(server, customer.cookie, { plan: 'professional', price: 7000 });
  expect((await call('paymentsDesk/receive', buildBankReceipt(larger, { amount: '7000' }), finance)).status).toBe(200);
  const [, ahead] = await plansOf(customer.id);
  const own = async () => (await call<Own>('subscriptions/own', undefined, customer.cookie)).body;
  const until = { runsUntil: ahead?.end?.toISOString() };
  expect(await own()).toMatchObject({ active: { plan: 'personal', endDate: customer.end.toISOString() }, ...until });
  expect((await own()).includes).not.toContain('premium_community');
  server.setTime(after(customer.end, minutes(1)));
  expect(await own()).toMatchObject({ active: { plan: 'professional' }, ...until });
  expect((await own()).includes).toContain('premium_community');
  server.setTime(null);
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

describe('period', () => {
  const moment = (text: string) => new Date(text);

  test('a month ends on the same day of the next month, or on its last day', () => {
    expect(getNextMonth('2026-11-22')).toBe('2026-12-22');
    expect(getNextMonth('2026-12-31')).toBe('2027-01-31');
    expect(getNextMonth('2027-01-31')).toBe('2027-02-28');
    expect(getNextMonth('2028-01-30')).toBe('2028-02-29');
  });

  test('a month ends with the day in Jamaica', () => {
    const { start, end } = getMonthFrom(moment('2026-11-22T23:30:00Z'), null);
    expect(start).toEqual(moment('2026-11-22T23:30:00Z'));
    expect(end).toEqual(moment('2026-12-23T05:00:00Z'));
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
