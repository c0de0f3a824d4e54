import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { read, send } from '../../../test/files/uploads.ts';
import { docx, packedZip, paperParts } from '../../../test/files/word.ts';
import { asking, deciding, launching, launchLettersOf, marking, noInterest, paperOf } from '../../../test/launches.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { parts } from './rubric.ts';
import type { DeskLaunch, OwnLaunch } from './shapes.ts';

/** From a whitepaper to a decision, over the real routes. */
const server = await serverWithoutFaults();
const { call } = server;
const { another, rowsOf } = suspicionsOn(server);
const judge = await another('compliance');
const support = await another('support');

const act = server.actsAs();
const own = async (cookie: string) => (await call<OwnLaunch[]>('launches/own', undefined, cookie)).body;
const founder = async (name = 'Ina Brown') => newCustomer(server, name);
const handsIn = async (cookie: string) => {
  const { body } = await call<{ submissionId: string }>(
    'launches/submit',
    launching(await paperOf(server, cookie)),
    cookie,
  );
  return body.submissionId;
};
const shown = async (submissionId: string, cookie = judge.cookie) =>
  (await call<DeskLaunch>('launchesDesk/show', { submissionId }, cookie)).body;
const marksAll = async (submissionId: string, cookie = judge.cookie) => {
  for (const part of parts) expect(await act('launchesDesk/mark', marking(submissionId, part), cookie)).toBe('done');
};
const entriesAbout = async (id: string) =>
  (await rowsOf<{ action: string }>('select action from audit_log where subject_id = $1 order by id', [id])).map(
    ({ action }) => action,
  );

test('handed in, asked about, answered, marked and decided, and its founder reads all of it', async () => {
  const { id, email, cookie } = await founder();
  const submissionId = await handsIn(cookie);
  expect(await own(cookie)).toMatchObject([
    {
      ...{ id: submissionId, coinName: 'Irie Coin', status: 'submitted', paperName: 'Irie paper.docx', reason: null },
      communityLinks: ['https://iriecoin.example', 'https://t.example/irie'],
    },
  ]);
  expect(await act('launchesDesk/ask', asking(submissionId), support.cookie)).toBe('done');
  const [asked] = await own(cookie);
  expect(asked).toMatchObject({ status: 'waiting_for_founder', questions: [{ answer: null }] });
  const questionId = asked?.questions[0]?.id ?? '';
  expect(await act('launches/answer', { questionId, answer: 'The cooperative.' }, cookie)).toBe('done');
  expect(await act('launches/answer', { questionId, answer: 'Somebody else.' }, cookie)).toBe('launches.not_open');

  expect(await act('launchesDesk/mark', marking(submissionId), judge.cookie)).toBe('launches.declare_first');
  expect(await act('launchesDesk/declare', noInterest(submissionId), judge.cookie)).toBe('done');
  expect(await act('launchesDesk/decide', deciding(submissionId), judge.cookie)).toBe('launches.parts_unmarked');
  await marksAll(submissionId);
  expect(await shown(submissionId)).toMatchObject({
    ...{ status: 'submitted', founderId: id, questions: [{ answer: 'The cooperative.' }] },
    ...{
      may: { ask: true, declare: true, mark: true, decide: true, declared: false },
      conflicts: [{ conflict: false }],
    },
  });
  expect(await act('launchesDesk/decide', deciding(submissionId), judge.cookie)).toBe('done');
  expect(await act('launchesDesk/decide', deciding(submissionId), judge.cookie)).toBe('launches.decided_before');

  const [decided] = await own(cookie);
  expect(decided).toMatchObject({ status: 'not_enough', reason: expect.stringContaining('We miss the figures') });
  expect(JSON.stringify(decided)).not.toMatch(/Page 3|contradictory|Named, with|score/);
  expect(await shown(submissionId)).toMatchObject({ decision: { note: 'Page 3 says otherwise than page 7.' } });
  const letters = (await launchLettersOf(server)).filter(({ to }) => to === email);
  // What was asked is answered by now, so nobody is written to about it any more.
  expect(letters).toMatchObject([{ subject: 'Your project Irie Coin is decided' }]);
  expect(letters[0]?.text).not.toMatch(/figures|Page 3/);
  const entries = [...['submitted', 'asked', 'answered', 'declared'], ...parts.map(() => 'marked'), 'decided'];
  expect(await entriesAbout(submissionId)).toEqual(entries.map((action) => `launches.${action}`));
});

test('whoever is asked is written to, without the question', async () => {
  const { email, cookie } = await founder();
  await act('launchesDesk/ask', asking(await handsIn(cookie)), support.cookie);
  const [letter] = (await launchLettersOf(server)).filter(({ to }) => to === email);
  expect(letter).toMatchObject({ subject: 'A question about your project Irie Coin' });
  expect(letter?.text).toContain('/launch#submissions');
  expect(letter?.text).not.toContain('million');
});

test('one request is one launch, however often it is sent; its key answers no other', async () => {
  const { cookie } = await founder();
  const body = launching(await paperOf(server, cookie));
  const answers = await Promise.all(Array.from({ length: 6 }, () => call('launches/submit', body, cookie)));
  expect(new Set(answers.map(({ body: { submissionId } }) => submissionId)).size).toBe(1);
  expect(await own(cookie)).toHaveLength(1);
  expect(await act('launches/submit', { ...body, coinName: 'Other Coin' }, cookie)).toBe('general.key_reused');
});

