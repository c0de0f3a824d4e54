import { afterEach, expect, test, vi } from 'vitest';
import { published } from '../../../test/courses.ts';
import { upload } from '../../../test/orders.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';

/** A course may have many pictures: they are drawn once, a few at a time, whoever asks and however often. */
const server = await serverUnderTest();
const { app, owner, services } = server;
afterEach(() => vi.restoreAllMocks());

/** So many pictures of a new course, and a customer who takes it. */
async function drawnCourse(courseId: string, many: number) {
  await published(server, { courseId });
  const admin = await sessionFor(server, 'admin');
  const files: string[] = [];
  for (let n = 0; n < many; n++) files.push((await upload(server, admin, 'lesson-picture')).body.id);
  const insert = 'insert into course_pictures (course_id, file_id) select $1, unnest($2::uuid[])';
  await owner.query(insert, [courseId, files]);
  const learner = async () => {
    const { cookie } = await newCustomer(server);
    expect((await server.call('learning/enroll', { courseId }, cookie)).status).toBe(200);
    return async (file: string) =>
      (await app.inject({ url: `/api/lesson-pictures/${file}`, headers: { cookie } })).statusCode;
  };
  return { files, learner };
}

/** How many files are read from their store from now on, and how many of them at the same time. */
function readsOfFiles() {
  const told = { drawn: 0, under: 0, most: 0 };
  const read = services.files.store.read.bind(services.files.store);
  vi.spyOn(services.files.store, 'read').mockImplementation(async (...asked) => {
    told.drawn += 1;
    told.under += 1;
    told.most = Math.max(told.most, told.under);
    const stream = await read(...asked);
    stream.once('close', () => {
      told.under -= 1;
    });
    return stream;
  });
  return told;
}
const count = (codes: readonly number[], code: number) => codes.filter((one) => one === code).length;

test('more pictures than stand on a page are drawn once for all who look, two at a time', async () => {
  const { files, learner } = await drawnCourse('drawn', 55);
  const [ina, oma] = [await learner(), await learner()];
  const told = readsOfFiles();
  const codes = await Promise.all([ina, oma].flatMap((asks) => files.map(asks)));
  // Then one after the other, twice: none of them was forgotten for the next.
  for (const file of [...files, ...files]) codes.push(await ina(file));
  expect(count(codes, 200)).toBe(4 * 55);
  expect(told).toMatchObject({ drawn: 55, under: 0 });
  expect(told.most).toBeLessThanOrEqual(2);
}, 120_000);

test('one who asks without end is told to wait, as at every door to files; others go on', async () => {
  const { files, learner } = await drawnCourse('asked', 5);
  const [ina, oma] = [await learner(), await learner()];
  const codes: number[] = [];
  for (let n = 0; n < 50; n++) codes.push(...(await Promise.all(files.map(ina))));
  expect([count(codes, 200), count(codes, 429)]).toEqual([240, 10]);
  expect(await oma(files[0] ?? '')).toBe(200);
}, 120_000);
