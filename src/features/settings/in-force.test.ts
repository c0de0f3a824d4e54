import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { buy } from '../../../test/orders.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { jmd, usd } from '../../kernel/money.ts';
import { findLargeChange } from './change-setting.ts';
import { demoSettings } from './demo-settings.ts';
import { type SettingKey, settingKeys, settingShapes } from './schema.ts';
import {
  fromFormValues,
  getChangedRows,
  getRows,
  isPaused,
  toFormValues,
  togglePause,
} from './staff/screens/setting-fields.ts';
import { isBelowThreshold } from './threshold.ts';

const server = await serverUnderTest();
const { call, signIn, owner, services } = server;

const newRates = (buyRate: number) =>
  `insert into setting_versions (key, value) values ('rates', '{"buy":"${buyRate}","sell":"149","market":null}')`;

type InForceColumns = { settings: string; lists: string; rules: string; reference_key: string };
const readInForce = async (): Promise<InForceColumns> =>
  (await owner.query('select settings, lists, rules, reference_key from active_versions')).rows[0];

/** The columns that a statement changes. The statement is rolled back. */
async function changedBy(statement: string): Promise<string[]> {
  const before = await readInForce();
  await owner.query('begin');
  try {
    await owner.query(statement);
    const after = await readInForce();
    return (Object.keys(before) as (keyof InForceColumns)[]).filter((name) => after[name] !== before[name]);
  } finally {
    await owner.query('rollback');
    expect(await readInForce()).toEqual(before);
  }
}

test('each column of in_force changes with its source, in the same transaction, and with nothing else', async () => {
  expect(await changedBy(newRates(1))).toEqual(['settings']);
  expect(await changedBy(`update sanctions_sources set as_of = now() where source = 'demo'`)).toEqual(['lists']);
  expect(await changedBy(`update sanctions_sources set asked_at = now(), failure = 'no answer'`)).toEqual([]);
  const rules = `insert into risk_rule_sets (version, title, rules) select version + 1, title, rules from risk_rule_sets
    order by version desc limit 1`;
  expect(await changedBy(rules)).toEqual(['rules']);
  expect(await changedBy('select 1')).toEqual([]);
});

test('the rules in force are the newest rule set', async () => {
  const { rows } = await owner.query('select id from risk_rule_sets order by version desc limit 1');
  expect((await readInForce()).rules).toBe(rows[0].id);
});

test('the application reads in_force and cannot change it', async () => {
  await expect(services.pool.query('select settings from active_versions')).resolves.toMatchObject({ rowCount: 1 });
  for (const statement of [
    'update active_versions set settings = uuidv7()',
    'delete from active_versions',
    'insert into active_versions default values',
  ])
    await expect(services.pool.query(statement)).rejects.toThrow('permission denied');
});

test('of several new rule sets the highest number is in force', async () => {
  const two = `insert into risk_rule_sets (version, title, rules)
    select version + n, 'more', rules from (select * from risk_rule_sets order by version desc limit 1) newest,
      (values (2), (1)) v(n) order by n desc`;
  const client = await owner.connect();
  await client.query('begin');
  await client.query(two);
  const { rows } = await client.query(
    'select rules = (select id from risk_rule_sets order by version desc limit 1) newest from active_versions',
  );
  await client.query('rollback');
  client.release();
  expect(rows).toEqual([{ newest: true }]);
});

