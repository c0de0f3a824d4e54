import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertPastOrders } from '../../../test/past-orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { buildIdNumbers, type Customer, createReviewer, newCustomer, submitCheck } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { complianceJobs } from '../compliance/jobs.ts';
import { readQuota } from '../documents/quotas.ts';
import { demoSettings } from '../settings/demo-settings.ts';
import { type IdentityEmail, renderIdentityEmail } from './emails.ts';
import { loadReviewText } from './queue.ts';
import type { CustomerRecord, IdentityPage } from './staff/screens/review-labels.ts';
import { formatTrn } from './trn.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;

const compliance = await createSession(server, 'compliance');
const support = await createSession(server, 'support');

let applicant: Customer;

beforeEach(async () => {
  applicant = await newCustomer(server);
});

const { act, view, queue } = createReviewer(server, compliance);

test('the queue lists the oldest first, filters by tier and marks submissions late after 24 hours', async () => {
  await owner.query(`update kyc_submissions set status = 'rejected' where status = 'pending'`);
  const [one, three] = [await submitCheck(server, applicant, 1), await submitCheck(server, applicant, 3)];
  await owner.query(`update kyc_submissions set created_at = now() - interval '25 hours' where id = $1`, [three]);
  const all = await queue();
  expect(all.lines.map(({ id, late }) => [id, late])).toEqual([
    [three, true],
    [one, false],
  ]);
  expect(all.counts).toEqual({ all: 2, late: 1, second: 0, customer: 0, tier1: 1, tier2: 0, tier3: 1 });
  expect((await queue({ tier: 1 })).lines.map(({ id }) => id)).toEqual([one]);
  expect((await queue({ filter: 'late' })).lines.map(({ id }) => id)).toEqual([three]);
  expect((await queue({ search: applicant.email.slice(0, 8) })).lines).toHaveLength(2);
  expect((await queue({ search: '%' })).lines).toHaveLength(0);
  const [first] = all.lines;
  const after = { submittedAt: new Date(first?.submittedAt ?? 0), id: three };
  const payload = {
    json: { after: { ...after, submittedAt: after.submittedAt.toISOString() } },
    meta: [[1, 'after', 'submittedAt']],
  };
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/rpc/identity/queue',
    headers: { 'content-type': 'application/json', cookie: compliance },
    payload: JSON.stringify(payload),
  });
  expect(answer.json<{ json: IdentityPage }>().json.lines.map(({ id }) => id)).toEqual([one]);
});

