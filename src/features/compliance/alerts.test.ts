import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { explainQueries } from '../../../test/plans.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { after, minutes } from '../../kernel/clock.ts';
import { withSystem } from '../../platform/database/database.ts';
import { alertPriorities, canSnooze, getAlertClock, getAlertPriority, shouldRaise, slaDeadline } from './alerts.ts';
import { openCase } from './open-case.ts';
import { raiseAlert } from './raise-alert.ts';
import { findCustomers } from './review-store.ts';
import type { CustomerPage } from './views.ts';

const server = await serverUnderTest();
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
  const officer = await createSession(server, 'compliance');

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
    await call('compliance/closeAlert', { alertId: first.alert, outcome: 'case_opened', note: 'In its case' }, officer);
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

describe('alert rules', () => {
  const raised = new Date('2026-11-20T15:00:00Z');

  test('an urgent or high alert is due within half an hour, any other within a day', () => {
    const due = alertPriorities.map((priority) => slaDeadline(priority, raised).toISOString());
    expect(due).toEqual([
      '2026-11-20T15:30:00.000Z',
      '2026-11-20T15:30:00.000Z',
      '2026-11-21T15:00:00.000Z',
      '2026-11-21T15:00:00.000Z',
    ]);
  });

  test('the priority follows the level of risk', () => {
    expect((['critical', 'high', 'medium', 'low'] as const).map(getAlertPriority)).toEqual([
      'urgent',
      'high',
      'medium',
      'low',
    ]);
  });

  test('an alert is overdue from its deadline on; a closed one never is', () => {
    const deadline = slaDeadline('high', raised);
    const at = (ms: number) => getAlertClock({ state: 'open', deadline }, after(deadline, ms));
    expect([at(-minutes(15) - 1), at(-minutes(15)), at(-1), at(0)]).toEqual(['due', 'due_soon', 'due_soon', 'overdue']);
    expect(getAlertClock({ state: 'closed', deadline }, after(deadline, minutes(900)))).toBe('closed');
  });

  test('list matches and stopped orders cannot be snoozed', () => {
    expect(['wallet_blocked', 'transaction_blocked', 'name_match', 'sanctions'].map(canSnooze)).toEqual(
      Array(4).fill(false),
    );
    expect(canSnooze('many_orders')).toBe(true);
  });

  test('an alert is suppressed only if all its rules are snoozed', () => {
    expect(shouldRaise([], ['night'])).toBe(true);
    expect(shouldRaise(['night'], ['night', 'wallet'])).toBe(false);
    const rule = fc.constantFrom('night', 'wallet', 'many_orders', 'large_amount');
    fc.assert(
      fc.property(fc.uniqueArray(rule, { minLength: 1 }), fc.uniqueArray(rule), (rules, quiet) => {
        expect(shouldRaise(rules, quiet)).toBe(!rules.every((each) => quiet.includes(each)));
      }),
    );
  });
});
