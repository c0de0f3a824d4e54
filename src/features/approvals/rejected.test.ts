import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSession } from '../../../test/security/actors.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import type { Rejection } from './proposal.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { another } = setUpSuspicions(server);
const finance = await createSession(server, 'finance');

const rejected = async (cookie: string, kind: string, subject: string): Promise<Rejection[]> =>
  (await call<Rejection[]>('approvals/rejected', { kinds: [kind], subjects: [subject] }, cookie)).body;

const logged = async (action: string): Promise<unknown[]> =>
  (await owner.query(`select after from audit_log where action = $1 order by id desc limit 1`, [action])).rows;

test('all staff read who rejected a fee change, when and why', async () => {
  const asked = { key: 'fee', value: { basisPoints: 790 } };
  const { body } = await call<{ proposalId: string }>('settings/propose', asked, finance);
  const admin = await createSession(server, 'admin');
  const silent = { proposalId: body.proposalId, decision: 'reject' };
  expect((await call('settings/decide', silent, admin)).status).toBe(400);
  const verdict = { ...silent, reason: 'The board has not met' };
  expect((await call('settings/decide', verdict, admin)).status).toBe(200);
  for (const name of ['finance', 'compliance', 'support', 'admin'] as const) {
    const [newest] = await rejected(await createSession(server, name), 'setting', 'fee');
    expect(newest).toMatchObject({ subject: 'fee', proposer: 'Fiona Reid', reason: 'The board has not met' });
    expect(newest?.decidedAt).toBeTruthy();
  }
  const line = { asked: { basisPoints: 790 }, reason: 'The board has not met' };
  expect(await logged('settings.reject')).toEqual([{ after: line }]);
});

test('rejected news are listed below the sent ones, with text and reason', async () => {
  const words = { subject: 'Half price', text: 'For a week.', path: '/courses', why: 'Carnival' };
  const { body } = await call<{ proposalId: string }>('news/propose', words, finance);
  const second = await another('finance');
  const verdict = { proposalId: body.proposalId, decision: 'reject', reason: 'We sell nothing at half price' };
  expect((await call('news/decide', verdict, second.cookie)).status).toBe(200);
  const { body: page } = await call<{ rejected: unknown[] }>('news/list', undefined, finance);
  expect(page.rejected).toMatchObject([{ subject: 'Half price', reason: 'We sell nothing at half price' }]);
  expect(await logged('news.reject')).toMatchObject([{ after: { reason: 'We sell nothing at half price' } }]);
});

test('finance and support do not see rejections of compliance', async () => {
  const subject = randomUUID();
  const compliance = await another('compliance');
  const { rows } = await owner.query<{ id: string }>(
    `insert into proposals (kind, subject, payload, proposed_by) values ('rule_set', $1, '{"title": "Milder"}', $2) returning id`,
    [subject, (await another('compliance')).id],
  );
  await owner.query('alter table proposals disable trigger user');
  await owner.query(
    `update proposals set state = 'rejected', reason = 'Too mild', decided_by = $2, decided_at = now() where id = $1`,
    [rows[0]?.id, compliance.id],
  );
  await owner.query('alter table proposals enable trigger user');
  expect(await rejected(compliance.cookie, 'rule_set', subject)).toMatchObject([
    { title: 'Milder', reason: 'Too mild' },
  ]);
  for (const name of ['finance', 'support'] as const)
    expect(await rejected(await createSession(server, name), 'rule_set', subject)).toEqual([]);
});
