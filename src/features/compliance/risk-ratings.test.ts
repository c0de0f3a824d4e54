import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { explainQueries } from '../../../test/plans.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { findCustomers } from './review-store.ts';
import type { CustomerPage } from './views.ts';

const server = await serverUnderTest();
const { call, owner } = server;
const { another } = setUpSuspicions(server);
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
