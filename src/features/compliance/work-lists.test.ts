import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { explainQueries } from '../../../test/plans.ts';
import { createSession } from '../../../test/security/actors.ts';
import { createPolicyTools } from '../../../test/security/row-policies.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { after, hours } from '../../kernel/clock.ts';
import { withSystem } from '../../platform/database/database.ts';
import { type BreachState, getBreachDeadline, getBreachState, parseJamaicaTime } from './breach.ts';
import { openCase } from './open-case.ts';
import { raiseAlert } from './raise-alert.ts';
import { findCustomers } from './review-store.ts';
import type { CustomerPage } from './views.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;

const { another, idOf, rowsOf } = setUpSuspicions(server);
const officer = await another('compliance');

const levels = ['low', 'medium', 'high', 'critical'] as const;
type Step = {
  readonly who: number;
  readonly review: boolean;
  readonly level: (typeof levels)[number];
  readonly score: number;
};

const insertAssessment = `insert into risk_assessments (user_id, outcome, risk_level, risk_score, risk_factors, behavioral_flags,
    rules_triggered, rule_set_id, inputs, idempotency_key, request_hash, created_at)
  select $1, 'transaction_blocked', $2, $3, '[]', '[]', '{}', id, '{}', uuidv7(), 'x', clock_timestamp()
    from risk_rule_sets order by version desc limit 1`;
const insertReview = `insert into customer_reviews (user_id, at, reviewed_by, risk_level, next_review_on, note)
  values ($1, clock_timestamp(), $2, $3, current_date + 30, 'Looked at')`;

const expectedRating = `
  select coalesce(a.risk_score, 0)::int score,
         case when r.at > coalesce(a.created_at, '-infinity') then r.risk_level else coalesce(a.risk_level, 'low') end "level",
         a.created_at "lastAssessedAt"
    from (select $1::uuid id) p
    left join lateral (select * from risk_assessments where user_id = p.id order by id desc limit 1) a on true
    left join lateral (select * from customer_reviews where user_id = p.id order by id desc limit 1) r on true`;

const findListed = async (email: string) =>
  (await call<CustomerPage>('compliance/customers', { search: email }, officer.cookie)).body.lines[0];

test('after any assessments and reviews, the list shows the newest rating', async () => {
  const step = fc.record<Step>({
    who: fc.nat({ max: 1 }),
    review: fc.boolean(),
    level: fc.constantFrom(...levels),
    score: fc.constantFrom(0, 0, 10, 70),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const people = [await newCustomer(server), await newCustomer(server)];
      for (const { who, review: isReview, level, score } of steps) {
        const { id = '' } = people[who] ?? {};
        if (isReview) await owner.query(insertReview, [id, officer.id, level]);
        else await owner.query(insertAssessment, [id, level, score]);
      }
      for (const { id, email } of people) {
        const { rows } = await owner.query(expectedRating, [id]);
        const { score, level, lastAssessedAt } = (await findListed(email)) ?? {};
        expect({ score, level, lastAssessedAt: lastAssessedAt ? new Date(lastAssessedAt) : null }).toEqual(rows[0]);
      }
    }),
    { numRuns: 15, endOnFailure: true },
  );
});

test('of two concurrent assessments, the last stored one counts', async () => {
  const { id, email } = await newCustomer(server);
  await owner.query(insertAssessment, [id, 'low', 0]);
  const [first, second] = [await owner.connect(), await owner.connect()];
  try {
    await first.query('begin');
    await first.query(insertAssessment, [id, 'high', 70]);
    // The second insert must wait for the first transaction, although it changes no rating.
    const waiting = second.query(insertAssessment, [id, 'low', 0]);
    await expect.poll(() => countLockWaits(server), { timeout: 8_000 }).toBe(1);
    await first.query('commit');
    await waiting;
  } finally {
    for (const client of [first, second]) client.release();
  }
  expect(await findListed(email)).toMatchObject({ score: 0, level: 'low' });
});

const asOfficer = { officer: officer.id, explain: 'explain (analyze, timing off, costs off)' };

