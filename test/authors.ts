import { expect } from 'vitest';
import type { Draft } from '../src/features/learning/authoring/draft.ts';
import type { AuthoredCourse, VersionLine } from '../src/features/learning/authoring/store.ts';
import type { LessonView, Progress, QuizResult, QuizSheet } from '../src/features/learning/views.ts';
import { after, minutes } from '../src/kernel/clock.ts';
import { validDraft } from './drafts.ts';
import { newCustomer } from './submissions.ts';
import type { TestServer } from './worker.ts';

const findRight = (answers: readonly string[]) => [answers.indexOf('This one')];

/** Commands on authored courses, as an instructor and as a learner. */
export function createAuthor(server: TestServer, teacher: string) {
  const call = async <T>(path: string, input: object = {}, cookie = teacher) =>
    (await server.call<T>(`authoring/${path}`, input, cookie)).body;
  const act = server.actsAs(teacher, 'authoring/');
  const makeCourse = async () => (await call<{ courseId: string }>('create', { title: 'A small course' })).courseId;
  const file = (courseId: string) => call<AuthoredCourse & { versions: VersionLine[] }>('course', { courseId });
  const buildSave = (courseId: string, number: number, { sections, ...head }: Draft) => ({
    ...{ courseId, number, head, sections, order: sections.map(({ id }) => id) },
  });
  const buildPublish = (courseId: string, number: number) => ({ courseId, number, whatChanged: 'It says more.' });
  const publishCourse = async (draft = validDraft) => {
    const courseId = await makeCourse();
    expect(await act('save', buildSave(courseId, 1, draft))).toBe('done');
    expect(await act('publish', buildPublish(courseId, 2))).toBe('done');
    return courseId;
  };
  const createLearner = async (courseId: string) => {
    const { id, cookie } = await newCustomer(server);
    const ask = <T>(path: string, input: object = {}) =>
      server.call<T>(`learning/${path}`, { courseId, ...input }, cookie);
    return { id, cookie, ask };
  };

  async function completeCourse(courseId: string) {
    const customer = await createLearner(courseId);
    let now = new Date();
    expect((await customer.ask('enroll')).status).toBe(200);
    for (;;) {
      const { next } = (await customer.ask<Progress>('progress')).body;
      if (!next) break;
      if (next.kind === 'lesson') {
        const { body } = await customer.ask<LessonView>('lesson', { unit: next.id });
        for (const check of body.checks)
          await customer.ask('answer', { unit: next.id, check: check.id, chosen: findRight(check.answers) });
        now = after(now, minutes(2));
        server.setTime(now);
        expect((await customer.ask('finish', { unit: next.id })).status).toBe(200);
        continue;
      }
      const { body } = await customer.ask<QuizSheet>('startQuiz', { section: next.id });
      const answers = body.questions.map((question) => findRight(question.answers));
      const handedIn = { courseId: undefined, tryId: body.tryId, answers };
      expect((await customer.ask<QuizResult>('submitQuiz', handedIn)).body.passed).toBe(true);
    }
    return customer;
  }

  return { call, act, makeCourse, file, buildSave, buildPublish, publishCourse, createLearner, completeCourse };
}
