import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { authorsOn } from '../../../test/authors.ts';
import { soundDraft } from '../../../test/drafts.ts';
import { upload } from '../../../test/orders.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { after, days } from '../../kernel/clock.ts';
import type { LessonView } from '../learning/shapes.ts';

/** Pictures of lessons, and how courses are learned from. */
const server = await serverWithoutFaults();
const { another } = suspicionsOn(server);
const [teacher, second] = [await another('instructor'), await another('instructor')];
const { call, act, made, saving, publishing, published, learner, takes } = authorsOn(server, teacher.cookie);
const rightOf = (answers: readonly string[]) => [answers.indexOf('This one')];

test('a picture is drawn anew, belongs to the course once it was saved, and is seen by who takes it', async () => {
  const { body: own } = await upload(server, teacher.cookie, 'lesson-picture');
  const { body: foreign } = await upload(server, second.cookie, 'lesson-picture');
  const seenBy = async (id: string, cookie?: string) =>
    (
      await server.app.inject({
        method: 'GET',
        url: `/api/lesson-pictures/${id}`,
        ...(cookie && { headers: { cookie } }),
      })
    ).statusCode;
  const courseId = await made();
  const [one, ...rest] = soundDraft.sections;
  const [unit, ...others] = one?.units ?? [];
  if (!one || !unit) throw new Error('the draft is not whole');
  const showing = (...ids: string[]) => {
    const markdown = `${unit.markdown}\n${ids.map((id) => `![A phone](picture:${id})`).join('\n\n')}\n`;
    return { ...soundDraft, sections: [{ ...one, units: [{ ...unit, markdown }, ...others] }, ...rest] };
  };
  const customer = await learner(courseId);
  expect(await seenBy(own.id, teacher.cookie)).toBe(200);
  for (const cookie of [second.cookie, customer.cookie, undefined]) expect(await seenBy(own.id, cookie)).toBe(404);
  await act('save', saving(courseId, 1, showing(own.id, foreign.id)));
  expect(await call('check', { courseId })).toMatchObject({
    faults: [{ where: 'lesson/first', says: `picture ${foreign.id} is not there` }],
  });
  await act('save', saving(courseId, 2, showing(own.id)));
  expect(await act('publish', publishing(courseId, 3))).toBe('done');
  expect(await seenBy(own.id, second.cookie)).toBe(200);
  expect(await seenBy(own.id, customer.cookie)).toBe(404);
  await customer.ask('enroll');
  expect(await seenBy(own.id, customer.cookie)).toBe(200);
  expect(await seenBy(randomUUID(), customer.cookie)).toBe(404);
  expect(await seenBy(foreign.id, customer.cookie)).toBe(404);
  expect((await upload(server, customer.cookie, 'lesson-picture')).status).not.toBe(200);
});

type Figures = {
  version: number;
  enough: boolean;
  ways: { kind: string; place: string; came: number; done: number; stopped: number }[];
  questions: {
    kind: string;
    place: string;
    ask: string;
    asked: number;
    wereRight: number;
    answers: { chosen: number }[];
  }[];
};

test('where learners stop and which questions mislead is told in numbers, for each version', async () => {
  const courseId = await published();
  await takes(courseId);
  server.setTime(null);
  const quitter = await learner(courseId);
  await quitter.ask('enroll');
  for (let n = 0; n < 2; n++) await (await learner(courseId)).ask('enroll');
  const few = await call<Figures>('figures', { courseId });
  expect(few).toMatchObject({ enough: false, questions: [] });
  expect(few.ways.every(({ came }) => came === 0)).toBe(true);
  await (await learner(courseId)).ask('enroll');
  const { body } = await quitter.ask<LessonView>('lesson', { unit: 'first' });
  const [check] = body.checks;
  const chosen = [check?.answers.indexOf('None') ?? 0];
  await quitter.ask('answer', { unit: 'first', check: 'first-1', chosen });
  await quitter.ask('answer', { unit: 'first', check: 'first-1', chosen: rightOf(check?.answers ?? []) });
  const at = async (moment: Date, version: number | null = null) => {
    server.setTime(moment);
    return call<Figures>('figures', { courseId, version });
  };
  const wayOf = ({ ways }: Figures, place: string) => ways.find((way) => way.place === place);
  const now = await at(new Date());
  expect(wayOf(now, 'first')).toMatchObject({ kind: 'lesson', came: 2, done: 1, stopped: 0 });
  expect(wayOf(now, 'two')).toMatchObject({ kind: 'quiz', came: 1, done: 1, stopped: 0 });
  expect(now.ways.map(({ place }) => place)).toEqual(['first', 'second', 'one', 'third', 'two']);
  expect(wayOf(await at(after(new Date(), days(15))), 'first')).toMatchObject({ came: 2, done: 1, stopped: 1 });
  // What was said first counts, however it was corrected.
  expect(now.questions[0]).toMatchObject({
    ...{ kind: 'lesson', place: 'first', asked: 2, wereRight: 1 },
    answers: [{ chosen: 1 }, { chosen: 0 }, { chosen: 1 }],
  });
  const ofQuiz = now.questions.filter(({ kind }) => kind === 'quiz');
  expect(ofQuiz).toHaveLength(10);
  for (const { asked, wereRight, answers } of ofQuiz) expect([asked, wereRight, answers[0]?.chosen]).toEqual([1, 1, 1]);
  expect(JSON.stringify(now)).not.toContain(quitter.id);
  server.setTime(null);
  await act('save', saving(courseId, 2, { ...soundDraft, title: 'A better course' }));
  await act('publish', publishing(courseId, 3));
  expect(await call<Figures>('figures', { courseId })).toMatchObject({ version: 2, enough: false, questions: [] });
  expect(await at(new Date(), 1)).toMatchObject({ version: 1, questions: now.questions });
});
