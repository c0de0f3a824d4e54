import { beforeEach, describe, expect, test } from 'vitest';
import { demoPassword } from '../../../../fakes/people.ts';
import { demoAddresses } from '../../../../fakes/screening/demo-list.ts';
import { openBankReconciliation } from '../../../../test/bank-lines.ts';
import { bitcoinAddress, buy } from '../../../../test/orders.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpUnallocated } from '../../../../test/unallocated.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { atHour, type Day } from '../../../kernel/calendar.ts';
import { after, hours, minutes } from '../../../kernel/clock.ts';
import { withSystem } from '../../../platform/database/database.ts';
import type { Mail } from '../../../platform/email/mail.ts';
import { findDueByReference } from '../../ledger/unallocated-store.ts';
import { tradingJobs } from '../jobs.ts';
import { holidaysAround } from '../lifecycle/holidays.ts';
import { runRecurringBuys } from './jobs.ts';
import { getNextDay } from './schedule.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { done, finance } = await setUpUnallocated(server);
const { confirming, lineNamed, upload } = openBankReconciliation(server, { done, finance });

beforeEach(() => owner.query('delete from recurring_buys'));

type Plan = Record<'id' | 'reference' | 'nextOn', string> &
  Record<'pausedFor' | 'lastRefusal' | 'openOrder', string | null>;
type OrderRow = Record<'id' | 'reference' | 'payment_reference' | 'status' | 'pay_in', string>;
type Answer = { code?: string; planId: string };

const weekly = {
  ...{ symbol: 'BTC', currency: 'JMD', amount: '1,000', every: 'week', day: '3', network: 'bitcoin' },
  ...{ walletAddress: bitcoinAddress, destinationTag: '' },
};

/** A holiday moves one order of a plan, not the next. */
const getWeekAfter = (day: string) => getNextDay({ every: 'week', day: 3 }, day as Day, holidaysAround(new Date()));
const setPricesAt = (at: Date) => owner.query('update crypto_prices set observed_at = $1, last_updated = $1', [at]);

async function createCustomer() {
  await setPricesAt(new Date());
  const customer = await newCustomer(server, 'Ina Brown');
  const { cookie } = customer;
  const set = async (change: object = {}) =>
    (await call<Answer>('trading/setRecurringBuy', { ...weekly, ...change }, cookie)).body;
  const list = async () => (await call<{ plans: Plan[] }>('trading/recurringBuys', undefined, cookie)).body.plans;
  const plan = async () => {
    const [first] = await list();
    if (!first) throw new Error('no plan');
    return first;
  };
  const orders = async () =>
    (await owner.query<OrderRow>('select * from transactions where user_id = $1 order by created_at', [customer.id]))
      .rows;
  return { ...customer, set, list, plan, orders };
}

async function runAt(now: Date): Promise<number> {
  server.setTime(now);
  await setPricesAt(now);
  return runRecurringBuys(services);
}

type RunnableJob = { name: string; run: (data: object) => Promise<unknown> };

async function loadMails(userId: string): Promise<Mail[]> {
  const mails: Mail[] = [];
  const jobs = tradingJobs(services, async (mail) => void mails.push(mail)) as unknown as RunnableJob[];
  await jobs.find(({ name }) => name === 'trading.notify_placed')?.run({});
  const { rows } = await owner.query<{ name: string; data: object }>(
    `delete from pgboss.job j where (j.name = 'trading.send_email' and exists (select from transactions t
         where t.id::text = j.data ->> 'orderId' and t.user_id = $1))
       or (j.name = 'trading.recurring_buy_mail' and exists (select from recurring_buys b
         where b.id::text = j.data ->> 'id' and b.user_id = $1)) returning j.name, j.data`,
    [userId],
  );
  for (const { name, data } of rows) await jobs.find((job) => job.name === name)?.run(data);
  return mails;
}
const loadSubjects = async (userId: string) => (await loadMails(userId)).map(({ subject }) => subject);

