import { randomUUID } from 'node:crypto';
import type { Draft } from '../src/features/authoring/draft.ts';
import { smallCourse } from './courses.ts';
import { upload } from './orders.ts';
import { rubric } from './projects.ts';
import { sessionFor } from './security/actors.ts';
import type { TestServer } from './worker.ts';

/** The small course as an instructor writes it: nothing is wrong with it. */
export const soundDraft: Draft = {
  title: 'A small course',
  about: smallCourse.about,
  opens: 'at_once',
  quizPassPercent: smallCourse.quizPassPercent,
  certificate: { title: 'Certificate of the small course', about: 'For whoever finished it.' },
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

/** The same with a final project at its end. */
export const draftWithProject: Draft = { ...soundDraft, project: { about: 'Show it.', rubric } };

/** A picture of a course that somebody writes, which two instructors and nobody else see. */
export async function pictureOn(server: TestServer, madeBy: string): Promise<string> {
  const { body } = await upload(server, await sessionFor(server, 'admin'), 'lesson-picture');
  await server.owner.query('insert into course_pictures (course_id, file_id) values ($1, $2)', [
    await laidCourse(server, madeBy),
    body.id,
  ]);
  return body.id;
}

/** A course that somebody began, its draft sound. Answers its id. */
export async function laidCourse({ owner }: Pick<TestServer, 'owner'>, madeBy: string, draft = soundDraft) {
  const id = `written-${randomUUID()}`;
  await owner.query(`insert into courses (id, title, state, made_by, created_at) values ($1, $2, 'draft', $3, now())`, [
    id,
    draft.title,
    madeBy,
  ]);
  await owner.query(
    `insert into course_drafts (course_id, content, number, saved_at, saved_by, saved_as)
      values ($1, $2, 1, now(), $3, 'Somebody')`,
    [id, JSON.stringify(draft), madeBy],
  );
  return id;
}
