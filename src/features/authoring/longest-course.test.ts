import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { authorsOn } from '../../../test/authors.ts';
import { cpuTime } from '../../../test/cpu-time.ts';
import { laidCourse, soundDraft } from '../../../test/drafts.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import type { CourseFault } from '../learning/course-faults.ts';
import { isTooLong } from './draft.ts';

/** Whoever asks what is wrong with a course, as large as it may be, keeps nobody else waiting for seconds. */
const server = await serverUnderTest();
const teacher = await suspicionsOn(server).another('instructor');
const { act, call, publishing } = authorsOn(server, teacher.cookie);

const [first] = soundDraft.sections;
const [unit] = first?.units ?? [];
if (!first || !unit) throw new Error('a draft without a lesson');
/** As many items of lists as a lesson may have, and all the letters that a course may have. */
const lesson = (id: string) => ({ ...unit, id, markdown: `For ${id}:\n\n${'- a\n'.repeat(300)}`, checks: [] });
const longest = {
  ...soundDraft,
  sections: Array.from({ length: 12 }, (_, n) => ({
    ...{ ...first, id: `part-${n}`, quiz: { asked: 5, questions: [] } },
    units: Array.from({ length: 27 }, (_, at) => lesson(`unit-${n}-${at}`)),
  })),
};

/** Milliseconds that this thread worked for an act, and the longest of them without a turn for anybody else. */
async function stalled(doing: () => Promise<unknown>): Promise<number[]> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const begun = cpuTime();
  await doing();
  const worked = (cpuTime() - begun) / 1_000;
  delay.disable();
  return [worked, delay.max / 1e6].map(Math.round);
}

test('looking through the longest course stops the process for no seconds, nor does publishing it', async () => {
  expect(isTooLong(longest)).toBe(false);
  const courseId = await laidCourse(server, teacher.id, longest);
  let faults: CourseFault[] = [];
  const checking = await stalled(async () => {
    ({ faults } = await call<{ faults: CourseFault[] }>('check', { courseId }));
  });
  expect(faults.map(({ where }) => where)).toContain('quiz/part-11');
  const wrong = await stalled(async () =>
    expect(await act('publish', publishing(courseId, 1))).toBe('authoring.faults'),
  );
  // It takes half of one; a machine that does much else must not make that a fault.
  expect([...checking, ...wrong].filter((ms) => ms >= 2_000)).toEqual([]);
}, 120_000);