test('an owner without superuser rights keeps in_force right', async () => {
  const { rows: people } = await owner.query<{ id: string }>(
    `select id from profiles where email in ('admin@demo.test', 'compliance@demo.test') order by email`,
  );
  const client = await owner.connect();
  const run = (text: string, values?: unknown[]) => client.query(text, values);
  await run('begin');
  await run(`create role plain_owner nosuperuser nobypassrls`);
  await run('grant usage, create on schema app, public to plain_owner; grant cryptocommerce_app to plain_owner');
  await run(`do $$ declare t text; begin
    for t in select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = 'public' loop
      execute 'alter table ' || t || ' owner to plain_owner';
    end loop;
    for t in select p.oid::regprocedure from pg_proc p join pg_namespace n on n.oid = pronamespace where nspname = 'app' loop
      execute 'alter function ' || t || ' owner to plain_owner';
    end loop; end $$`);
  await run('set local role cryptocommerce_app');
  await run(
    `select set_config('app.all_rows', 'yes', true), set_config('app.roles', 'admin,compliance', true), set_config('app.user_id', $1, true)`,
    [people[0]?.id],
  );
  const before = (await run('select settings, lists, rules from active_versions')).rows[0];
  await run('update sanctions_sources set as_of = now() where list_id is not null');
  // The application alone cannot put an approved value in force.
  await run('reset role');
  await run(newRates(181));
  await run(
    `insert into risk_rule_sets (version, title, rules, proposed_by, approved_by)
       select version + 1, 'more', rules, $1, $2 from risk_rule_sets order by version desc limit 1`,
    [people[1]?.id, people[0]?.id],
  );
  const after = (
    await run(`select settings, lists, rules, rules = (select id from risk_rule_sets order by version desc
    limit 1) newest from active_versions`)
  ).rows[0];
  await run('rollback');
  client.release();
  expect(after.newest).toBe(true);
  expect([after.settings, after.lists, after.rules].filter((word) => Object.values(before).includes(word))).toEqual([]);
});

test('the application cannot insert a setting for another moment', async () => {
  const later = `insert into setting_versions (key, value, valid_from) values ('rates', '{}', now() + interval '1 h')`;
  await expect(services.pool.query(later)).rejects.toThrow('permission denied');
});

test('a rate that comes into force while an order waits applies to later requests', async () => {
  const [waiter, other] = [await signIn('tier1'), await signIn('enhanced')];
  const rate = { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount: '9000' };
  const { body: quote } = await call<{ id: string }>('trading/quoteBuy', rate, waiter);
  const holder = await owner.connect();
  await holder.query(
    `select pg_advisory_lock(hashtextextended(id::text, 0)) from auth."user" where email = 'tier1@demo.test'`,
  );
  const waiting = buy(server, waiter, { quoteId: quote.id });
  const queue = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  while ((await owner.query(queue)).rows.length === 0) await new Promise((soon) => setTimeout(soon, 10));
  await owner.query(newRates(181));
  await holder.query('select pg_advisory_unlock_all()');
  holder.release();
  expect((await waiting).status).toBe(200);
  expect((await call('trading/quoteBuy', rate, other)).body).toMatchObject({ rate: '181' });
});

describe('a large change', () => {
  const rates = { buy: '175', sell: '150', market: { rate: '158.31', source: 'BOJ', asOf: '2026-11-20' } };

  test('a rate moved by a quarter, a doubled fee and a fivefold cap need confirmation', () => {
    expect(findLargeChange('rates', rates, { ...rates, buy: '1750' })).toEqual({
      what: 'buy',
      before: '175',
      after: '1750',
    });
    expect(findLargeChange('rates', rates, { ...rates, sell: '120' })).toMatchObject({ what: 'sell' });
    expect(findLargeChange('rates', rates, { ...rates, market: { ...rates.market, rate: '15.831' } })?.what).toBe(
      'market rate',
    );
    expect(findLargeChange('fee', { basisPoints: 800 }, { basisPoints: 80 })).toMatchObject({
      before: '800',
      after: '80',
    });
    expect(findLargeChange('caps', { none: 100, tier1: null }, { none: 500, tier1: 5 })?.what).toBe('none');
  });

  test('smaller changes, new values and texts need none', () => {
    expect(findLargeChange('rates', rates, { ...rates, buy: '218', sell: '121' })).toBeNull();
    expect(findLargeChange('rates', { ...rates, market: null }, rates)).toBeNull();
    expect(findLargeChange('fee', { basisPoints: 0 }, { basisPoints: 800 })).toBeNull();
    expect(findLargeChange('bank_accounts', { number: '12345' }, { number: '99999999' })).toBeNull();
  });

  test('1,750 instead of 175 can be proposed only after confirmation', async () => {
    const cookie = await signIn('finance');
    const { body } = await call<{ settings: { rates: typeof rates } }>('settings/list', {}, cookie);
    const value = { ...body.settings.rates, buy: `${body.settings.rates.buy}0` };
    const response = await call('settings/propose', { key: 'rates', value }, cookie);
    expect(response).toMatchObject({ status: 409, body: { code: 'settings.far_off', data: { after: value.buy } } });
    expect((await call('settings/propose', { key: 'rates', value, sure: true }, cookie)).status).toBe(200);
  });
});

