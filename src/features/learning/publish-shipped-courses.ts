import { join } from 'node:path';
import { withSystem } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { readCourse } from './course-files.ts';
import { publishCourse } from './course-store.ts';
import { buildCourseText } from './course-text.ts';
import { levelOne } from './level-one.ts';

const getCourseFolder = (courseId: string): string => join('courses', courseId);

/** Publishes changed course files. Called at start. Publishes nothing and logs a warning if a file has faults. */
export async function publishShippedCourses({ pool, clock, log }: Services): Promise<void> {
  const { content, faults } = readCourse(getCourseFolder(levelOne.id), levelOne);
  if (faults.length > 0) return log.warn({ course: levelOne.id, faults: faults.slice(0, 20) }, 'a course is not whole');
  const published = { courseId: levelOne.id, text: buildCourseText(levelOne, content), priceUsd: 0, now: clock() };
  await withSystem(pool, (tx) => publishCourse(tx, { ...published, whatChanged: 'Course files updated' }));
}
