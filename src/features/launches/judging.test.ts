import { expect, test } from 'vitest';
import { anInterest, asking, deciding, laidLaunch, marking, noInterest, paperOf } from '../../../test/launches.ts';
import { type Context, wallsOf } from '../../../test/security/walls.ts';
import { linkAccounts, newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { parts } from './rubric.ts';
import type { DeskLaunch } from './shapes.ts';

/** Who judges a launch and who does not, over the routes and before the database alone. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { another, rowsOf } = suspicionsOn(server);
const { outcome } = wallsOf(server);
const [first, second] = [await another('compliance'), await another('admin')];
const ina = await newCustomer(server, 'Ina Brown');

const act = server.actsAs(undefined, 'launchesDesk/');
const shown = async (submissionId: string, cookie: string) =>
  (await call<DeskLaunch>('launchesDesk/show', { submissionId }, cookie)).body;

test('whoever has an interest never judges, and what they marked goes with their word', async () => {
  const { id } = await laidLaunch(server, ina.id);
  await act('declare', noInterest(id), first.cookie);
  for (const part of parts) await act('mark', marking(id, part), first.cookie);
  await act('declare', noInterest(id), second.cookie);
  expect(await act('mark', marking(id, 'law', 2), second.cookie)).toBe('done');
  expect(await act('declare', { ...anInterest(id), words: 'short' }, first.cookie)).toBe('BAD_REQUEST');
  expect(await act('declare', anInterest(id), first.cookie)).toBe('done');
  const { marks, conflicts, may } = await shown(id, second.cookie);
  expect(marks).toMatchObject([{ part: 'law', score: 2 }]);
  expect(conflicts).toMatchObject([
    { conflict: false },
    { conflict: true, words: 'My brother works for this founder.' },
  ]);
  expect(may).toMatchObject({ mark: true, decide: false });
  for (const [path, input] of [
    ['declare', noInterest(id)],
    ['mark', marking(id)],
    ['decide', deciding(id)],
  ] as const)
    expect([path, await act(path, input, first.cookie)]).toEqual([path, 'launches.conflict_declared']);
  expect((await shown(id, first.cookie)).may).toEqual({
    ask: true,
    declare: false,
    mark: false,
    decide: false,
    declared: true,
  });
});

test('one question at a time; a decision waits for its answer and for every part', async () => {
  const { id } = await laidLaunch(server, ina.id, { judge: first.id });
  const answers = await Promise.all([act('ask', asking(id), first.cookie), act('ask', asking(id), second.cookie)]);
  expect(answers.sort()).toEqual(['done', 'launches.question_open']);
  expect(await act('decide', deciding(id), first.cookie)).toBe('launches.question_open');
  const { questionId } = await laidLaunch(server, ina.id, { question: first.id });
  expect((await call('launches/answer', { questionId, answer: 'Us.' }, ina.cookie)).status).toBe(200);
  await owner.query(
    `insert into launch_questions (submission_id, user_id, asked_by, question, asked_at, answer, answered_at)
       select $1, $2, $3, 'What was asked before?', now(), 'This.', now() from generate_series(1, 20)`,
    [(await laidLaunch(server, ina.id)).id, ina.id, first.id],
  );
  const { rows } = await owner.query<{ id: string }>(
    'select submission_id id from launch_questions group by 1 having count(*) = 20',
  );
  expect(await act('ask', asking(rows[0]?.id ?? ''), first.cookie)).toBe('launches.too_many_questions');
});

test('of two who decide one does; a reason belongs to its decision', async () => {
  const { id } = await laidLaunch(server, ina.id, { judge: first.id });
  await act('declare', noInterest(id), second.cookie);
  expect(await act('decide', { ...deciding(id), outcome: 'accepted' }, first.cookie)).toBe('launches.reason_unknown');
  const both = await Promise.all([
    act('decide', deciding(id), first.cookie),
    act('decide', deciding(id), second.cookie),
  ]);
  expect(both.sort()).toEqual(['done', 'launches.decided_before']);
  expect(await act('mark', marking(id), second.cookie)).toBe('launches.decided_before');
  expect(await act('declare', anInterest(id), second.cookie)).toBe('launches.decided_before');
  expect(await rowsOf('select outcome, team, law, days_taken from launch_outcomes')).toContainEqual({
    ...{ outcome: 'not_enough', team: 3, law: 3, days_taken: 0 },
  });
});

type List = {
  lines: { id: string; late: boolean }[];
  next: { at: string; id: string } | null;
  counts: Record<string, number>;
};
const listed = async (input: object) => (await call<List>('launchesDesk/list', input, first.cookie)).body;

test('the desk lists what waits, the oldest first, page by page, by state, age and name', async () => {
  const zed = await newCustomer(server, 'Zedekiah Marlow');
  const ids: string[] = [];
  for (let n = 0; n < 52; n++) {
    const { id } = await laidLaunch(server, zed.id);
    await owner.query(
      `update launch_submissions set waits_since = now() - make_interval(days => 9, mins => -($2::int)) where id = $1`,
      [id, n],
    );
    ids.push(id);
  }
  const page = await listed({ search: 'Zedekiah' });
  expect(page.lines.map(({ id }) => id)).toEqual(ids.slice(0, 50));
  expect(page.lines.every(({ late }) => late)).toBe(true);
  const rest = await listed({ search: 'Zedekiah', after: page.next });
  expect([rest.lines.map(({ id }) => id), rest.next]).toEqual([ids.slice(50), null]);
  expect((await listed({ view: 'late', search: 'zedekiah' })).lines).toHaveLength(50);
  expect((await listed({ search: '%' })).lines).toEqual([]);
  await act('ask', asking(ids[0] ?? ''), first.cookie);
  expect((await listed({ view: 'founder', search: 'Zedekiah' })).lines).toMatchObject([{ id: ids[0], late: false }]);
  const { waiting } = (await call<{ waiting: number }>('launchesDesk/count', undefined, first.cookie)).body;
  expect(waiting).toBe((await listed({})).counts['waiting']);
});

const asIna = { user: ina.id };
const asFirst = { user: first.id, roles: 'compliance', all: true };
const asSecond = { user: second.id, roles: 'admin', all: true };
const no = expect.stringMatching(/^(refused|failed 23514)$/);
const turn = (as: Context, id: string, set: string) =>
  outcome(as, `update launch_submissions set ${set} where id = $1`, [id]);
const decidedAs = `status = 'accepted', reason_code = 'sound', decided_at = now()`;
const markAs = (as: Context, id: string, by = as.user) =>
  outcome(
    as,
    `insert into launch_marks (submission_id, part, user_id, marked_by, score, note, marked_at)
       values ($1, 'team', $2, $3, 5, 'x', now())`,
    [id, ina.id, by],
  );

test('the database alone: a founder moves nothing of theirs but by answering and withdrawing', async () => {
  const { id, questionId } = await laidLaunch(server, ina.id, { question: first.id });
  for (const set of [decidedAs, `status = 'submitted'`, `reason_code = 'sound'`])
    expect(await turn(asIna, id, set)).toEqual(no);
  expect(await markAs(asIna, id)).toEqual(no);
  expect(await markAs({ user: ina.id, roles: 'admin', all: true }, id)).toEqual(no);
  expect(await outcome(asIna, 'delete from launch_submissions where id = $1', [id])).toEqual(no);
  expect(await outcome(asIna, `update launch_submissions set idea = 'other words' where id = $1`, [id])).toEqual(no);
  expect(
    await outcome(asFirst, `update launch_questions set answer = 'x', answered_at = now() where id = $1`, [questionId]),
  ).toBe(0);
  expect(await outcome(asFirst, `update launch_submissions set status = 'withdrawn' where id = $1`, [id])).toEqual(no);
  const { rows } = await owner.query<{ id: string }>(
    `insert into files (user_id, purpose, path, name, mime, bytes, sha256, key_id) values ($1, 'transaction-proof', $2, 'x', 'x', 1, 'x', 'x') returning id`,
    [ina.id, `transaction-proofs/${crypto.randomUUID()}`],
  );
  const handIn = `insert into launch_submissions (user_id, coin_name, idea, whitepaper_file, created_at, waits_since,
    idempotency_key, request_hash) values ($1, 'Irie Coin', 'Farmers are paid.', $2, now(), now(), gen_random_uuid(), 'x')`;
  expect(await outcome(asIna, handIn, [ina.id, rows[0]?.id])).toEqual(no);
  const paper = await paperOf(server, ina.cookie);
  expect(await outcome(asIna, `update files set state = 'replaced' where id = $1`, [paper])).toBe(0);
  expect(await outcome(asIna, handIn, [ina.id, paper])).toBe(1);
});

test('the database alone: nobody judges before they declared, with an interest or without all parts', async () => {
  const { id } = await laidLaunch(server, ina.id);
  const declareAs = (as: Context, conflict: boolean, by = as.user) =>
    outcome(
      as,
      `insert into launch_conflicts (submission_id, reviewer, user_id, conflict, words, declared_at)
         values ($1, $2, $3, $4, 'My brother works there.', now())`,
      [id, by, ina.id, conflict],
    );
  const decideAs = (as: Context) =>
    outcome(
      as,
      `insert into launch_decisions (submission_id, user_id, decided_by, outcome, reason_code, note, decided_at)
         values ($1, $2, $3, 'accepted', 'sound', '', now())`,
      [id, ina.id, as.user],
    );
  expect(await markAs(asFirst, id)).toEqual(no);
  expect(await decideAs(asFirst)).toEqual(no);
  expect(await declareAs(asFirst, false, second.id)).toEqual(no);
  expect(await declareAs({ user: first.id, roles: 'support', all: true }, false)).toEqual(no);
  await act('declare', noInterest(id), first.cookie);
  await act('declare', anInterest(id), second.cookie);
  expect(await markAs(asFirst, id, second.id)).toEqual(no);
  expect(await markAs(asSecond, id)).toEqual(no);
  expect(await decideAs(asSecond)).toEqual(no);
  expect(await turn(asFirst, id, decidedAs)).toEqual(no);
  await act('mark', marking(id), first.cookie);
  expect(await turn(asFirst, id, decidedAs)).toEqual(no);
  expect(await outcome(asFirst, 'delete from launch_marks where submission_id = $1', [id])).toEqual(no);
  expect(
    await outcome(asFirst, `update launch_conflicts set conflict = false where submission_id = $1 and conflict`, [id]),
  ).toBe(0);
});

test('an interest is the person’s, and another account of the founder judges nothing', async () => {
  const [other, third] = [await another('compliance'), await another('compliance')];
  const { id } = await laidLaunch(server, ina.id);
  await act('declare', anInterest(id), other.cookie);
  await linkAccounts(server, [other.id, third.id]);
  await linkAccounts(server, [ina.id, second.id]);
  for (const [one, two] of [
    [other.id, third.id],
    [ina.id, second.id],
  ])
    await owner.query(
      `insert into joined_accounts (user_id, person_id) values ($1, $1), ($2, $1) on conflict (user_id) do update set person_id = excluded.person_id`,
      [one, two],
    );
  expect(await act('mark', marking(id), third.cookie)).toBe('launches.conflict_declared');
  expect(await act('show', { submissionId: id }, second.cookie)).toBe('approvals.own_matter');
  const { rows } = await owner.query('select 1 from launch_conflicts where submission_id = $1', [id]);
  expect(rows).toHaveLength(1);
});