describe('a due plan', () => {
  test('prepares one order from 6 am with the reference of the plan, and mails how to pay', async () => {
    const { id, set, plan, orders } = await createCustomer();
    await set();
    const { nextOn, reference } = await plan();
    expect(await runAt(after(atHour(nextOn, 6), -minutes(1)))).toBe(0);
    expect(await runAt(atHour(nextOn, 6))).toBe(1);
    expect(await runAt(atHour(nextOn, 7))).toBe(0);
    const [order, ...others] = await orders();
    expect(others).toEqual([]);
    expect(order).toMatchObject({ payment_reference: reference, fiat_amount: '1000.00', status: 'pending' });
    expect(order?.reference).not.toBe(reference);
    expect(await plan()).toMatchObject({ nextOn: getWeekAfter(nextOn), openOrder: order?.id });
    const [mail] = await loadMails(id);
    expect(mail?.subject).toBe(`Your recurring buy is ready to pay: ${order?.reference}`);
    expect(mail?.letter.facts).toContainEqual(['Reference', reference]);
    const entry = await owner.query(`select after from audit_log where subject_id = $1`, [order?.id]);
    expect(entry.rows).toMatchObject([{ after: { recurringBuy: reference } }]);
  });

  test('parallel runs prepare one order', async () => {
    const { set, plan, orders } = await createCustomer();
    await set();
    const due = atHour((await plan()).nextOn, 9);
    await Promise.all([runAt(due), runAt(due), runAt(due)]);
    expect(await orders()).toHaveLength(1);
  });

  test('and an equal plan of the same day each prepare their order', async () => {
    const { set, list, orders } = await createCustomer();
    for (let n = 0; n < 2; n++) await set();
    const [first] = await list();
    expect(await runAt(atHour(first?.nextOn ?? '', 6))).toBe(2);
    expect(new Set((await orders()).map((order) => order.payment_reference)).size).toBe(2);
  });

  test('an unpaid order gets one reminder, a day before it ends', async () => {
    const { id, set, plan, orders } = await createCustomer();
    await set();
    const placedAt = atHour((await plan()).nextOn, 6);
    await runAt(placedAt);
    await loadMails(id);
    await runAt(after(placedAt, hours(47)));
    expect(await loadSubjects(id)).toEqual([]);
    await runAt(after(placedAt, hours(48)));
    await runAt(after(placedAt, hours(49)));
    expect(await loadSubjects(id)).toEqual([
      `Reminder: your recurring buy ends soon: ${(await orders())[0]?.reference}`,
    ]);
  });
});

describe('a refused order', () => {
  test('leaves the plan and tells the customer the catalogued reason', async () => {
    const { id, cookie, set, plan, orders } = await createCustomer();
    await set();
    const { nextOn } = await plan();
    server.setTime(atHour(nextOn, 5));
    await setPricesAt(atHour(nextOn, 5));
    for (let n = 0; n < 2; n++) expect((await buy(server, cookie, { amount: '2000' })).status).toBe(200);
    await loadMails(id);
    expect(await runAt(atHour(nextOn, 6))).toBe(0);
    expect(await orders()).toHaveLength(2);
    const unchanged = await plan();
    expect(unchanged).toMatchObject({ nextOn: getWeekAfter(nextOn), pausedFor: null });
    expect(unchanged.lastRefusal).toMatch(/^This transaction would exceed your \$25 USD monthly cap/);
    const [mail] = await loadMails(id);
    expect(mail?.subject).toBe("We couldn't prepare your recurring buy of Bitcoin");
    expect(mail?.text).toContain('This transaction would exceed your $25 USD monthly cap');
  });

  test('to a wallet that is listed since opens a case for compliance', async () => {
    const { id, set, plan, orders } = await createCustomer();
    await set();
    await owner.query('update recurring_buys set address = $2 where user_id = $1', [id, demoAddresses.sanctioned[0]]);
    await runAt(atHour((await plan()).nextOn, 6));
    expect(await orders()).toEqual([]);
    expect((await plan()).lastRefusal).not.toBeNull();
    const cases = await owner.query('select from cases where user_id = $1', [id]);
    expect(cases.rowCount).toBe(1);
  });

  test('without current prices is tried again until 6 pm', async () => {
    const { set, plan } = await createCustomer();
    await set();
    const { nextOn } = await plan();
    const runStale = async (hour: number) => {
      server.setTime(atHour(nextOn, hour));
      await setPricesAt(atHour(nextOn, hour - 2));
      await runRecurringBuys(services);
      return plan();
    };
    expect(await runStale(17)).toMatchObject({ nextOn, lastRefusal: null });
    expect(await runStale(18)).toMatchObject({ nextOn: getWeekAfter(nextOn) });
  });
});

