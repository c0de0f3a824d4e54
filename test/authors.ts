import { expect } from 'vitest';
import type { Draft } from '../src/features/authoring/draft.ts';
import type { CourseFile, VersionLine } from '../src/features/authoring/store.ts';
import type { LessonView, Progress, QuizResult, QuizSheet } from '../src/features/learning/shapes.ts';
import { after, minutes } from '../src/kernel/clock.ts';
import { soundDraft } from './drafts.ts';
import { newCustomer } from './submissions.ts';
import type { TestServer } from './worker.ts';

const rightOf = (answers: readonly string[]) => [answers.indexOf('This one')];

/** What tests of courses that are written at the desk do again and again: as an instructor, and as a learner. */
export function authorsOn(server: TestServer, teacher: string) {
  const call = async <T>(path: string, input: object = {}, cookie = teacher) =>
    (await server.call<T>(`authoring/${path}`, input, cookie)).body;
  const act = server.actsAs(teacher, 'authoring/');
  const made = async () => (await call<{ courseId: string }>('make', { title: 'A small course' })).courseId;
  const file = (courseId: string) => call<CourseFile & { versions: VersionLine[] }>('course', { courseId });
  const saving = (courseId: string, number: number, { sections, ...head }: Draft) => ({
    ...{ courseId, number, head, sections, order: sections.map(({ id }) => id) },
  });
  const publishing = (courseId: string, number: number) => ({ courseId, number, whatChanged: 'It says more.' });
  const published = async (draft = soundDraft) => {
    const courseId = await made();
    expect(await act('save', saving(courseId, 1, draft))).toBe('done');
    expect(await act('publish', publishing(courseId, 2))).toBe('done');
    return courseId;
  };
  const learner = async (courseId: string) => {
    const { id, cookie } = await newCustomer(server);
    const ask = <T>(path: string, input: object = {}) =>
      server.call<T>(`learning/${path}`, { courseId, ...input }, cookie);
    return { id, cookie, ask };
  };

  /** Takes a course from its first lesson to its last quiz. */
  async function takes(courseId: string) {
    const who = await learner(courseId);
    let now = new Date();
    expect((await who.ask('enroll')).status).toBe(200);
    for (;;) {
      const { next } = (await who.ask<Progress>('progress')).body;
      if (!next) break;
      if (next.kind === 'lesson') {
        const { body } = await who.ask<LessonView>('lesson', { unit: next.id });
        for (const check of body.checks)
          await who.ask('answer', { unit: next.id, check: check.id, chosen: rightOf(check.answers) });
        now = after(now, minutes(2));
        server.setTime(now);
        expect((await who.ask('finish', { unit: next.id })).status).toBe(200);
        continue;
      }
      const { body } = await who.ask<QuizSheet>('beginQuiz', { section: next.id });
      const answers = body.questions.map((question) => rightOf(question.answers));
      const handedIn = { courseId: undefined, tryId: body.tryId, answers };
      expect((await who.ask<QuizResult>('handIn', handedIn)).body.passed).toBe(true);
    }
    return who;
  }

  return { call, act, made, file, saving, publishing, published, learner, takes };
}
