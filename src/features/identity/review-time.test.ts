import { expect, test } from 'vitest';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { reviewText } from './review-time.ts';

const { services, owner } = await serverWithoutFaults();

/** So many checks of Tier 1, each of somebody new, decided an hour ago after so many hours. */
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

/** What is kept for ten minutes is of these services; others read anew. */
const text = () => reviewText({ ...services }, undefined);

test('how long a check takes is what it took this week, once enough were decided to say so', async () => {
  await owner.query(`update kyc_submissions set decided_at = null, status = 'pending' where decided_at is not null`);
  expect(await text()).toBe('A check typically takes 12-24 hours.');
  await decided([1, 2.2, 5, 9]);
  expect(await text()).toBe('A check typically takes 12-24 hours.');
  await decided([30]);
  expect(await text()).toBe('Of the checks of this week half were answered within 5 hours.');
  await owner.query(
    `update kyc_submissions set decided_at = decided_at - interval '8 days' where decided_at is not null`,
  );
  expect(await text()).toBe('A check typically takes 12-24 hours.');
});
