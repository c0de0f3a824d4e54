import { expect, test } from 'vitest';
import { published, smallCourse } from '../../../test/courses.ts';
import { cpuTime } from '../../../test/cpu-time.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { opened } from './course-text.ts';

/** However many courses there are, whoever looks at a list has none of them read anew. */
const server = await serverUnderTest();
const { call } = server;
const page = 'Some *words* of a lesson that is read, and more of them, as long as a lesson is.\n\n'.repeat(170);

/** Of 28 lessons and some 390,000 letters: about as long as a course may be. */
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
let there = 0;
/** Lays down courses until there are so many; the customer takes each. */
async function upTo(many: number) {
  for (; there < many; there++) {
    const courseId = `long-${there}`;
    await published(server, { courseId, text: { ...long, title: `Course ${there}` } });
    expect((await call('learning/enroll', { courseId }, cookie)).status).toBe(200);
  }
}
/** What a look costs, ms: the least of three, all of which came after another. */
async function costOf(path: string, as?: string) {
  await call(path, {}, as);
  const costs: number[] = [];
  for (let n = 0; n < 3; n++) {
    const begun = cpuTime();
    expect((await call(path, {}, as)).status).toBe(200);
    costs.push((cpuTime() - begun) / 1_000);
  }
  return Math.min(...costs);
}

test('a list of sixty courses costs about as much as one of forty', async () => {
  const looks = async () => ({
    everybody: await costOf('learning/courses'),
    own: await costOf('learning/own', cookie),
    certificates: await costOf('certificates/own', cookie),
  });
  await upTo(40);
  const forty = await looks();
  await upTo(60);
  const sixty = await looks();
  expect(sixty.everybody).toBeLessThan(forty.everybody * 3 + 50);
  expect(sixty.own).toBeLessThan(forty.own * 3 + 50);
  expect(sixty.certificates).toBeLessThan(forty.certificates * 3 + 50);
}, 120_000);

test('of a course that somebody opens one lesson is read: theirs', () => {
  const cost = (read: number) => {
    const begun = cpuTime();
    const { lessons } = opened('long', `version-${read}`, long);
    for (const lesson of [...lessons.values()].slice(0, read)) expect(lesson.blocks).toHaveLength(170);
    return cpuTime() - begun;
  };
  cost(2);
  expect(cost(1) * 5).toBeLessThan(cost(28));
});
