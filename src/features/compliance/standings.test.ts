import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pastOrders } from '../../../test/past-orders.ts';
import { plansOf } from '../../../test/plans.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { waitingHere } from '../../../test/waiting.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { countedSince } from './figures-store.ts';
import { customerRows } from './review-store.ts';
import type { CustomerPage } from './views.ts';

/** How customers stand is kept beside them; whatever was assessed and reviewed, it is what counting finds. */
const server = await serverUnderTest();
const { call, owner } = server;
const { another } = suspicionsOn(server);
const officer = await another('compliance');

const levels = ['low', 'medium', 'high', 'critical'] as const;
type Step = {
  readonly who: number;
  readonly review: boolean;
  readonly level: (typeof levels)[number];
  readonly score: number;
};

const assess = `insert into risk_assessments (user_id, outcome, risk_level, risk_score, risk_factors, behavioral_flags,
    rules_triggered, rule_set_id, inputs, idempotency_key, request_hash, created_at)
  select $1, 'transaction_blocked', $2, $3, '[]', '[]', '{}', id, '{}', uuidv7(), 'x', clock_timestamp()
    from risk_rule_sets order by version desc limit 1`;
const review = `insert into customer_reviews (user_id, at, reviewed_by, risk_level, next_review_on, note)
  values ($1, clock_timestamp(), $2, $3, current_date + 30, 'Looked at')`;

const found = `
  select coalesce(a.risk_score, 0)::int score,
         case when r.at > coalesce(a.created_at, '-infinity') then r.risk_level else coalesce(a.risk_level, 'low') end "level",
         a.created_at "lastAssessedAt"
    from (select $1::uuid id) p
    left join lateral (select * from risk_assessments where user_id = p.id order by id desc limit 1) a on true
    left join lateral (select * from customer_reviews where user_id = p.id order by id desc limit 1) r on true`;

const listed = async (email: string) =>
  (await call<CustomerPage>('compliance/customers', { search: email }, officer.cookie)).body.lines[0];

test('however somebody is judged and reviewed, the list shows them as the newest of it says', async () => {
  const step = fc.record<Step>({
    who: fc.nat({ max: 1 }),
    review: fc.boolean(),
    level: fc.constantFrom(...levels),
    // Few of them, so that often nothing changes.
    score: fc.constantFrom(0, 0, 10, 70),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const people = [await newCustomer(server), await newCustomer(server)];
      for (const { who, review: isReview, level, score } of steps) {
        const { id = '' } = people[who] ?? {};
        if (isReview) await owner.query(review, [id, officer.id, level]);
        else await owner.query(assess, [id, level, score]);
      }
      for (const { id, email } of people) {
        const { rows } = await owner.query(found, [id]);
        const { score, level, lastAssessedAt } = (await listed(email)) ?? {};
        expect({ score, level, lastAssessedAt: lastAssessedAt ? new Date(lastAssessedAt) : null }).toEqual(rows[0]);
      }
    }),
    { numRuns: 15, endOnFailure: true },
  );
});

test('of two assessments at one moment the one that is kept last stands', async () => {
  const { id, email } = await newCustomer(server);
  await owner.query(assess, [id, 'low', 0]);
  const [one, two] = [await owner.connect(), await owner.connect()];
  try {
    await one.query('begin');
    await one.query(assess, [id, 'high', 70]);
    // It changes nothing of what it sees, and waits all the same: the other is not through yet.
    const second = two.query(assess, [id, 'low', 0]);
    await expect.poll(() => waitingHere(server), { timeout: 8_000 }).toBe(1);
    await one.query('commit');
    await second;
  } finally {
    for (const client of [one, two]) client.release();
  }
  expect(await listed(email)).toMatchObject({ score: 0, level: 'low' });
});

const asOfficer = { officer: officer.id, explain: 'explain (analyze, timing off, costs off)' };

test('the list by risk reads assessments of those alone whom it shows, and of nobody else', async () => {
  for (let n = 0; n < 4; n++) await owner.query(assess, [(await newCustomer(server)).id, 'high', 70]);
  const page = { view: 'all', search: '', after: null, today: '2026-11-27', limit: 3 } as const;
  const plan = await plansOf(server, (tx) => customerRows(tx, page), asOfficer);
  const reads = plan.split('\n').filter((line) => /Scan.* on risk_assessments/.test(line));
  expect(reads).toHaveLength(1);
  expect(reads[0]).toMatch(/risk_assessments_newest.*loops=3\b/);
});

test('the figures find blocked orders among what was not accepted, not among all orders', async () => {
  const { id } = await newCustomer(server);
  await pastOrders(
    server,
    id,
    Array.from({ length: 500 }, () => 'completed'),
  );
  await owner.query(
    `insert into risk_assessments (user_id, order_id, outcome, risk_level, risk_score, risk_factors, behavioral_flags,
       rules_triggered, rule_set_id, inputs, created_at)
     select t.user_id, t.id, 'accepted', 'low', 0, '[]', '[]', '{}', r.id, '{}', now()
       from transactions t, (select id from risk_rule_sets limit 1) r where t.user_id = $1`,
    [id],
  );
  await owner.query('analyze risk_assessments');
  const plan = await plansOf(server, (tx) => countedSince(tx, new Date('2026-01-01T05:00:00Z')), asOfficer);
  expect(plan).toMatch(/risk_assessments_stopped/);
  expect(plan).not.toMatch(/risk_assessments_placed/);
});
