import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { createAuthor } from '../../../../test/authors.ts';
import { getCpuMicros } from '../../../../test/cpu-time.ts';
import { insertDraftCourse, validDraft } from '../../../../test/drafts.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import type { CourseFault } from '../course-faults.ts';
import { isTooLong } from './draft.ts';

const server = await serverUnderTest();
const teacher = await setUpSuspicions(server).another('instructor');
const { act, call, publishing } = createAuthor(server, teacher.cookie);

const [first] = validDraft.sections;
const [unit] = first?.units ?? [];
if (!first || !unit) throw new Error('a draft without a lesson');
/** Creates the most expensive lesson: the maximum of list items and characters. */
const lesson = (id: string) => ({ ...unit, id, markdown: `For ${id}:\n\n${'- a\n'.repeat(300)}`, checks: [] });
const longest = {
  ...validDraft,
  sections: Array.from({ length: 12 }, (_, n) => ({
    ...{ ...first, id: `part-${n}`, quiz: { asked: 5, questions: [] } },
    units: Array.from({ length: 27 }, (_, at) => lesson(`unit-${n}-${at}`)),
  })),
};

/** Measures CPU time and the longest block of this thread, in milliseconds. */
async function measureBlocking(work: () => Promise<unknown>): Promise<number[]> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const startedAt = getCpuMicros();
  await work();
  const cpuMs = (getCpuMicros() - startedAt) / 1_000;
  delay.disable();
  return [cpuMs, delay.max / 1e6].map(Math.round);
}

test('checking or publishing the longest course does not block the process', async () => {
  expect(isTooLong(longest)).toBe(false);
  const courseId = await insertDraftCourse(server, teacher.id, longest);
  let faults: CourseFault[] = [];
  const checkTimes = await measureBlocking(async () => {
    ({ faults } = await call<{ faults: CourseFault[] }>('check', { courseId }));
  });
  expect(faults.map(({ where }) => where)).toContain('quiz/part-11');
  const publishTimes = await measureBlocking(async () =>
    expect(await act('publish', publishing(courseId, 1))).toBe('authoring.faults'),
  );
  // The work usually takes half a second. The limit allows for a busy machine.
  expect([...checkTimes, ...publishTimes].filter((ms) => ms >= 2_000)).toEqual([]);
}, 120_000);
