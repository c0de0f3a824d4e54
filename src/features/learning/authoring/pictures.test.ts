import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAuthor } from '../../../../test/authors.ts';
import { validDraft } from '../../../../test/drafts.ts';
import { upload } from '../../../../test/orders.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';

const server = await serverWithoutFaults();
const { another } = setUpSuspicions(server);
const [teacher, second] = [await another('instructor'), await another('instructor')];
const { call, act, made, saving, publishing, learner } = createAuthor(server, teacher.cookie);

test('an uploaded picture joins its course on save and is visible to its learners', async () => {
  const { body: own } = await upload(server, teacher.cookie, 'lesson-picture');
  const { body: foreign } = await upload(server, second.cookie, 'lesson-picture');
  const seenBy = async (id: string, cookie?: string) =>
    (
      await server.app.inject({
        method: 'GET',
        url: `/api/lesson-pictures/${id}`,
        ...(cookie && { headers: { cookie } }),
      })
    ).statusCode;
  const courseId = await made();
  const [one, ...rest] = validDraft.sections;
  const [unit, ...others] = one?.units ?? [];
  if (!one || !unit) throw new Error('the draft is not whole');
  const showing = (...ids: string[]) => {
    const markdown = `${unit.markdown}\n${ids.map((id) => `![A phone](picture:${id})`).join('\n\n')}\n`;
    return { ...validDraft, sections: [{ ...one, units: [{ ...unit, markdown }, ...others] }, ...rest] };
  };
  const customer = await learner(courseId);
  expect(await seenBy(own.id, teacher.cookie)).toBe(200);
  for (const cookie of [second.cookie, customer.cookie, undefined]) expect(await seenBy(own.id, cookie)).toBe(404);
  await act('save', saving(courseId, 1, showing(own.id, foreign.id)));
  expect(await call('check', { courseId })).toMatchObject({
    faults: [{ where: 'lesson/first', says: `picture ${foreign.id} is missing` }],
  });
  await act('save', saving(courseId, 2, showing(own.id)));
  expect(await act('publish', publishing(courseId, 3))).toBe('done');
  expect(await seenBy(own.id, second.cookie)).toBe(200);
  expect(await seenBy(own.id, customer.cookie)).toBe(404);
  await customer.ask('enroll');
  expect(await seenBy(own.id, customer.cookie)).toBe(200);
  expect(await seenBy(randomUUID(), customer.cookie)).toBe(404);
  expect(await seenBy(foreign.id, customer.cookie)).toBe(404);
  expect((await upload(server, customer.cookie, 'lesson-picture')).status).not.toBe(200);
});
