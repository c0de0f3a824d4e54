import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { InferRouterOutputs } from '@orpc/server';
import pg from 'pg';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { closeLongAgo, resetDates } from '../../../test/erasure-time.ts';
import { readFileAs, sendFile } from '../../../test/files/uploads.ts';
import { answerInput, insertHelp, insertHelpFile, openInput, sendHelpEmails } from '../../../test/help.ts';
import { newPicture } from '../../../test/orders.ts';
import { insertPastOrders } from '../../../test/past-orders.ts';
import { insertPendingSubmission, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { eraseRecords } from '../compliance/erase.ts';
import type { helpApi, helpDeskApi } from './api.ts';
import { limits } from './conversation.ts';

type Shown = InferRouterOutputs<typeof helpApi>['show'];
type StaffShown = InferRouterOutputs<typeof helpDeskApi>['show'];
type List = InferRouterOutputs<typeof helpDeskApi>['list'];

const server = await serverWithoutFaults();
const { call, services } = server;
const { another: createStaff, rowsOf } = setUpSuspicions(server);
const support = await createStaff('support');
const finance = await createStaff('finance');

const run = server.actsAs();
const open = async (cookie: string, more: object = {}) =>
  (await call<{ conversationId: string }>('help/open', openInput(more), cookie)).body.conversationId;
const show = async (conversationId: string, cookie: string) =>
  (await call<Shown>('help/show', { conversationId }, cookie)).body;
const showStaff = async (conversationId: string, cookie = support.cookie) =>
  (await call<StaffShown>('helpDesk/show', { conversationId }, cookie)).body;
const listStaff = async (input: object, cookie = support.cookie) =>
  (await call<List>('helpDesk/list', input, cookie)).body;
const insertOrder = async (userId: string) => {
  await insertPastOrders(server, userId, ['processing']);
  const [order] = await rowsOf<{ id: string; reference: string }>(
    'select id, reference from transactions where user_id = $1 limit 1',
    [userId],
  );
  return order ?? { id: '', reference: '' };
};

describe('a conversation', () => {
  test('is opened about an order, answered in the app and by mail, and continued', async () => {
    const { id, email, cookie } = await newCustomer(server);
    const order = await insertOrder(id);
    const conversationId = await open(cookie, { about: `order:${order.id}` });
    const about = { kind: 'order', name: order.reference };
    expect((await call('help/own', undefined, cookie)).body).toMatchObject([
      { id: conversationId, state: 'open', isComplaint: false, about },
    ]);
    expect(await run('helpDesk/answer', answerInput(conversationId), support.cookie)).toBe('done');
    const shown = await show(conversationId, cookie);
    expect(shown).toMatchObject({
      state: 'answered',
      step: 'none',
      about,
      messages: [{ isStaff: false }, { isStaff: true, text: 'We found your transfer.' }],
    });
    expect(JSON.stringify(shown)).not.toMatch(/Second support|ownerId|decidedBy/);
    expect(await sendHelpEmails(server)).toMatchObject([
      {
        to: email,
        about: 'help',
        subject: `Our answer to your message ${shown.reference}`,
        text: expect.stringContaining('We found your transfer.'),
        links: [expect.stringContaining(`/help/${conversationId}`)],
      },
    ]);
    const reply = { conversationId, key: randomUUID(), message: 'Thank you!', files: [] };
    expect(await run('help/write', reply, cookie)).toBe('done');
    expect(await run('help/write', reply, cookie)).toBe('done');
    expect(await run('help/write', { ...reply, message: 'Other' }, cookie)).toBe('general.key_reused');
    expect(await showStaff(conversationId)).toMatchObject({
      state: 'open',
      owner: 'Second support',
      isMine: true,
      messages: { length: 3 },
    });
    expect(await run('helpDesk/close', { conversationId }, support.cookie)).toBe('done');
    expect(await show(conversationId, cookie)).toMatchObject({ state: 'closed' });
    const entries = await rowsOf<{ action: string }>('select action from audit_log where subject_id = $1 order by id', [
      conversationId,
    ]);
    expect(entries.map(({ action }) => action)).toEqual(
      ['opened', 'answered', 'written', 'viewed', 'closed'].map((name) => `help.${name}`),
    );
  });
});

test("a conversation cannot be about another customer's order, payment or submission", async () => {
  const [{ cookie }, other] = [await newCustomer(server), await newCustomer(server, 'Oma Green')];
  const order = await insertOrder(other.id);
  const submission = await insertPendingSubmission(server, other.id);
  for (const about of [`order:${order.id}`, `identity:${submission}`, `payment:${randomUUID()}`]) {
    expect(await run('help/open', openInput({ about }), cookie)).toBe('help.about_unknown');
    expect(await run('help/about', { about }, cookie)).toBe('help.about_unknown');
  }
  expect((await call('help/about', { about: `identity:${submission}` }, other.cookie)).body).toEqual({
    kind: 'identity',
    name: '3',
  });
  expect(await run('help/open', openInput({ about: 'order:1' }), cookie)).toBe('BAD_REQUEST');
});

test('a conversation of another customer is not found, and never shows its notes', async () => {
  const [{ cookie }, other] = [await newCustomer(server), await newCustomer(server, 'Oma Green')];
  const conversationId = await open(cookie);
  const note = answerInput(conversationId, { internal: true, message: 'Ask finance first.' });
  expect(await run('helpDesk/answer', note, support.cookie)).toBe('done');
  expect(await run('help/show', { conversationId }, other.cookie)).toBe('help.not_found');
  const write = { conversationId, key: randomUUID(), message: 'Hello', files: [] };
  expect(await run('help/write', write, other.cookie)).toBe('help.not_found');
  expect(await run('help/complain', { conversationId }, other.cookie)).toBe('help.not_found');
  const shown = await show(conversationId, cookie);
  expect([shown.state, shown.messages.length]).toEqual(['open', 1]);
  expect((await showStaff(conversationId, finance.cookie)).messages).toMatchObject([{}, { internal: true }]);
  expect(await sendHelpEmails(server)).toEqual([]);
});

test('an internal note or an assignment does not refresh the page of the customer', async () => {
  const { id, cookie } = await newCustomer(server);
  const listener = new pg.Client({ connectionString: server.ownerUrl });
  await listener.connect();
  onTestFinished(() => listener.end());
  const received: string[] = [];
  listener.on('notification', ({ payload = '' }) => received.push(payload));
  await listener.query('listen topic');
  const conversationId = await open(cookie);
  // Topics are sent shortly after the commit, so the one of the opening is awaited here.
  await vi.waitFor(() => expect(received).toContain(`help@${id}`), 5_000);
  received.length = 0;
  expect(await run('helpDesk/answer', answerInput(conversationId, { internal: true }), support.cookie)).toBe('done');
  expect(await run('helpDesk/assign', { conversationId, toMe: true }, support.cookie)).toBe('done');
  await vi.waitFor(() => expect(received).toContain('help-desk'), 5_000);
  await wait(300);
  expect(received.filter((topic) => topic === `help@${id}`)).toEqual([]);
  expect(await run('helpDesk/answer', answerInput(conversationId), support.cookie)).toBe('done');
  await vi.waitFor(() => expect(received).toContain(`help@${id}`), 5_000);
});

describe('messages', () => {
  test('beyond the newest 300 are not sent', async () => {
    const { id, cookie } = await newCustomer(server);
    const conversationId = await insertHelp(server, id);
    await server.owner.query(
      `insert into help_messages (conversation_id, user_id, author_id, text, written_at, idempotency_key, request_hash)
       select $1, $2, $2, n::text, now() + n * interval '1 second', gen_random_uuid(), 'x' from generate_series(1, 400) n`,
      [conversationId, id],
    );
    const { messages } = await show(conversationId, cookie);
    expect([messages.length, messages[0]?.text, messages.at(-1)?.text]).toEqual([300, '101', '400']);
  });

  test('are accepted twenty times an hour with up to 4,000 characters', async () => {
    const { cookie } = await newCustomer(server);
    expect(await run('help/open', openInput({ message: 'x'.repeat(4_001) }), cookie)).toBe('BAD_REQUEST');
    expect(await run('help/open', openInput({ message: '  ' }), cookie)).toBe('BAD_REQUEST');
    const conversationId = await open(cookie);
    for (let n = 1; n < limits.messagesPerHour; n++)
      expect(await run('help/write', { conversationId, key: randomUUID(), message: 'x', files: [] }, cookie)).toBe(
        'done',
      );
    expect(await run('help/open', openInput(), cookie)).toBe('help.too_many_messages');
  });
});

describe('files', () => {
  test('of a message are opened by its customer and by staff only', async () => {
    const [{ cookie }, other] = [await newCustomer(server), await newCustomer(server, 'Oma Green')];
    const upload = { purpose: 'help-file', bytes: newPicture(), name: 'Slip.png' } as const;
    const { body: file } = await sendFile(server, cookie, upload);
    const conversationId = await open(cookie, { files: [file.id] });
    expect(await showStaff(conversationId)).toMatchObject({
      messages: [{ files: [{ id: file.id, name: 'Slip.png' }] }],
    });
    for (const [reader, status] of [
      [cookie, 200],
      [support.cookie, 200],
      [other.cookie, 404],
    ] as const)
      expect((await readFileAs(server, reader, file.id)).status).toBe(status);
  });

  test('are refused if more than three, of another customer, of another purpose or with a virus', async () => {
    const [{ id, cookie }, other] = [await newCustomer(server), await newCustomer(server, 'Oma Green')];
    for (const file of [
      randomUUID(),
      await insertHelpFile(server, other.id),
      await insertHelpFile(server, id, { purpose: 'transaction-proof' }),
      await insertHelpFile(server, id, { state: 'refused' }),
    ])
      expect(await run('help/open', openInput({ files: [file] }), cookie)).toBe('help.file_invalid');
    const files = await Promise.all([1, 2, 3, 4].map(() => insertHelpFile(server, id)));
    expect(await run('help/open', openInput({ files }), cookie)).toBe('BAD_REQUEST');
  });
});

describe('the staff queue', () => {
  test('filters by view and search, and starts with the earliest deadline', async () => {
    const { email, cookie } = await newCustomer(server, 'Una Quick');
    server.setTime(new Date('2026-12-01T15:00:00Z'));
    const early = await open(cookie);
    server.setTime(new Date('2026-12-02T15:00:00Z'));
    const late = await open(cookie);
    const ids = async (input: object, who = support.cookie) =>
      (await listStaff({ search: email, ...input }, who)).lines.map((line) => line.id);
    expect(await ids({})).toEqual([early, late]);
    server.setTime(new Date('2026-12-03T22:00:01Z'));
    expect(await ids({ view: 'overdue' })).toEqual([early]);
    expect(await run('helpDesk/assign', { conversationId: early, toMe: true }, support.cookie)).toBe('done');
    expect([await ids({ view: 'mine' }), await ids({ view: 'unowned' })]).toEqual([[early], [late]]);
    expect(await ids({ view: 'mine' }, finance.cookie)).toEqual([]);
    expect(await run('helpDesk/assign', { conversationId: early, toMe: false }, finance.cookie)).toBe('done');
    expect(await ids({ view: 'unowned' })).toEqual([early, late]);
    await run('helpDesk/answer', answerInput(early), support.cookie);
    expect([await ids({}), await ids({ view: 'customer' })]).toEqual([[late], [early]]);
    await run('helpDesk/close', { conversationId: early }, support.cookie);
    expect([await ids({ view: 'closed' }), await ids({ view: 'complaints' })]).toEqual([[early], []]);
    const first = await listStaff({ search: email });
    const after = { at: first.lines[0]?.dueAt, id: first.lines[0]?.id };
    expect(await ids({ after })).toEqual([]);
    const { waiting, overdue } = first.counts;
    expect((await call('helpDesk/count', undefined, support.cookie)).body).toEqual({ waiting, overdue });
    expect(waiting).toBeGreaterThan(0);
  });

  test("hides the staff member's own conversation", async () => {
    const conversationId = await open(support.cookie);
    expect((await listStaff({ search: 'Second support' })).lines).toEqual([]);
    for (const [path, input] of [
      ['show', { conversationId }],
      ['answer', answerInput(conversationId)],
      ['assign', { conversationId, toMe: true }],
      ['close', { conversationId }],
      ['markComplaint', { conversationId }],
    ] as const)
      expect([path, await run(`helpDesk/${path}`, input, support.cookie)]).toEqual([path, 'approvals.own_matter']);
    await run('helpDesk/answer', answerInput(conversationId, { internal: true }), finance.cookie);
    expect((await show(conversationId, support.cookie)).messages).toHaveLength(1);
  });
});

afterEach(() => resetDates(server));

describe('personal data', () => {
  test('is exported without notes and names of staff', async () => {
    const { id, cookie } = await newCustomer(server);
    const conversationId = await insertHelp(server, id);
    await run('helpDesk/answer', answerInput(conversationId), support.cookie);
    await run('helpDesk/answer', answerInput(conversationId, { internal: true, message: 'A note' }), support.cookie);
    const { body } = await call<Record<string, { author_id?: string }[]>>('accounts/exportData', undefined, cookie);
    expect(body['helpMessages']?.map((line) => line.author_id).sort()).toEqual(['us', 'you']);
    expect(JSON.stringify(body)).not.toMatch(/A note|owner_id/);
  });

  test('is erased after seven years', async () => {
    const { id, cookie } = await newCustomer(server);
    const submission = await insertPendingSubmission(server, id);
    await open(cookie, { about: `identity:${submission}`, files: [await insertHelpFile(server, id)] });
    await closeLongAgo(server, [{ id }]);
    expect(await eraseRecords(services)).toMatchObject({ people: 1 });
    for (const table of ['help_conversations', 'help_messages', 'help_files'])
      expect(await rowsOf(`select 1 from ${table} where user_id = $1`, [id])).toEqual([]);
  });
});
