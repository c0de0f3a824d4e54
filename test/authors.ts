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
  const made = async () => (await call<{ courseId: string }>('make', { title: 'A small course' })).courseId;
  const file = (courseId: string) => call<AuthoredCourse & { versions: VersionLine[] }>('course', { courseId });
  const saving = (courseId: string, number: number, { sections, ...head }: Draft) => ({
    ...{ courseId, number, head, sections, order: sections.map(({ id }) => id) },
  });
  const publishing = (courseId: string, number: number) => ({ courseId, number, whatChanged: 'It says more.' });
  const published = async (draft = validDraft) => {
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
          await who.ask('answer', { unit: next.id, check: check.id, chosen: findRight(check.answers) });
        now = after(now, minutes(2));
        server.setTime(now);
        expect((await who.ask('finish', { unit: next.id })).status).toBe(200);
        continue;
      }
      const { body } = await who.ask<QuizSheet>('beginQuiz', { section: next.id });
      const answers = body.questions.map((question) => findRight(question.answers));
      const handedIn = { courseId: undefined, tryId: body.tryId, answers };
      expect((await who.ask<QuizResult>('handIn', handedIn)).body.passed).toBe(true);
    }
    return who;
  }

  return { call, act, made, file, saving, publishing, published, learner, takes };
}
