import { expect, test } from 'vitest';
import { readCourse } from '../course-files.ts';
import { bound, opened } from '../course-text.ts';
import { grade, shown } from '../grading.ts';
import { levelOne } from '../level-one.ts';
import type { CourseOutline, LessonView, Progress } from '../shapes.ts';
import { aboutBytes, openNow } from './keep-course.ts';
import { courseKey, keptOf, keyParts, lessonKey, pictureKey, picturesOf, readAsKept } from './kept-lesson.ts';

const course = opened('level-1', 'v1', bound(levelOne, readCourse('courses/level-1', levelOne).content));

/** A lesson as it comes to somebody who answered all that it asks, and finished it. */
function viewOf(unit: string): LessonView {
  const lesson = course.lessons.get(unit);
  if (!lesson) throw new Error(`no lesson is called ${unit}`);
  const { title, aim, minutes, blocks, section, checks } = lesson;
  const neighbour = (other: typeof lesson.next) => other && { unit: other.id, title: other.title };
  const { terms, facts } = course.text;
  return {
    ...{ courseId: 'level-1', courseTitle: course.text.title, section, unit, title, aim, minutes, blocks, terms },
    facts: facts.map(({ toCheck: _, ...fact }) => fact),
    checks: checks.map((check) => ({ ...shown(check, 'seed'), graded: grade(check, 'seed', [0]) })),
    ...{ place: 7, done: true, previous: neighbour(lesson.previous), next: neighbour(lesson.next), quizAfter: null },
  };
}
const units = [...course.lessons.keys()];

test('nothing of its reader is kept with a lesson, and nothing of what is right', () => {
  expect(units).toHaveLength(28);
  for (const unit of units) {
    const view = viewOf(unit);
    const kept = keptOf(view);
    const told = view.checks.flatMap(({ graded }) => graded?.answers.map(({ because }) => because) ?? []);
    expect(told.length).toBeGreaterThan(1);
    const text = JSON.stringify(kept);
    expect(told.filter((because) => text.includes(JSON.stringify(because)))).toEqual([]);
    expect(Object.keys(kept).filter((name) => ['place', 'done'].includes(name))).toEqual([]);
    for (const check of kept.checks) expect(Object.keys(check).sort()).toEqual(['answers', 'ask', 'id', 'several']);
  }
});

test('what comes to be known of a reader later is not kept either, before somebody says so', () => {
  const view = { ...viewOf('three-kinds'), mood: 'tired' };
  const [check] = view.checks;
  const more = { ...view, checks: [{ ...check, tries: 4 } as (typeof view.checks)[number]] };
  expect(JSON.stringify(keptOf(more))).not.toMatch(/"(mood|tries)"/);
});

test('a kept lesson reads as one that nobody has begun', () => {
  const view = viewOf('three-kinds');
  const read = readAsKept(JSON.parse(JSON.stringify(keptOf(view))));
  expect(read).toEqual({
    ...view,
    place: 0,
    done: false,
    checks: view.checks.map((one) => ({ ...one, graded: null })),
  });
});

test('a course takes about as much room as is said before', () => {
  const bytes = units.reduce((sum, unit) => {
    const { terms: _terms, facts: _facts, ...own } = keptOf(viewOf(unit));
    return sum + JSON.stringify(own).length;
  }, 0);
  const minutes = levelOne.sections.flatMap((section) => section.units).reduce((sum, unit) => sum + unit.minutes, 0);
  expect(aboutBytes(minutes) / bytes).toBeGreaterThan(0.8);
  expect(aboutBytes(minutes) / bytes).toBeLessThan(1.6);
});

test('the pictures of a lesson are known, each once', () => {
  const picture = (file: string) => ({ kind: 'picture' as const, file, alt: 'A note of J$500' });
  const blocks = [...viewOf('three-kinds').blocks, picture('f1'), picture('f2'), picture('f1')];
  expect(picturesOf({ blocks })).toEqual(['f1', 'f2']);
  expect(picturesOf({ blocks: [] })).toEqual([]);
});

test('sections that are not open yet are not asked for', () => {
  const two = { ...levelOne, card: {} } as unknown as CourseOutline;
  const closed = [{ section: levelOne.sections[1]?.id ?? '', waits: { after: 'Money' } }];
  const open = openNow(two, { closed } as unknown as Progress);
  expect(open.sections.map(({ id }) => id)).toEqual(levelOne.sections.map(({ id }) => id).filter((_, at) => at !== 1));
});

test('a key in the cache says what lies there, and no other address does', () => {
  expect(keyParts(courseKey('level-1'))).toEqual({ courseId: 'level-1', unit: null, file: null });
  expect(keyParts(lessonKey('level-1', 'paying'))).toEqual({ courseId: 'level-1', unit: 'paying', file: null });
  expect(keyParts(pictureKey('level-1', 'paying', 'f1'))).toEqual({ courseId: 'level-1', unit: 'paying', file: 'f1' });
  for (const path of ['/', '/kept/', '/kept-shell', '/courses/level-1', '/kept/a/b/c/d', '/assets/kept/a'])
    expect([path, keyParts(path)]).toEqual([path, null]);
});