test('three wait, three a day, and the next is told so', async () => {
  const { id, cookie } = await founder();
  const whitepaper = await paperOf(server, cookie);
  const hand = () => act('launches/submit', launching(whitepaper), cookie);
  const all = await Promise.all(Array.from({ length: 8 }, hand));
  expect(all.filter((one) => one === 'done')).toHaveLength(3);
  expect(all.filter((one) => one === 'launches.too_many_open')).toHaveLength(5);
  const [first] = await own(cookie);
  expect(await act('launches/withdraw', { submissionId: first?.id }, cookie)).toBe('done');
  expect(await act('launches/withdraw', { submissionId: first?.id }, cookie)).toBe('launches.not_found');
  expect(await hand()).toBe('launches.too_many_today');
  await server.owner.query(
    `update launch_submissions set created_at = now() - interval '25 hours' where user_id = $1`,
    [id],
  );
  expect(await hand()).toBe('done');
});

test('it takes a whitepaper of one’s own, and nothing else that one uploaded', async () => {
  const [{ cookie }, other] = [await founder(), await founder('Oma Green')];
  const foreign = await paperOf(server, other.cookie);
  const photo = docx();
  const refusedAs = (whitepaper: string) => act('launches/submit', launching(whitepaper), cookie);
  expect(await refusedAs(foreign)).toBe('launches.paper_missing');
  expect(await refusedAs(randomUUID())).toBe('launches.paper_missing');
  const mine = await paperOf(server, cookie);
  await server.owner.query(`update files set state = 'refused' where id = $1`, [mine]);
  expect(await refusedAs(mine)).toBe('launches.paper_invalid');
  for (const change of [
    { coinName: ' X ' },
    { idea: 'short' },
    { communityLinks: 'http://a.example' },
    { whitepaper: '' },
  ])
    expect(await act('launches/submit', launching(await paperOf(server, cookie), change), cookie)).toBe('BAD_REQUEST');
  const macro = packedZip(paperParts({ 'word/vbaProject.bin': 'x' }));
  for (const [bytes, code] of [
    [macro, 'documents.word_active'],
    [Buffer.from('%PDF-1.7\n'), 'documents.word_only'],
  ] as const) {
    const { status, body } = await send(server, cookie, { purpose: 'launch-whitepaper', bytes, name: 'paper.docx' });
    expect([status, body.code]).toEqual([422, code]);
  }
  const named = await send(server, cookie, { purpose: 'launch-whitepaper', bytes: photo, name: 'photo.jpg' });
  expect(named.body).toMatchObject({ name: 'photo.jpg.docx' });
});

test('what is written is kept for its writer alone, with its paper, and gone once handed in', async () => {
  const [{ cookie }, other] = [await founder(), await founder('Oma Green')];
  expect((await call('launches/draft', undefined, cookie)).body).toEqual({});
  const id = await paperOf(server, cookie);
  const data = { coinName: 'Ir', idea: '', communityLinks: 'http://half', whitepaper: JSON.stringify({ id }) };
  expect(await act('launches/keepDraft', { data }, cookie)).toBe('done');
  expect((await call('launches/draft', undefined, cookie)).body).toMatchObject({ data });
  expect((await call('launches/draft', undefined, other.cookie)).body).toEqual({});
  await act('launches/keepDraft', { data }, other.cookie);
  expect((await call('launches/draft', undefined, other.cookie)).body).toMatchObject({ data: { whitepaper: '' } });
  await server.owner.query('delete from files where id = $1', [id]);
  expect((await call('launches/draft', undefined, cookie)).body).toMatchObject({
    data: { coinName: 'Ir', whitepaper: '' },
  });
  await handsIn(cookie);
  expect((await call('launches/draft', undefined, cookie)).body).toEqual({});
});

test('nobody reads or moves what is somebody else’s, and staff never what is their own', async () => {
  const [{ cookie }, other] = [await founder(), await founder('Oma Green')];
  const submissionId = await handsIn(cookie);
  await act('launchesDesk/ask', asking(submissionId), support.cookie);
  const questionId = (await own(cookie))[0]?.questions[0]?.id ?? '';
  expect(await own(other.cookie)).toEqual([]);
  expect(await act('launches/answer', { questionId, answer: 'Mine' }, other.cookie)).toBe('launches.not_found');
  expect(await act('launches/withdraw', { submissionId }, other.cookie)).toBe('launches.not_found');
  expect(await act('launchesDesk/show', { submissionId }, cookie)).toBe('staff.not_allowed');
  const mine = await handsIn(judge.cookie);
  for (const [path, input] of [
    ['show', { submissionId: mine }],
    ['ask', asking(mine)],
    ['declare', noInterest(mine)],
    ['mark', marking(mine)],
    ['decide', deciding(mine)],
  ] as const)
    expect([path, await act(`launchesDesk/${path}`, input, judge.cookie)]).toEqual([path, 'approvals.own_matter']);
  const listed = await call<{ lines: { id: string }[] }>('launchesDesk/list', {}, judge.cookie);
  expect(listed.body.lines.map(({ id }) => id)).not.toContain(mine);
});

test('the paper is opened by its founder and by who works on it, and each look is on record', async () => {
  const [{ cookie }, other, finance] = [await founder(), await founder('Oma Green'), await another('finance')];
  const id = await paperOf(server, cookie);
  for (const [reader, status] of [
    [cookie, 200],
    [support.cookie, 200],
    [other.cookie, 404],
    [finance.cookie, 404],
  ] as const)
    expect((await read(server, reader, id)).status).toBe(status);
  const looks = await rowsOf('select actor_id from audit_log where subject_id = $1 and action = $2', [
    id,
    'documents.file_viewed',
  ]);
  expect(looks).toEqual([{ actor_id: support.id }]);
  const headers: Readonly<Record<string, unknown>> = (await read(server, support.cookie, id)).headers;
  expect(headers['content-disposition']).toBe(`attachment; filename="${id}.docx"`);
});