describe('the end of a plan', () => {
  test('three unpaid orders in a row pause the plan, and resuming counts from zero', async () => {
    const { id, cookie, set, plan, orders } = await createCustomer();
    await set();
    const { id: planId } = await plan();
    for (let n = 0; n < 3; n++) {
      const { nextOn } = await plan();
      expect(await runAt(atHour(nextOn, 6))).toBe(1);
      await owner.query(
        `update transactions set status = 'cancelled', lapsed = true, closed_at = created_at, price_holds_until = created_at
          where user_id = $1`,
        [id],
      );
    }
    await loadMails(id);
    const { nextOn } = await plan();
    expect(await runAt(atHour(nextOn, 6))).toBe(0);
    expect(await plan()).toMatchObject({ pausedFor: 'unpaid' });
    expect(await loadSubjects(id)).toEqual(['Your recurring buy of Bitcoin is paused']);
    expect((await call('trading/pauseRecurringBuy', { planId, paused: false }, cookie)).status).toBe(200);
    const resumed = await plan();
    expect(resumed.nextOn > nextOn).toBe(true);
    expect(await runAt(atHour(resumed.nextOn, 6))).toBe(1);
    expect(await orders()).toHaveLength(4);
  });

  test('a paused, deleted or closed plan prepares nothing', async () => {
    const [paused, deleted, closed] = [await createCustomer(), await createCustomer(), await createCustomer()];
    for (const { set } of [paused, deleted, closed]) await set();
    const { id: planId, nextOn } = await paused.plan();
    await call('trading/pauseRecurringBuy', { planId, paused: true }, paused.cookie);
    await call('trading/removeRecurringBuy', { planId: (await deleted.plan()).id }, deleted.cookie);
    const input = { email: closed.email, password: demoPassword, confirmed: true };
    expect((await call('accounts/closeAccount', input, closed.cookie)).status).toBe(200);
    expect((await owner.query('select from recurring_buys where user_id = $1', [closed.id])).rowCount).toBe(0);
    await runAt(atHour(nextOn, 9));
    for (const { orders } of [paused, deleted]) expect(await orders()).toEqual([]);
  });
});

describe('a bank line with the reference of a plan', () => {
  test('matches the only open order with certainty, also after an unpaid one, but not two open ones', async () => {
    const { set, plan, orders } = await createCustomer();
    await set({ amount: '1,017' });
    const { nextOn, reference } = await plan();
    await runAt(atHour(nextOn, 6));
    await upload([{ reference: 'SO 1', details: `STO ${reference}`, credit: '1017.00', day: nextOn }]);
    const [first] = await orders();
    expect((await lineNamed(reference)).matches).toMatchObject([{ id: first?.id, reference: first?.reference }]);
    expect(await lineNamed(reference)).toMatchObject({ certain: true });

    await runAt(atHour(getWeekAfter(nextOn), 6));
    const second = (await orders())[1];
    await owner.query('update transactions set created_at = $2 where id = $1', [second?.id, atHour(nextOn, 6)]);
    expect(await lineNamed(reference)).toMatchObject({ certain: false });

    await owner.query(`update transactions set status = 'cancelled', closed_at = now() where id = $1`, [first?.id]);
    const line = await lineNamed(reference);
    expect(line).toMatchObject({ certain: true, matches: [{ id: second?.id }, { id: first?.id }] });
    await done('bankLines/confirm', confirming(line));
    expect((await orders()).map((order) => order.pay_in).toSorted()).toEqual(['awaiting', 'received']);
    // A second transfer is not for the order that is paid.
    expect(await withSystem(services.pool, (tx) => findDueByReference(tx, reference))).toBeNull();
  });
});

