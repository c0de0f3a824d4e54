import { expect, test } from 'vitest';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { loadReviewText } from './review-time.ts';

const { services, owner } = await serverWithoutFaults();

async function decided(hours: readonly number[]): Promise<void> {
  const at = services.clock().getTime() - 3_600_000;
  for (const one of hours) {
    const email = `${crypto.randomUUID()}@reviewed.test`;
    const { rows } = await owner.query<{ id: string }>(
      `insert into auth."user" (name, email, "emailVerified") values ('Ina Brown', $1, true) returning id`,
      [email],
    );
    await owner.query(
      `insert into kyc_submissions (user_id, tier, status, created_at, decided_at) values ($1, 1, 'approved', $2, $3)`,
      [rows[0]?.id, new Date(at - one * 3_600_000), new Date(at)],
    );
  }
}

/** The cache is per services object, so each call passes a copy. */
const text = () => loadReviewText({ ...services }, undefined);

test('the review time is the median of this week once enough checks are decided', async () => {
  await owner.query(`update kyc_submissions set decided_at = null, status = 'pending' where decided_at is not null`);
  expect(await text()).toBe('A check typically takes 12-24 hours.');
  await decided([1, 2.2, 5, 9]);
  expect(await text()).toBe('A check typically takes 12-24 hours.');
  await decided([30]);
  expect(await text()).toBe('This week, half of all checks took 5 hours or less.');
  await owner.query(
    `update kyc_submissions set decided_at = decided_at - interval '8 days' where decided_at is not null`,
  );
  expect(await text()).toBe('A check typically takes 12-24 hours.');
});
