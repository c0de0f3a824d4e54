import { randomUUID } from 'node:crypto';
import type { InferRouterOutputs } from '@orpc/server';
import { describe, expect, test } from 'vitest';
import { answerInput, decisionInput, insertHelp, openInput, recordInput, sendHelpEmails } from '../../../test/help.ts';
import { linkAccounts, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import type { helpApi, helpDeskApi } from './api.ts';
import { getComplaintDates } from './conversation.ts';
import { buildLetter } from './letter.ts';

type Shown = InferRouterOutputs<typeof helpApi>['show'];
type StaffShown = InferRouterOutputs<typeof helpDeskApi>['show'];
type Register = InferRouterOutputs<typeof helpDeskApi>['register'];

const server = await serverWithoutFaults();
const { app, call, owner } = server;
const { another, rowsOf } = setUpSuspicions(server);
const support = await another('support');
const decider = await another('compliance');
const reviewer = await another('compliance');

const run = server.actsAs();
const at = (text: string) => new Date(text).toISOString();
const setTime = (text: string) => server.setTime(new Date(text));
const open = async (cookie: string, more: object = {}) =>
  (await call<{ conversationId: string }>('help/open', openInput({ isComplaint: true, ...more }), cookie)).body
    .conversationId;
const show = async (conversationId: string, cookie: string) =>
  (await call<Shown>('help/show', { conversationId }, cookie)).body;
const showStaff = async (conversationId: string, cookie = decider.cookie) =>
  (await call<StaffShown>('helpDesk/show', { conversationId }, cookie)).body;
const reviewInput = (conversationId: string) => ({
  conversationId,
  key: randomUUID(),
  message: 'The price was worse than shown.',
});
const getLetter = (id: string, cookie?: string) =>
  app.inject({ url: `/api/help/${id}.pdf`, headers: cookie ? { cookie } : {} });

test('a complaint without a decision cannot be closed or reviewed, and has no letter', async () => {
  const { cookie } = await newCustomer(server);
  const id = await open(cookie);
  expect(await run('helpDesk/close', { conversationId: id }, support.cookie)).toBe('help.undecided');
  expect(await run('help/requestReview', reviewInput(id), cookie)).toBe('help.no_review');
  expect((await getLetter(id, cookie)).json()).toMatchObject({ code: 'help.no_letter' });
  expect(await run('helpDesk/review', decisionInput(id), decider.cookie)).toBe('help.not_decidable');
});

describe('a complaint', () => {
  test('is confirmed, decided, reviewed by another person and ends with a letter', async () => {
    const { email, cookie } = await newCustomer(server);
    setTime('2026-12-18T15:00:00Z');
    const id = await open(cookie);
    expect(await show(id, cookie)).toMatchObject({
      step: 'acknowledge',
      isLate: false,
      acknowledgeBy: at('2026-12-22T22:00:00Z'),
      decideBy: at('2027-01-12T22:00:00Z'),
    });
    setTime('2026-12-22T22:00:01Z');
    expect([(await show(id, cookie)).isLate, (await showStaff(id)).isLate]).toEqual([true, true]);
    await run('helpDesk/answer', answerInput(id, { internal: true }), support.cookie);
    expect(await show(id, cookie)).toMatchObject({ step: 'acknowledge', acknowledgedAt: null });
    await run('helpDesk/answer', answerInput(id), support.cookie);
    expect(await show(id, cookie)).toMatchObject({ step: 'decide', acknowledgedAt: at('2026-12-22T22:00:01Z') });

    expect(await run('helpDesk/decide', decisionInput(id), decider.cookie)).toBe('done');
    expect(await run('helpDesk/decide', decisionInput(id), decider.cookie)).toBe('help.not_decidable');

    setTime('2027-01-04T15:00:00Z');
    expect(await run('help/requestReview', reviewInput(id), cookie)).toBe('done');
    expect(await run('help/requestReview', reviewInput(id), cookie)).toBe('help.no_review');
    expect(await show(id, cookie)).toMatchObject({ step: 'review', reviewBy: at('2027-01-25T22:00:00Z') });
    expect(await showStaff(id)).toMatchObject({ may: { review: false, isSecondMissing: true } });
    expect(await run('helpDesk/close', { conversationId: id }, decider.cookie)).toBe('help.undecided');
    const input = decisionInput(id, { outcome: 'upheld' });
    expect(await run('helpDesk/review', input, decider.cookie)).toBe('approvals.second_person_needed');
    expect(await run('helpDesk/review', input, reviewer.cookie)).toBe('done');
    expect(await show(id, cookie)).toMatchObject({
      step: 'final',
      state: 'closed',
      decisions: [{ outcome: 'partly_upheld' }, { outcome: 'upheld' }],
    });
    const subjects = (await sendHelpEmails(server)).filter(({ to }) => to === email).map(({ subject }) => subject);
    expect(subjects.map((subject) => subject.replace(/H-\w+/, 'H')).sort()).toEqual([
      'Our answer to your message H',
      'Our final position on your complaint H',
      'The decision on your complaint H',
    ]);
  });

  test('starts now if the customer complains, and at the waiting message if staff mark it', async () => {
    const { cookie } = await newCustomer(server);
    setTime('2026-12-01T15:00:00Z');
    const [byCustomer, byStaff] = [
      await open(cookie, { isComplaint: false }),
      await open(cookie, { isComplaint: false }),
    ];
    setTime('2026-12-03T15:00:00Z');
    expect(await run('help/complain', { conversationId: byCustomer }, cookie)).toBe('done');
    expect(await run('help/complain', { conversationId: byCustomer }, cookie)).toBe('help.is_complaint');
    expect(await run('helpDesk/markComplaint', { conversationId: byStaff }, support.cookie)).toBe('done');
    expect(await run('helpDesk/markComplaint', { conversationId: byStaff }, support.cookie)).toBe('help.is_complaint');
    expect(await show(byCustomer, cookie)).toMatchObject({ complainedAt: at('2026-12-03T15:00:00Z') });
    expect(await show(byStaff, cookie)).toMatchObject({ complainedAt: at('2026-12-01T15:00:00Z') });
  });
});

describe('a complaint by email', () => {
  test('is recorded by staff and counts from its day', async () => {
    const { id: customerId, email, cookie } = await newCustomer(server);
    const input = recordInput(email.toUpperCase());
    const { body } = await call<{ conversationId: string }>('helpDesk/record', input, support.cookie);
    expect((await call('helpDesk/record', input, support.cookie)).body).toEqual(body);
    const recorded = recordInput(email, { message: 'By phone: four clicks' });
    const parallel = [1, 2, 3, 4].map(() => run('helpDesk/record', recorded, support.cookie));
    const answers = await Promise.all(parallel);
    expect(answers.filter((answer) => answer !== 'done' && answer !== 'general.busy')).toEqual([]);
    const stored = 'select 1 from help_messages where user_id = $1 and text = $2';
    expect(await rowsOf(stored, [customerId, recorded.message])).toHaveLength(1);
    expect(await run('helpDesk/record', { ...input, message: 'Other' }, support.cookie)).toBe('general.key_reused');
    expect(await show(body.conversationId, cookie)).toMatchObject({
      step: 'acknowledge',
      complainedAt: at('2026-11-02T14:00:00Z'),
      acknowledgeBy: at('2026-11-04T22:00:00Z'),
      messages: [{ isStaff: true, text: input.message }],
    });
    const [found] = await rowsOf<{ aboutId: string }>(
      `select about_id "aboutId" from audit_log where subject_id = $1 and action = 'help.recorded'`,
      [body.conversationId],
    );
    expect(found?.aboutId).toBe(customerId);
  });

  test('is refused for an unknown email, a future day and an account of the recorder', async () => {
    const { email } = await newCustomer(server);
    const record = (more: object) => run('helpDesk/record', recordInput(email, more), support.cookie);
    expect(await record({ email: 'nothing@customer.test' })).toBe('help.customer_unknown');
    setTime('2026-11-01T15:00:00Z');
    expect(await record({})).toBe('help.day_ahead');
    for (const receivedOn of ['0001-01-01', '2002-10-30']) expect(await record({ receivedOn })).toBe('BAD_REQUEST');
    const [own] = await rowsOf<{ email: string }>('select email from profiles where id = $1', [support.id]);
    expect(await record({ email: own?.email, receivedOn: '2026-10-30' })).toBe('approvals.own_matter');
  });
});

describe('decisions', () => {
  test('cannot be reviewed from another account of the person who decided', async () => {
    const { id: customerId } = await newCustomer(server);
    const duplicate = await another('compliance');
    await linkAccounts(server, [duplicate.id, reviewer.id]);
    const id = await insertHelp(server, customerId, { isComplaint: true, decidedBy: reviewer.id, inReview: true });
    expect(await run('helpDesk/review', decisionInput(id), duplicate.cookie)).toBe('approvals.second_person_needed');
    expect(await run('helpDesk/review', decisionInput(id), decider.cookie)).toBe('done');
  });

  test('are made once, when two people decide at the same time', async () => {
    const { id: customerId } = await newCustomer(server);
    const id = await insertHelp(server, customerId, { isComplaint: true });
    const decide = ({ cookie }: { cookie: string }) => run('helpDesk/decide', decisionInput(id), cookie);
    expect((await Promise.all([decider, reviewer].map(decide))).sort()).toEqual(['done', 'help.not_decidable']);
  });

  test('and dates are protected by the database', async () => {
    const { id: customerId } = await newCustomer(server);
    const id = await insertHelp(server, customerId, { isComplaint: true, decidedBy: decider.id });
    const change = `update help_conversations set decide_by = decide_by + interval '1 day' where id = $1`;
    await expect(owner.query(change, [id])).rejects.toThrow(/dates are fixed/);
    const inReview = await insertHelp(server, customerId, { isComplaint: true, decidedBy: decider.id, inReview: true });
    const review = `insert into complaint_decisions (conversation_id, stage, user_id, decided_by, outcome, reasons, decided_at)
      select conversation_id, 'review', user_id, decided_by, outcome, reasons, decided_at from complaint_decisions
       where conversation_id = $1`;
    await expect(owner.query(review, [inReview])).rejects.toThrow(/requires a second person/);
  });
});

describe('the letter', () => {
  test('is sent to its customer and to staff, not to others', async () => {
    const [{ id: customerId, cookie }, other] = [await newCustomer(server), await newCustomer(server, 'Oma Green')];
    const id = await insertHelp(server, customerId, { isComplaint: true, decidedBy: decider.id });
    for (const reader of [cookie, support.cookie]) {
      const { statusCode, headers, rawPayload } = await getLetter(id, reader);
      expect([statusCode, headers['content-type'], rawPayload.subarray(0, 5).toString()]).toEqual([
        200,
        'application/pdf',
        '%PDF-',
      ]);
    }
    const views = await rowsOf(`select actor_id, about_id from audit_log where action = 'help.letter_viewed'`);
    expect(views).toEqual([{ actor_id: support.id, about_id: customerId }]);
    expect((await getLetter(id, other.cookie)).statusCode).toBe(404);
    expect((await getLetter(id)).statusCode).toBe(401);
    expect((await getLetter('1', cookie)).statusCode).toBe(404);
    expect((await app.inject({ url: `/api/help/${id}`, headers: { cookie } })).statusCode).toBe(404);
  });

  test('has the complaint, both decisions with reasons, and no name of staff', async () => {
    const { id: customerId, cookie } = await newCustomer(server);
    const id = await insertHelp(server, customerId, { isComplaint: true, decidedBy: decider.id, inReview: true });
    const decision = { conversationId: id, stage: 'review', outcome: 'upheld', reasons: 'You are right.' } as const;
    const shown = await show(id, cookie);
    const decisions = shown.decisions.map((entry) => ({ ...entry, decidedAt: new Date(entry.decidedAt) }));
    const complainedAt = new Date('2026-12-18T15:00:00Z');
    const [first] = decisions;
    const reviewRequestedAt = new Date('2026-12-29T15:00:00Z');
    const hidden = { userId: customerId, ownerId: null, decidedBy: decider.id, dueAt: null };
    const complaint = { ...shown, ...hidden, complainedAt, reviewRequestedAt };
    const letterOf = (shownDecisions: typeof decisions) =>
      buildLetter({
        complaint: { ...complaint, decisions: shownDecisions },
        customer: 'Ina Brown',
        text: 'Where is it?',
        company: { name: 'Cryptocommerce', supportEmail: 'help@example.com', phone: '+1 876 555 0100' },
      });
    const { title, parts } = letterOf([...decisions, { ...decision, decidedAt: new Date('2027-01-11T15:00:00Z') }]);
    const text = parts.map(([, part]) => part).join('\n');
    expect(title).toBe('Final position on your complaint');
    for (const part of ['Ina Brown', shown.reference, 'Where is it?', first?.reasons ?? '-', 'You are right.'])
      expect(text).toContain(part);
    expect(text).not.toContain('Second compliance');
    expect(letterOf(decisions).title).toBe('Decision on your complaint');
  });
});

describe('the register', () => {
  test('has the complaints of a period with their dates, and is logged', async () => {
    const { cookie } = await newCustomer(server);
    setTime('2026-11-10T15:00:00Z');
    const id = await open(cookie);
    await open(cookie, { isComplaint: false });
    await run('helpDesk/decide', decisionInput(id), decider.cookie);
    const period = { from: '2026-11-10', until: '2026-11-10' };
    const { lines } = (await call<Register>('helpDesk/register', period, decider.cookie)).body;
    expect(lines).toMatchObject([
      {
        customer: 'Ina Brown',
        outcome: 'partly_upheld',
        reviewedAt: null,
        category: 'not_arrived',
        decidedAt: at('2026-11-10T15:00:00Z'),
        acknowledgedAt: at('2026-11-10T15:00:00Z'),
      },
    ]);
    const dates = getComplaintDates(new Date('2026-11-10T15:00:00Z'), new Set());
    expect(lines[0]).toMatchObject(JSON.parse(JSON.stringify(dates)));
    expect(await run('helpDesk/register', { from: '2026-11-11', until: '2026-11-10' }, decider.cookie)).toBe(
      'BAD_REQUEST',
    );
    expect(await rowsOf(`select 1 from audit_log where action = 'help.register_exported'`)).toHaveLength(1);
  });
});
