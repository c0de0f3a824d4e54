import { randomUUID } from 'node:crypto';
import type { Draft } from '../src/features/learning/authoring/draft.ts';
import { smallCourse } from './courses.ts';
import { upload } from './orders.ts';
import { rubric } from './projects.ts';
import { createSession } from './security/actors.ts';
import type { TestServer } from './worker.ts';

export const validDraft: Draft = {
  title: 'A small course',
  about: smallCourse.about,
  opens: 'at_once',
  quizPassPercent: smallCourse.quizPassPercent,
  certificate: { title: 'Certificate of the small course', about: 'For everyone who finished it.' },
  project: null,
  facts: smallCourse.facts.map(({ toCheck: _toCheck, ...fact }) => fact),
  terms: [...smallCourse.terms],
  sections: structuredClone(smallCourse.sections).map(({ quiz, units, ...section }) => ({
    ...section,
    opensOn: '',
    units: units.map((unit) => ({ ...unit, checks: [...unit.checks] })),
    quiz: quiz ?? { asked: 5, questions: [] },
  })),
};

export const draftWithProject: Draft = { ...validDraft, project: { about: 'Show it.', rubric } };

/** Inserts a course picture that only two instructors can see. */
export async function insertCoursePicture(server: TestServer, authorId: string): Promise<string> {
  const { body } = await upload(server, await createSession(server, 'admin'), 'lesson-picture');
  await server.owner.query('insert into course_pictures (course_id, file_id) values ($1, $2)', [
    await insertDraftCourse(server, authorId),
    body.id,
  ]);
  return body.id;
}

/** Inserts a valid draft. Returns the course id. */
export async function insertDraftCourse({ owner }: Pick<TestServer, 'owner'>, authorId: string, draft = validDraft) {
  const id = `written-${randomUUID()}`;
  await owner.query(
    `insert into courses (id, title, state, created_by, created_at) values ($1, $2, 'draft', $3, now())`,
    [id, draft.title, authorId],
  );
  await owner.query(
    `insert into course_drafts (course_id, content, number, saved_at, saved_by, saved_as)
      values ($1, $2, 1, now(), $3, 'An instructor')`,
    [id, JSON.stringify(draft), authorId],
  );
  return id;
}