describe('threshold', () => {
  const settings = { rates: { buy: '175' }, caps: { gate: 1000 } };

  test.each([
    ['nothing', usd(0n), true],
    ['a cent below US$1,000', usd(99_999n), true],
    ['US$1,000', usd(100_000n), false],
    ['a cent below J$175,000', jmd(17_499_999n), true],
    ['J$175,000', jmd(17_500_000n), false],
  ])('a price of %s: %#', (_, price, below) => expect(isBelowThreshold(price, settings)).toBe(below));
});

describe('fields of a setting', () => {
  const formKeys = settingKeys.filter((key) => key !== 'asset_switches');

  it.each(formKeys)('opening the form of %s and changing nothing proposes the same value', (key: SettingKey) => {
    const value = demoSettings[key];
    expect(settingShapes[key].parse(fromFormValues(key, toFormValues(key, value)))).toEqual(value);
  });

  it('a fee typed in percent is kept in basis points, exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5000 }), (basisPoints) => {
        expect(fromFormValues('fee', toFormValues('fee', { basisPoints }))).toEqual({ basisPoints });
      }),
    );
    expect(fromFormValues('fee', { basisPoints: '8.25 %' })).toEqual({ basisPoints: 825 });
    expect(toFormValues('fee', { basisPoints: 800 })).toEqual({ basisPoints: '8' });
  });

  it('a fee with three places or letters is not turned into another one', () => {
    for (const text of ['8.255', '-1', 'eight'])
      expect(settingShapes.fee.safeParse(fromFormValues('fee', { basisPoints: text })).success).toBe(false);
  });

  it('an empty cap means unlimited, an empty gate means nothing', () => {
    const typed = { ...toFormValues('caps', demoSettings.caps), tier1: '' };
    expect(settingShapes.caps.parse(fromFormValues('caps', typed)).tier1).toBeNull();
    expect(settingShapes.caps.safeParse(fromFormValues('caps', { ...typed, gate: '' })).success).toBe(false);
  });

  it('a market rate is given whole or not at all', () => {
    const none = { buy: '175', sell: '150', 'market.rate': '', 'market.source': '', 'market.asOf': '' };
    expect(fromFormValues('rates', none)).toEqual({ buy: '175', sell: '150', market: null });
    expect(settingShapes.rates.safeParse(fromFormValues('rates', { ...none, 'market.rate': '160' })).success).toBe(
      false,
    );
  });

  it('pausing one network of an asset pauses no other', () => {
    const at = { side: 'buy', symbol: 'BTC', network: 'bitcoin' } as const;
    const paused = togglePause({ paused: [] }, at);
    expect(paused.paused).toEqual([at]);
    expect(isPaused(paused, { ...at, network: 'bep20' })).toBe(false);
    expect(isPaused(paused, { ...at, side: 'sell' })).toBe(false);
    expect(togglePause(paused, at).paused).toEqual([]);
  });

  it('resuming one network of an asset paused everywhere leaves the others paused', () => {
    const everywhere = { paused: [{ side: 'sell' as const, symbol: 'USDT', network: null }] };
    const left = togglePause(everywhere, { side: 'sell', symbol: 'USDT', network: 'trc20' });
    expect(left.paused.map(({ network }) => network)).toEqual(['erc20', 'bep20']);
  });

  it('a pause is laid before the second person as one line', () => {
    const paused = { paused: [{ side: 'buy', symbol: 'BTC', network: 'bitcoin' }] };
    expect(getChangedRows('asset_switches', { paused: [] }, paused)).toEqual([
      { label: 'Buying BTC', before: 'open', after: 'paused on Bitcoin' },
    ]);
  });

  it('only what differs is laid before the second person', () => {
    const after = { ...demoSettings.caps, tier1: 2000 };
    expect(getChangedRows('caps', demoSettings.caps, after)).toEqual([
      { label: 'Tier 1, US$', before: '1,500', after: '2,000' },
    ]);
    expect(getRows('caps', demoSettings.caps).at(2)).toEqual({ label: 'Tier 2, US$', text: 'Unlimited' });
  });
});
