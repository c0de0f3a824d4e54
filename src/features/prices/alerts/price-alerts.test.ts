import { describe, expect, test } from 'vitest';
import { demoPassword } from '../../../../fakes/people.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { atHour } from '../../../kernel/calendar.ts';
import { after, days, hours, minutes } from '../../../kernel/clock.ts';
import type { Mail } from '../../../platform/email/mail.ts';
import { checkPriceAlerts, priceAlertsJobs } from './jobs.ts';
import { SetPriceAlert } from './schema.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;

type Alert = { readonly id: string; readonly symbol: string; readonly target: string; readonly firedAt: string | null };
const inDollars = { symbol: 'BTC', direction: 'above', currency: 'USD', target: '200000' } as const;

async function setPrice(priceUsd: string, { change = null as string | null, observedAt = new Date() } = {}) {
  await owner.query(
    `update crypto_prices set price_usd = $1, percent_change_24h = $2, observed_at = $3, last_updated = $3, jump_price = null,
       jump_source = null, jump_observed_at = null where symbol = 'BTC'`,
    [priceUsd, change, observedAt],
  );
}
async function createCustomer() {
  await setPrice('100000');
  const customer = await newCustomer(server, 'Ina Brown');
  const set = async (more: object = {}) => {
    const { status, body } = await call<{ code?: string }>(
      'priceAlerts/set',
      { ...inDollars, ...more },
      customer.cookie,
    );
    return status === 200 ? 'done' : body.code;
  };
  const list = async () =>
    (await call<{ alerts: Alert[] }>('priceAlerts/list', undefined, customer.cookie)).body.alerts;
  return { ...customer, set, list };
}
type RunnableJob = { name: string; run: (data: object) => Promise<unknown> };

async function runAlertEmails(userId: string): Promise<string[]> {
  const mails: Mail[] = [];
  const jobs = priceAlertsJobs(services, async (mail) => void mails.push(mail)) as unknown as RunnableJob[];
  const { rows } = await owner.query<{ data: object }>(
    `delete from pgboss.job j using price_alerts a where j.name = 'price_alerts.send' and a.id::text = j.data ->> 'id'
       and a.user_id = $1 returning j.data`,
    [userId],
  );
  for (const { data } of rows) await jobs.find(({ name }) => name === 'price_alerts.send')?.run(data);
  return mails.map(({ subject }) => subject).toSorted();
}

test('setting an alert needs one connection of the pool', async () => {
  const { set } = await createCustomer();
  const { pool } = services;
  const taken = await Promise.all(Array.from({ length: (pool.options.max ?? 0) - 1 }, () => pool.connect()));
  const answer = await set();
  for (const connection of taken) connection.release();
  expect(answer).toBe('done');
});

describe('alerts for a price', () => {
  test('alerts above and below a price fire once, when the price reaches it', async () => {
    const { id, set, list } = await createCustomer();
    expect(await set({ target: '110,000' })).toBe('done');
    expect(await set({ direction: 'below', target: '90000' })).toBe('done');
    await setPrice('109999.99');
    await checkPriceAlerts(services);
    expect(await runAlertEmails(id)).toEqual([]);
    await setPrice('110000');
    await checkPriceAlerts(services);
    await setPrice('90000');
    await checkPriceAlerts(services);
    await setPrice('120000');
    await checkPriceAlerts(services);
    expect(await runAlertEmails(id)).toEqual(['Bitcoin is above US$110,000.00', 'Bitcoin is below US$90,000.00']);
    expect((await list()).map(({ firedAt }) => firedAt)).not.toContain(null);
  });

  test('an alert in J$ compares with the price at our rate', async () => {
    const { id, set } = await createCustomer();
    expect(await set({ currency: 'JMD', target: '17500001' })).toBe('done');
    await setPrice('100000');
    await checkPriceAlerts(services);
    expect(await runAlertEmails(id)).toEqual([]);
    await setPrice('100000.01');
    await checkPriceAlerts(services);
    expect(await runAlertEmails(id)).toEqual(['Bitcoin is above J$17,500,001.00']);
  });
});

describe('alerts for a daily move', () => {
  test('an alert for a daily move fires in both directions, at most once a day in Jamaica', async () => {
    const { id, set } = await createCustomer();
    expect(await set({ direction: 'move', target: '5' })).toBe('done');
    const midnight = atHour('2026-11-21', 0);
    const checkAt = async (now: Date, change: string) => {
      server.setTime(now);
      await setPrice('100000', { change, observedAt: now });
      await checkPriceAlerts(services);
      return runAlertEmails(id);
    };
    expect(await checkAt(after(midnight, -hours(3)), '4.99')).toEqual([]);
    expect(await checkAt(after(midnight, -hours(2)), '5')).toEqual(['Bitcoin moved +5.0% in 24 hours']);
    expect(await checkAt(after(midnight, -minutes(1)), '-9')).toEqual([]);
    expect(await checkAt(midnight, '-9')).toEqual(['Bitcoin moved −9.0% in 24 hours']);
  });

  test('without a change by the provider, the move is computed from the price a day ago', async () => {
    const { id, set } = await createCustomer();
    expect(await set({ direction: 'move', target: '10' })).toBe('done');
    const now = new Date('2026-10-10T17:00:00Z');
    server.setTime(now);
    await owner.query(`insert into price_history (symbol, at, price_usd, source) values ('BTC', $1, 100000, 'x')`, [
      after(now, -days(1)),
    ]);
    await setPrice('88000', { observedAt: now });
    await checkPriceAlerts(services);
    expect(await runAlertEmails(id)).toEqual(['Bitcoin moved −12.0% in 24 hours']);
  });
});