describe('setting a plan', () => {
  test('is refused when its orders would be refused each time', async () => {
    const { id, set, list } = await createCustomer();
    const refused = async (change: object) => (await set(change)).code;
    expect(await refused({ amount: '5,000' })).toBe('trading.monthly_limit_no_tier');
    expect(await refused({ amount: '200,000' })).toBe('trading.enhanced_kyc_required');
    expect(await refused({ network: 'erc20' })).toBe('trading.network_unfit');
    expect(await refused({ walletAddress: `${bitcoinAddress}x` })).toMatch(/^trading\.address_/);
    expect(await refused({ walletAddress: demoAddresses.sanctioned[0] })).toBe('trading.wallet_blocked');
    expect(await refused({ day: '6' })).toBe('BAD_REQUEST');
    await owner.query(`update auth."user" set name = '' where id = $1`, [id]);
    expect(await refused({})).toBe('accounts.profile_incomplete');
    expect(await list()).toEqual([]);
  });

  test('changing and resuming need a sign-in within ten minutes; pausing and deleting need none', async () => {
    const { id, email, set, plan } = await createCustomer();
    await set();
    const { id: planId } = await plan();
    await owner.query(`update auth.session set confirmed_at = now() - interval '11 minutes' where "userId" = $1`, [id]);
    expect((await set()).code).toBe('accounts.confirm_needed');
    const stale = await createSession(server, email);
    await owner.query(`update auth.session set confirmed_at = now() - interval '11 minutes' where "userId" = $1`, [id]);
    const change = await call<Answer>('trading/changeRecurringBuy', { planId, amount: '1200' }, stale);
    expect(change.body.code).toBe('accounts.confirm_needed');
    expect((await call('trading/pauseRecurringBuy', { planId, paused: true }, stale)).status).toBe(200);
    const resume = await call<Answer>('trading/pauseRecurringBuy', { planId, paused: false }, stale);
    expect(resume.body.code).toBe('accounts.confirm_needed');
    expect((await call('trading/removeRecurringBuy', { planId }, stale)).status).toBe(200);
  });

  test('a changed amount applies to the next order, and another customer changes nothing', async () => {
    const { cookie, set, plan, orders } = await createCustomer();
    await set();
    const { id: planId, nextOn } = await plan();
    const otherUser = await createCustomer();
    const refused = async (command: string, more: object) =>
      (await call<Answer>(`trading/${command}`, { planId, ...more }, otherUser.cookie)).body.code;
    expect(await refused('changeRecurringBuy', { amount: '1200' })).toBe('recurring_buys.not_found');
    expect(await refused('pauseRecurringBuy', { paused: true })).toBe('recurring_buys.not_found');
    expect(await refused('removeRecurringBuy', {})).toBe('recurring_buys.not_found');
    expect((await call('trading/changeRecurringBuy', { planId, amount: '1,500.50' }, cookie)).status).toBe(200);
    await runAt(atHour(nextOn, 6));
    expect(await orders()).toMatchObject([{ fiat_amount: '1500.50' }]);
  });

  test('the eleventh plan is refused, also in parallel', async () => {
    const { set, list } = await createCustomer();
    await Promise.all(Array.from({ length: 11 }, () => set()));
    expect(await list()).toHaveLength(10);
    expect((await set()).code).toBe('recurring_buys.too_many');
  });
});
