import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decisionInput, insertLaunch, questionInput, uploadWhitepaper } from '../../../test/launches.ts';
import { type Context, createPolicyTools } from '../../../test/security/row-policies.ts';
import { linkAccounts, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { docMimeType, docxMimeType } from '../../kernel/mime-types.ts';
import { getAllowedCommands } from './api.ts';
import { isOpen, outcomes } from './launch.ts';
import { findLinkError, isHttpsLink, LaunchFormSchema, maxLinks, parseLinks, SubmitLaunch } from './schema.ts';
import { getFounderReason, getLaunchReason, launchReasons } from './staff-messages.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;

const { another } = setUpSuspicions(server);
const { outcome } = createPolicyTools(server);
const [first, second] = [await another('compliance'), await another('admin')];
const author = await newCustomer(server, 'Ina Brown');

const run = server.actsAs(undefined, 'launchesDesk/');

test('a launch has one open question at a time, and a decision waits for its answer', async () => {
  const { id } = await insertLaunch(server, author.id);
  const answers = await Promise.all([
    run('ask', questionInput(id), first.cookie),
    run('ask', questionInput(id), second.cookie),
  ]);
  expect(answers.sort()).toEqual(['done', 'launches.question_open']);
  expect(await run('decide', decisionInput(id), first.cookie)).toBe('launches.question_open');
  const { questionId } = await insertLaunch(server, author.id, { question: first.id });
  expect((await call('launches/answer', { questionId, answer: 'Us.' }, author.cookie)).status).toBe(200);
  await owner.query(
    `insert into launch_questions (submission_id, user_id, asked_by, question, asked_at, answer, answered_at)
       select $1, $2, $3, 'What was asked before?', now(), 'This.', now() from generate_series(1, 20)`,
    [(await insertLaunch(server, author.id)).id, author.id, first.id],
  );
  const { rows } = await owner.query<{ id: string }>(
    'select submission_id id from launch_questions group by 1 having count(*) = 20',
  );
  expect(await run('ask', questionInput(rows[0]?.id ?? ''), first.cookie)).toBe('launches.too_many_questions');
});

test('one of two simultaneous decisions counts, and a reason belongs to its decision', async () => {
  const { id } = await insertLaunch(server, author.id);
  expect(await run('decide', { ...decisionInput(id), outcome: 'accepted' }, first.cookie)).toBe(
    'launches.reason_unknown',
  );
  const both = await Promise.all([
    run('decide', decisionInput(id), first.cookie),
    run('decide', decisionInput(id), second.cookie),
  ]);
  expect(both.sort()).toEqual(['done', 'launches.decided_before']);
  expect(await run('ask', questionInput(id), second.cookie)).toBe('launches.decided_before');
});

type List = {
  lines: { id: string; late: boolean }[];
  next: { at: string; id: string } | null;
  counts: Record<string, number>;
};
const list = async (input: object) => (await call<List>('launchesDesk/list', input, first.cookie)).body;

test('the queue pages launches oldest first, by state, age and name', async () => {
  const zed = await newCustomer(server, 'Zedekiah Marlow');
  const ids: string[] = [];
  for (let n = 0; n < 52; n++) {
    const { id } = await insertLaunch(server, zed.id);
    await owner.query(
      `update launch_submissions set waits_since = now() - make_interval(days => 9, mins => -($2::int)) where id = $1`,
      [id, n],
    );
    ids.push(id);
  }
  const page = await list({ search: 'Zedekiah' });
  expect(page.lines.map(({ id }) => id)).toEqual(ids.slice(0, 50));
  expect(page.lines.every(({ late }) => late)).toBe(true);
  const rest = await list({ search: 'Zedekiah', after: page.next });
  expect([rest.lines.map(({ id }) => id), rest.next]).toEqual([ids.slice(50), null]);
  expect((await list({ view: 'late', search: 'zedekiah' })).lines).toHaveLength(50);
  expect((await list({ search: '%' })).lines).toEqual([]);
  await run('ask', questionInput(ids[0] ?? ''), first.cookie);
  expect((await list({ view: 'founder', search: 'Zedekiah' })).lines).toMatchObject([{ id: ids[0], late: false }]);
  const { waiting } = (await call<{ waiting: number }>('launchesDesk/count', undefined, first.cookie)).body;
  expect(waiting).toBe((await list({})).counts['waiting']);
});

const asIna = { user: author.id };
const asFirst = { user: first.id, roles: 'compliance', all: true };
const asSupport = { user: first.id, roles: 'support', all: true };
const refused = expect.stringMatching(/^(refused|failed 23514)$/);
const updateAs = (as: Context, id: string, set: string) =>
  outcome(as, `update launch_submissions set ${set} where id = $1`, [id]);
const decidedAs = `status = 'accepted', reason_code = 'sound', decided_at = now()`;
const decideAs = (as: Context, id: string, by = as.user) =>
  outcome(
    as,
    `insert into launch_decisions (submission_id, user_id, decided_by, outcome, reason_code, note, decided_at)
       values ($1, $2, $3, 'accepted', 'sound', '', now())`,
    [id, author.id, by],
  );

test('the database lets founders answer and withdraw, and nothing else', async () => {
  const { id, questionId } = await insertLaunch(server, author.id, { question: first.id });
  for (const set of [decidedAs, `status = 'submitted'`, `reason_code = 'sound'`])
    expect(await updateAs(asIna, id, set)).toEqual(refused);
  expect(await decideAs(asIna, id)).toEqual(refused);
  expect(await decideAs({ user: author.id, roles: 'admin', all: true }, id)).toEqual(refused);
  expect(await outcome(asIna, 'delete from launch_submissions where id = $1', [id])).toEqual(refused);
  expect(await outcome(asIna, `update launch_submissions set idea = 'other words' where id = $1`, [id])).toEqual(
    refused,
  );
  expect(
    await outcome(asFirst, `update launch_questions set answer = 'x', answered_at = now() where id = $1`, [questionId]),
  ).toBe(0);
  expect(await outcome(asFirst, `update launch_submissions set status = 'withdrawn' where id = $1`, [id])).toEqual(
    refused,
  );
  const { rows } = await owner.query<{ id: string }>(
    `insert into files (user_id, purpose, path, name, mime, bytes, sha256, key_id) values ($1, 'transaction-proof', $2, 'x', 'x', 1, 'x', 'x') returning id`,
    [author.id, `transaction-proofs/${crypto.randomUUID()}`],
  );
  const insert = `insert into launch_submissions (user_id, coin_name, idea, whitepaper_file, created_at, waits_since,
    idempotency_key, request_hash) values ($1, 'Irie Coin', 'Farmers are paid.', $2, now(), now(), gen_random_uuid(), 'x')`;
  expect(await outcome(asIna, insert, [author.id, rows[0]?.id])).toEqual(refused);
  const paper = await uploadWhitepaper(server, author.cookie);
  expect(await outcome(asIna, `update files set state = 'replaced' where id = $1`, [paper])).toBe(0);
  expect(await outcome(asIna, insert, [author.id, paper])).toBe(1);
});

test('the database refuses a decision without the role, in the name of another, or without its row', async () => {
  const { id } = await insertLaunch(server, author.id);
  expect(await decideAs(asSupport, id)).toEqual(refused);
  expect(await decideAs(asFirst, id, second.id)).toEqual(refused);
  expect(await updateAs(asFirst, id, decidedAs)).toEqual(refused);
  expect(await decideAs(asFirst, id)).toBe(1);
});

test('another account of the founder neither reads nor decides the launch', async () => {
  const { id } = await insertLaunch(server, author.id);
  await linkAccounts(server, [author.id, second.id]);
  await owner.query(
    `insert into merged_accounts (user_id, person_id) values ($1, $1), ($2, $1) on conflict (user_id) do update set person_id = excluded.person_id`,
    [author.id, second.id],
  );
  expect(await run('show', { submissionId: id }, second.cookie)).toBe('approvals.own_matter');
  expect(await run('decide', decisionInput(id), second.cookie)).toBe('approvals.own_matter');
  expect(await decideAs({ user: second.id, roles: 'admin', all: true }, id)).toEqual(refused);
});

const paper = { id: crypto.randomUUID(), name: 'paper.docx', bytes: 10, mime: docxMimeType };
const form = { coinName: 'Irie Coin', idea: 'Farmers are paid on the day.', communityLinks: '', whitepaper: paper };
const errorsOf = (values: object) =>
  LaunchFormSchema.safeParse({ ...form, ...values }).error?.issues.map(({ message }) => message);

test.each([
  [{ coinName: ' X ' }, 'Coin name is required'],
  [{ idea: '  too short ' }, 'Please describe your idea'],
  [{ whitepaper: null }, 'Whitepaper is required'],
  [{ whitepaper: { ...paper, mime: 'application/pdf' } }, 'Accepted: Word documents (.doc or .docx). Max 10MB.'],
  [{ whitepaper: { ...paper, bytes: 10 * 1024 * 1024 + 1 } }, 'Accepted: Word documents (.doc or .docx). Max 10MB.'],
  [
    { communityLinks: 'https://a.example\nhttp://b.example' },
    'Link 2 must be a full address that starts with https://',
  ],
])('%o is refused: %s', (values, message) => expect(errorsOf(values)).toEqual([message]));

test('the smallest form with a whitepaper of ten megabytes is accepted', () => {
  const smallest = {
    coinName: ' XY ',
    idea: 'Ten signs.',
    whitepaper: { ...paper, mime: docMimeType, bytes: 10 * 1024 * 1024 },
  };
  expect(errorsOf(smallest)).toBeUndefined();
  expect(LaunchFormSchema.parse({ ...form, ...smallest })).toMatchObject({ coinName: 'XY' });
  const key = crypto.randomUUID();
  expect(SubmitLaunch.safeParse({ ...form, key, whitepaper: paper.id, status: 'accepted' }).success).toBe(false);
});

const whitespace = fc.constantFrom('', ' ', '\t', '   ');
const httpsUrl = fc.webUrl({ validSchemes: ['https'], withQueryParameters: true }).filter(isHttpsLink);

test('links are split by line, trimmed, in order, without empty lines', () => {
  const typed = fc.array(fc.tuple(whitespace, httpsUrl, whitespace, fc.constantFrom('\n', '\r\n', '\n\n \n')), {
    maxLength: maxLinks,
  });
  fc.assert(
    fc.property(typed, (lines) => {
      const text = lines.map(([before, link, behind, end]) => before + link + behind + end).join('');
      expect(parseLinks(text)).toEqual(lines.map(([, link]) => link));
      expect(findLinkError(text)).toBeNull();
    }),
  );
});

test('every accepted link is https to a host name, without credentials', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((text) => `https://${text}`),
      ),
      (text) => {
        if (!isHttpsLink(text)) return;
        const { protocol, hostname, username, password } = new URL(text);
        expect([protocol, username, password]).toEqual(['https:', '', '']);
        expect(hostname).toMatch(/\.[a-z]/);
      },
    ),
    { numRuns: 500 },
  );
  for (const wrong of [
    ...[
      'http://a.example',
      'ftp://a.example',
      'javascript:alert(1)',
      'https:a.example',
      'a.example',
      'https://localhost',
    ],
    ...[
      'https://user:pass@a.example',
      'https://127.0.0.1/x',
      'https://[::1]/',
      'https://a.example/<script>',
      'https://',
    ],
    ...[`https://a.example/${'x'.repeat(300)}`, 'https://a.example/\u202Egpj', 'https://a. example'],
  ])
    expect([wrong, isHttpsLink(wrong)]).toEqual([wrong, false]);
  expect(findLinkError('https://a.example\n'.repeat(maxLinks + 1))).toBe('Use at most 10 links');
});