describe('new prices', () => {
  test('a stale price and an unconfirmed jump fire nothing', async () => {
    const { id, set } = await createCustomer();
    expect(await set()).toBe('done');
    await setPrice('250000', { observedAt: after(new Date(), -minutes(21)) });
    await checkPriceAlerts(services);
    await setPrice('250000');
    await owner.query(`update crypto_prices set jump_price = 300000, jump_source = 'x', jump_observed_at = now()
      where symbol = 'BTC'`);
    await checkPriceAlerts(services);
    expect(await runAlertEmails(id)).toEqual([]);
    await setPrice('250000');
    await checkPriceAlerts(services);
    expect(await runAlertEmails(id)).toHaveLength(1);
  });

  test('new prices enqueue the check in the transaction that stores them', async () => {
    const count = async () => (await owner.query(`select from pgboss.job where name = 'prices.alerts'`)).rowCount ?? 0;
    const before = await count();
    await owner.query('update price_refreshes set attempted_at = $1', [after(new Date(), -minutes(5))]);
    expect((await call('prices/refresh', {})).status).toBe(200);
    expect(await count()).toBe(before + 1);
  });
});

describe('setting and removing', () => {
  test('setting an alert for a price that is already reached is refused', async () => {
    const { set, list } = await createCustomer();
    expect(await set({ target: '100000' })).toBe('price_alerts.already_above');
    expect(await set({ direction: 'below', target: '100000' })).toBe('price_alerts.already_below');
    expect(await list()).toEqual([]);
  });

  test('the 21st active alert of a customer is refused', async () => {
    const { set, list } = await createCustomer();
    for (let n = 0; n < 20; n++) expect(await set({ target: String(200_000 + n) })).toBe('done');
    expect(await set()).toBe('price_alerts.too_many');
    expect(await list()).toHaveLength(20);
  });

  test('parallel calls cannot exceed the limit', async () => {
    const { set, list } = await createCustomer();
    await Promise.all(Array.from({ length: 25 }, (_, n) => set({ target: String(300_000 + n) })));
    expect(await list()).toHaveLength(20);
  });

  test('an alert that is set twice is stored once, and never fires after its removal', async () => {
    const { id, cookie, set, list } = await createCustomer();
    await set();
    expect(await set()).toBe('done');
    const alerts = await list();
    expect(alerts).toHaveLength(1);
    expect((await call('priceAlerts/remove', { alertId: alerts[0]?.id }, cookie)).status).toBe(200);
    await setPrice('250000');
    await checkPriceAlerts(services);
    expect(await runAlertEmails(id)).toEqual([]);
  });

  test('an alert that is removed and set again sends at most forty emails a day', async () => {
    const { id, cookie, set, list } = await createCustomer();
    let sent = 0;
    for (let n = 0; n < 41; n++) {
      expect(await set({ direction: 'move', target: String(5 + n) })).toBe('done');
      await setPrice('100000', { change: '60' });
      await checkPriceAlerts(services);
      sent += (await runAlertEmails(id)).length;
      await call('priceAlerts/remove', { alertId: (await list())[0]?.id }, cookie);
    }
    expect(sent).toBe(40);
  });

  test('alerts are deleted with the account', async () => {
    const { id, email, cookie, set } = await createCustomer();
    expect(await set({ direction: 'move', target: '5' })).toBe('done');
    const input = { email, password: demoPassword, confirmed: true };
    expect((await call('accounts/closeAccount', input, cookie)).status).toBe(200);
    expect((await owner.query('select from price_alerts where user_id = $1', [id])).rowCount).toBe(0);
  });

  test('done alerts are deleted after 30 days, alerts for a daily move stay', async () => {
    const { set, list } = await createCustomer();
    await set();
    await set({ direction: 'move', target: '5' });
    await setPrice('250000', { change: '6' });
    await checkPriceAlerts(services);
    expect(await list()).toHaveLength(2);
    server.setTime(after(new Date(), days(31)));
    await checkPriceAlerts(services);
    expect(await list()).toMatchObject([{ target: '5' }]);
  });
});

test.each([
  ['above', '1,000.50', true],
  ['above', '0.000001', true],
  ['above', '0', false],
  ['above', '0.0000001', false],
  ['above', '1e9', false],
  ['above', '-5', false],
  ['above', 'US$5', false],
  ['move', '1', true],
  ['move', '90', true],
  ['move', '0.9', false],
  ['move', '90.1', false],
] as const)('a target %s %s is valid: %s', (direction, target, valid) =>
  expect(SetPriceAlert.safeParse({ ...inDollars, direction, target }).success).toBe(valid),
);

test("removing another customer's alert removes nothing", async () => {
  const { set, list } = await createCustomer();
  expect(await set()).toBe('done');
  const [first] = await list();
  const { cookie } = await createCustomer();
  await call('priceAlerts/remove', { alertId: first?.id }, cookie);
  expect(await list()).toHaveLength(1);
});
