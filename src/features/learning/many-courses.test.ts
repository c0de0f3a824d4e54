import { expect, test } from 'vitest';
import { publishTestCourse, smallCourse } from '../../../test/courses.ts';
import { getCpuMicros } from '../../../test/cpu-time.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { parseCourse } from './course-text.ts';

/** Listing courses never parses them again, for any number of courses. */
const server = await serverUnderTest();
const { call } = server;
const page = 'Some *words* of a lesson that is read, and more of them, as long as a lesson is.\n\n'.repeat(170);

const long = {
  ...smallCourse,
  sections: smallCourse.sections.map((section, s) => ({
    ...section,
    units: section.units.slice(0, 1).flatMap((unit) =>
      Array.from({ length: 14 }, (_, n) => ({
        ...unit,
        ...{ id: n === 0 ? unit.id : `more-${s}-${n}`, markdown: page },
      })),
    ),
  })),
};
const { cookie } = await newCustomer(server);
let courseCount = 0;
async function createCourses(count: number) {
  for (; courseCount < count; courseCount++) {
    const courseId = `long-${courseCount}`;
    await publishTestCourse(server, { courseId, text: { ...long, title: `Course ${courseCount}` } });
    expect((await call('learning/enroll', { courseId }, cookie)).status).toBe(200);
  }
}
async function measureCost(path: string, as?: string) {
  await call(path, {}, as);
  const costs: number[] = [];
  for (let n = 0; n < 3; n++) {
    const begun = getCpuMicros();
    expect((await call(path, {}, as)).status).toBe(200);
    costs.push((getCpuMicros() - begun) / 1_000);
  }
  return Math.min(...costs);
}

test('listing sixty courses costs about as much as forty', async () => {
  const measureAll = async () => ({
    everybody: await measureCost('learning/courses'),
    own: await measureCost('learning/own', cookie),
    certificates: await measureCost('certificates/own', cookie),
  });
  await createCourses(40);
  const forty = await measureAll();
  await createCourses(60);
  const sixty = await measureAll();
  expect(sixty.everybody).toBeLessThan(forty.everybody * 3 + 50);
  expect(sixty.own).toBeLessThan(forty.own * 3 + 50);
  expect(sixty.certificates).toBeLessThan(forty.certificates * 3 + 50);
}, 120_000);

test('opening a course parses only the requested lesson', () => {
  const cost = (read: number) => {
    const begun = getCpuMicros();
    const { lessons } = parseCourse('long', `version-${read}`, long);
    for (const lesson of [...lessons.values()].slice(0, read)) expect(lesson.blocks).toHaveLength(170);
    return getCpuMicros() - begun;
  };
  cost(2);
  expect(cost(1) * 5).toBeLessThan(cost(28));
});