test('each reason belongs to one outcome, has two texts, and names no suspicion', () => {
  const codes = outcomes.flatMap((outcome) => launchReasons[outcome].map(({ code }) => code));
  expect(new Set(codes).size).toBe(codes.length);
  for (const outcome of outcomes)
    for (const { code, customer, staff } of launchReasons[outcome]) {
      expect(getLaunchReason(outcome, code)).toMatchObject({ customer, staff });
      expect(getFounderReason(code)).toBe(customer);
      expect(customer).not.toMatch(/suspic|fraud|scam|launder|sanction|alert|report/i);
    }
  expect(getLaunchReason('accepted', 'no_use')).toBeNull();
  expect([getFounderReason(null), getFounderReason('none')]).toEqual([null, null]);
});

const person = fc.record({
  id: fc.constantFrom('a', 'b', 'c'),
  roles: fc.subarray(['admin', 'compliance', 'support', 'finance', 'instructor']),
  otherAccounts: fc.subarray(['d', 'e']),
});
const facts = fc.record({
  founderId: fc.constantFrom('a', 'd', 'x'),
  status: fc.constantFrom(
    'submitted',
    'waiting_for_founder',
    'accepted',
    'declined',
    'not_enough',
    'withdrawn' as const,
  ),
  questions: fc.array(fc.record({ answeredAt: fc.constantFrom(null, new Date()) }), { maxLength: 3 }),
});

test('staff cannot work on their own launch, decide without the role, or act before the answer', () => {
  fc.assert(
    fc.property(person, facts, (actor, launch) => {
      const may = getAllowedCommands(actor, launch as Parameters<typeof getAllowedCommands>[1]);
      const accounts = [actor.id, ...actor.otherAccounts];
      if (may.ask || may.decide) {
        expect([accounts.includes(launch.founderId), isOpen(launch.status as 'submitted')]).toEqual([false, true]);
        expect(launch.questions.every(({ answeredAt }) => answeredAt !== null)).toBe(true);
      }
      if (may.decide) expect(actor.roles.some((role) => role === 'admin' || role === 'compliance')).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