test('the risk list reads assessments of the customers on its page only', async () => {
  for (let n = 0; n < 4; n++) await owner.query(insertAssessment, [(await newCustomer(server)).id, 'high', 70]);
  const page = { view: 'all', search: '', after: null, today: '2026-11-27', limit: 3 } as const;
  const plan = await explainQueries(server, (tx) => findCustomers(tx, page), asOfficer);
  const reads = plan.split('\n').filter((line) => /Scan.* on risk_assessments/.test(line));
  expect(reads).toHaveLength(1);
  expect(reads[0]).toMatch(/risk_assessments_newest.*loops=3\b/);
});

describe('opening a case', async () => {
  const customer = await idOf('tier2');

  const blockWallet = (title: string) => async (tx: Parameters<typeof openCase>[0]) => {
    const at = new Date();
    const alert = await raiseAlert(tx, {
      transactionId: null,
      userId: customer,
      type: 'wallet_blocked',
      priority: 'urgent',
      riskScore: 100,
      description: title,
      details: {},
      rules: ['wallet_blocked'],
      at,
    });
    return {
      alert,
      caseId: await openCase(tx, { userId: customer, kind: 'wallet', title, alerts: [alert], by: null, at }),
    };
  };

  test('a wallet blocked while its case is being closed gets an open case', async () => {
    const first = await withSystem(services.pool, blockWallet('first'));
    await call(
      'compliance/closeAlert',
      { alertId: first.alert, outcome: 'case_opened', note: 'In its case' },
      officer.cookie,
    );
    const closer = await owner.connect();
    await closer.query('begin');
    await closer.query('select 1 from cases where id = $1 for update', [first.caseId]);
    const second = withSystem(services.pool, blockWallet('second'));
    await wait(300);
    await closer.query(
      `update cases set state = 'closed', outcome = 'explained', outcome_text = 'x', closed_by = (select id from profiles where email = 'compliance@demo.test'), closed_at = now() where id = $1`,
      [first.caseId],
    );
    await closer.query('commit');
    closer.release();
    const { caseId } = await second;
    const [row] = await rowsOf('select state from cases where id = $1', [caseId]);
    expect(row).toEqual({ state: 'open' });
  });
});

const { outcome } = createPolicyTools(server);
const [compliance, admin] = [await createSession(server, 'compliance'), await createSession(server, 'admin')];

const moments = fc.date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2100-01-01') });
const blank = {
  title: '',
  facts: '',
  subjects: '',
  consequences: '',
  measures: '',
  contact: '',
  personsNotifiedAt: null,
};

test('a breach is due after 72 hours, soon on the last day, and final once notified', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 6_000 }), (awareAt, minutes) => {
      const now = after(awareAt, minutes * 60_000);
      const stateWhen = (commissionerNotifiedAt: Date | null) =>
        getBreachState({ ...blank, awareAt, commissionerNotifiedAt }, now);
      expect(stateWhen(null)).toBe(minutes > 72 * 60 ? 'overdue' : minutes >= 48 * 60 ? 'soon' : 'in_time');
      expect(stateWhen(now)).toBe(minutes > 72 * 60 ? 'notified_late' : 'notified');
      expect(getBreachDeadline(awareAt).getTime() - awareAt.getTime()).toBe(72 * 3_600_000);
    }),
  );
});

const twoDigits = (part: number) => String(part).padStart(2, '0');
const toFormFields = (moment: Date): [day: string, time: string] => {
  const jamaicaTime = after(moment, -hours(5));
  return [jamaicaDay(moment), `${twoDigits(jamaicaTime.getUTCHours())}:${twoDigits(jamaicaTime.getUTCMinutes())}`];
};

test('parsing a Jamaican day and time gives the exact minute', () => {
  fc.assert(
    fc.property(moments, (moment) => {
      const minute = new Date(moment.getTime() - (moment.getTime() % 60_000));
      expect(parseJamaicaTime(...toFormFields(moment))).toEqual(minute);
    }),
  );
});