test('compliance sees full numbers, support only masked ones and no documents, and each read is audited', async () => {
  const submissionId = await submitCheck(server, applicant, 1);
  const shown = await view(submissionId, support);
  const { trn, idNumber } = buildIdNumbers(applicant.id);
  expect(shown.items[2]?.facts).toEqual([['TRN', `•••-•••-${trn.slice(-3)}`]]);
  expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${trn}|${idNumber}`));
  expect(shown.items.map(({ file }) => file)).toEqual(shown.items.map(() => null));
  expect(shown.items.map(({ hasFile }) => hasFile)).toEqual([false, true, true, true]);
  expect(shown.allowed).toEqual([]);
  const clear = await view(submissionId, compliance);
  expect(clear.items[2]?.facts).toEqual([['TRN', formatTrn(trn)]]);
  const paper = clear.items[2]?.file?.id;
  const link = (as: string) => call('documents/link', { fileId: paper }, as);
  expect([(await link(support)).status, (await link(compliance)).status]).toEqual([404, 200]);
  const { rows } = await owner.query(
    `select action, actor_role, row_to_json(a)::text line from audit_log a where subject_id = $1 order by id`,
    [submissionId],
  );
  expect(rows.map(({ action, actor_role }) => [action, actor_role])).toEqual([
    ['identity.submitted', 'customer'],
    ['identity.read', 'support'],
    ['identity.read', 'compliance'],
  ]);
  expect(rows.map(({ line }) => line).join()).not.toMatch(new RegExp(`${trn}|${idNumber}`));
  expect((await act('approve', { submissionId }, support)).status).toBe(403);
});

test('reading too many documents in an hour is refused and raises one alert', async () => {
  const submissionId = await submitCheck(server, applicant, 1);
  const { rows } = await owner.query(`select id from profiles where email = 'compliance@demo.test'`);
  const userId: string = rows[0].id;
  await owner.query(
    `insert into rate_limits (key, window_start, tries) values ($1, $2, $3)
       on conflict (key) do update set window_start = excluded.window_start, tries = excluded.tries`,
    [`papers-read:${userId}`, server.services.clock(), readQuota.most - 1],
  );
  const read = async () => (await act('submission', { submissionId }, compliance)).body.code ?? 'shown';
  expect([await read(), await read(), await read()]).toEqual(['shown', ...Array(2).fill('documents.too_many_reads')]);
  const jobs = await owner.query(`select data from pgboss.job where name = 'compliance.papers_read'`);
  expect(jobs.rows).toEqual([{ data: { userId, most: readQuota.most } }]);
  const job = complianceJobs(server.services).find(({ name }) => name === 'compliance.papers_read');
  await job?.run(jobs.rows[0].data as never);
  const alerts = await owner.query(
    `select user_id, priority from transaction_alerts where triggered_rules = '{papers_read}'`,
  );
  expect(alerts.rows).toEqual([{ user_id: userId, priority: 'high' }]);
  await owner.query('delete from rate_limits where key = $1', [`papers-read:${userId}`]);
});

test('the customer page shows the whole record and notes hidden from the customer', async () => {
  const submissionId = await submitCheck(server, applicant, 1);
  await call('identity/addNote', { userId: applicant.id, note: 'Called about the TRN' }, support);
  const { body } = await call<CustomerRecord>('identity/customer', { userId: applicant.id }, compliance);
  expect(body.profile).toMatchObject({ name: 'Ina Brown', email: applicant.email, risk: null });
  expect(body.status).toEqual({ 1: 'pending', 2: 'not_submitted', 3: 'not_submitted' });
  expect(body.submissions).toMatchObject([{ id: submissionId }]);
  expect(body.files.map(({ purpose }) => purpose).sort()).toEqual(['kyc-id', 'kyc-selfie', 'kyc-trn']);
  expect(body.notes).toMatchObject([{ by: 'Sonia Clarke', note: 'Called about the TRN' }]);
  expect(body.orders).toEqual([]);
  const { body: missing } = await call('identity/customer', { userId: randomUUID() }, compliance);
  expect(missing).toMatchObject({ code: 'identity.customer_not_found' });
});

test('staff find customers by name or email', async () => {
  const found = await call<{ lines: object[] }>('identity/customers', { search: applicant.email }, support);
  expect(found.body.lines).toMatchObject([{ id: applicant.id, status: { 1: 'not_submitted' } }]);
});

describe('orders of a customer', () => {
  test('the customer page shows the newest orders and pages through the rest without repeats', async () => {
    const { id: userId } = await newCustomer(server);
    const ownOrders = await insertPastOrders(
      server,
      userId,
      Array.from({ length: 45 }, () => 'completed'),
    );
    await insertPastOrders(server, (await newCustomer(server)).id, ['completed']);
    const { body } = await call<CustomerRecord>('identity/customer', { userId }, support);
    expect(body.orders).toHaveLength(20);
    const seen = [...body.orders];
    for (let before = body.moreOrders; before !== null; ) {
      const more = await call<Pick<CustomerRecord, 'orders'> & { next: string | null }>(
        'identity/customerOrders',
        { userId, before },
        support,
      );
      expect(more.status).toBe(200);
      seen.push(...more.body.orders);
      before = more.body.next;
    }
    expect(seen.map(({ id }) => id)).toEqual(ownOrders.toReversed());
    const { rows } = await owner.query<{ after: unknown }>(
      `select after from audit_log where action = 'customer.read' and subject_id = $1 order by id`,
      [userId],
    );
    expect(rows.map(({ after }) => after)).toEqual([
      null,
      { orders: 20, behind: seen[19]?.id },
      { orders: 5, behind: seen[39]?.id },
    ]);
  });

  test('a customer without more orders gets no next page', async () => {
    const { id: userId } = await newCustomer(server);
    await insertPastOrders(
      server,
      userId,
      Array.from({ length: 20 }, () => 'completed'),
    );
    const { body } = await call<CustomerRecord>('identity/customer', { userId }, support);
    expect([body.orders.length, body.moreOrders]).toEqual([20, null]);
  });

  test('paging through one’s own orders or those of an unknown customer is refused', async () => {
    const { rows } = await owner.query<{ id: string }>(`select id from auth."user" where email = 'support@demo.test'`);
    const leaf = (userId?: string) => call('identity/customerOrders', { userId, before: randomUUID() }, support);
    expect(await leaf(rows[0]?.id)).toMatchObject({ status: 403, body: { code: 'approvals.own_matter' } });
    expect(await leaf(randomUUID())).toMatchObject({ status: 404, body: { code: 'identity.customer_not_found' } });
  });
});

describe('review times', () => {
  async function decided(hours: readonly number[]): Promise<void> {
    const at = services.clock().getTime() - 3_600_000;
    for (const one of hours) {
      const email = `${crypto.randomUUID()}@reviewed.test`;
      const { rows } = await owner.query<{ id: string }>(
        `insert into auth."user" (name, email, "emailVerified") values ('Ina Brown', $1, true) returning id`,
        [email],
      );
      await owner.query(
        `insert into kyc_submissions (user_id, tier, status, created_at, decided_at)
           values ($1, 1, 'approved', $2, $3)`,
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
});

describe('emails about a check', () => {
  const recipient = { email: 'ina@demo.test', name: 'Ina Brown' };
  const to = { to: recipient, origin: 'https://example.test', caps: demoSettings.caps };
  const about: IdentityEmail = { userId: 'x', tier: 1, event: 'approved', items: [] };
  const faults: IdentityEmail['items'] = [
    { item: 'selfie', state: 'rejected', reasonCode: 'face_covered' },
    { item: 'address_proof', state: 'wanted', reasonCode: 'all_pages' },
  ];

  test('an approval email says what the customer can do now', () => {
    const { subject, text } = renderIdentityEmail(about, to);
    expect(subject).toBe("You're verified: KYC Tier 1 approved");
    expect(text).toContain("You're verified. You can now buy and sell up to US$1,500 a month.");
    expect(renderIdentityEmail({ ...about, tier: 2 }, to).text).toContain('without a monthly limit');
    expect(renderIdentityEmail({ ...about, tier: 3 }, to).text).toContain('single orders of US$1,000 or more');
  });

  test('a receipt email says what happens next and by when', () => {
    const { subject, text } = renderIdentityEmail({ ...about, event: 'submitted' }, to);
    expect(subject).toBe("KYC Tier 1: we've received your documents");
    expect(text).toMatch(/We're reviewing your KYC Tier 1 now\. We'll email you the result/);
    expect(text).toContain('Review time: typically 12-24 hours.');
  });

  test.each(['rejected', 'more_wanted'] as const)('a %s email names each item and what to do', (event) => {
    const { text, links } = renderIdentityEmail({ ...about, tier: 3, event, items: faults }, to);
    expect(text).toContain('Live selfie with ID: Please retake the selfie without a hat, mask or dark glasses.');
    expect(text).toContain('Address proof: Please send all pages in one PDF.');
    expect(text).toContain("You don't need to send anything else again.");
    expect(links).toEqual(['https://example.test/profile']);
  });

  test('the item list follows its introduction', () => {
    for (const event of ['rejected', 'more_wanted'] as const) {
      const { text, html } = renderIdentityEmail({ ...about, event, items: faults }, to);
      expect(text).toMatch(
        /(again|items):\n\nLive selfie[^\n]*\nAddress proof[^\n]*\n\nYou don't need to send anything else again\./,
      );
      expect(html.indexOf('Address proof')).toBeLessThan(html.indexOf('need to send anything else again.'));
    }
  });

  test('the last email of a day says so below the item list', () => {
    const { text } = renderIdentityEmail({ ...about, event: 'rejected', items: faults, last: true }, to);
    expect(text).toMatch(
      /You don't need to send anything else again\.[^\n]*\n\nThis is today's last email about your identity check\./,
    );
    expect(renderIdentityEmail(about, to).text).not.toContain('last email');
  });

  test('no email contains staff texts', () => {
    for (const event of ['approved', 'rejected', 'more_wanted'] as const) {
      const { subject, text, html } = renderIdentityEmail({ ...about, event, items: faults }, to);
      expect([subject, text, html].join()).not.toMatch(/Face is covered|Pages are missing|risk|suspicio|compliance/i);
    }
  });
});
