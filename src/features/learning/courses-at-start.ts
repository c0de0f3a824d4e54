import { join } from 'node:path';
import { asSystem } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import { readCourse } from './course-files.ts';
import { publish } from './course-store.ts';
import { bound } from './course-text.ts';
import { levelOne } from './level-one.ts';

/** The folder of the texts of a course, from where the product is started. */
const folderOf = (courseId: string): string => join('courses', courseId);

/** Publishes the house's own courses in a further version where their files changed; with a fault in them, nothing. */
export async function coursesAtStart({ pool, clock, log }: Services): Promise<void> {
  const { content, faults } = readCourse(folderOf(levelOne.id), levelOne);
  if (faults.length > 0) return log.warn({ course: levelOne.id, faults: faults.slice(0, 20) }, 'a course is not whole');
  const published = { courseId: levelOne.id, text: bound(levelOne, content), priceUsd: 0, now: clock() };
  await asSystem(pool, (tx) => publish(tx, { ...published, whatChanged: 'The files of the house' }));
}