type Line = { id: string; version: number; state: BreachState; text: string; dueAt: Date };
const list = async () => (await call<{ lines: Line[] }>('compliance/breaches', undefined, compliance)).body.lines;
const texts = { title: 'A lost laptop', facts: 'Left in a taxi', subjects: '12 customers: names' };
const recordBreach = (at: Date, cookie = compliance) => {
  const [awareOn, awareTime] = toFormFields(at);
  return call<{ breachId: string; code?: string }>('compliance/noteBreach', { ...texts, awareOn, awareTime }, cookie);
};
const recordNotification = (breachId: string, recipient: 'commissioner' | 'persons', at: Date) => {
  const [notifiedOn, notifiedTime] = toFormFields(at);
  return call<{ code?: string }>(
    'compliance/recordBreachNotification',
    { breachId, recipient, notifiedOn, notifiedTime },
    compliance,
  );
};

test('a breach is recorded, updated, notified once and exported as text', async () => {
  const now = new Date();
  server.setTime(now);
  expect((await recordBreach(after(now, hours(1)))).body.code).toBe('compliance.breach_ahead');
  const { breachId } = (await recordBreach(after(now, -hours(71)))).body;
  const findBreach = async () => (await list()).find(({ id }) => id === breachId);
  expect(await findBreach()).toMatchObject({ state: 'soon', version: 1 });
  server.setTime(after(now, hours(2)));
  expect(await findBreach()).toMatchObject({ state: 'overdue' });

  const update = { breachId, version: 1, ...texts, subjects: '14 customers: names' };
  expect((await call('compliance/updateBreach', update, admin)).status).toBe(200);
  expect((await call('compliance/updateBreach', update, compliance)).body['code']).toBe('compliance.saved_since');

  const code = async (...of: Parameters<typeof recordNotification>) => (await recordNotification(...of)).body.code;
  expect(await code(breachId, 'commissioner', after(now, hours(3)))).toBe('compliance.breach_ahead');
  expect(await code(breachId, 'commissioner', after(now, -hours(80)))).toBe('compliance.breach_told_too_early');
  expect((await recordNotification(breachId, 'commissioner', now)).status).toBe(200);
  expect(await code(breachId, 'commissioner', now)).toBe('compliance.not_now');
  expect((await recordNotification(breachId, 'persons', after(now, hours(1)))).status).toBe(200);
  const notified = await findBreach();
  expect(notified).toMatchObject({ state: 'notified', version: 4 });
  for (const text of ['A lost laptop', '14 customers', 'Not known yet.', 'Cryptocommerce'])
    expect(notified?.text).toContain(text);
  expect(notified?.text).not.toContain('not yet');

  const { rows } = await owner.query(`select action, after from audit_log where subject_id = $1 order by id`, [
    breachId,
  ]);
  expect(rows.map(({ action }) => action)).toEqual([
    'compliance.breach_noted',
    'compliance.breach_updated',
    'compliance.breach_told',
    'compliance.breach_told',
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/laptop|customers/);
});

test('breaches are listed by deadline, notified ones last', async () => {
  const now = new Date();
  const ids: string[] = [];
  for (const ago of [10, 60, 30]) ids.push((await recordBreach(after(now, -hours(ago)))).body.breachId);
  await recordNotification(ids[1] ?? '', 'commissioner', after(now, -hours(1)));
  expect((await list()).map(({ id }) => id).filter((id) => ids.includes(id))).toEqual([ids[2], ids[0], ids[1]]);
});

test('the time of a breach is final, its author cannot be forged, and other roles see none', async () => {
  await recordBreach(after(new Date(), -hours(1)));
  const { rows } = await owner.query<{ id: string; name: string }>(
    `select id, split_part(email, '@', 1) "name" from profiles where email like '%@demo.test'`,
  );
  const id = (name: string) => rows.find((row) => row.name === name)?.id ?? '';
  const officer = { user: id('compliance'), all: true, roles: 'compliance' };
  expect(await outcome(officer, `update breaches set aware_at = now()`)).toBe('refused');
  expect(await outcome(officer, 'delete from breaches')).toBe('refused');
  const forged = `insert into breaches (title, aware_at, facts, subjects, consequences, measures, contact, noted_by, noted_at)
    values ('x', now(), 'x', '', '', '', '', $1, now())`;
  expect(await outcome(officer, forged, [id('admin')])).toBe('refused');
  for (const name of ['finance', 'support', 'tier2'] as const) {
    const staff = name !== 'tier2';
    const context = { user: id(name), all: staff, roles: staff ? name : '' };
    expect(await outcome(context, 'select * from breaches')).toBe(0);
  }
});
