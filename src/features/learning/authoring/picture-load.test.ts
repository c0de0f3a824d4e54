import { afterEach, expect, test, vi } from 'vitest';
import { publishTestCourse } from '../../../../test/courses.ts';
import { upload } from '../../../../test/orders.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';

const server = await serverUnderTest();
const { app, owner, services } = server;
afterEach(() => vi.restoreAllMocks());

async function publishWithPictures(courseId: string, pictureCount: number) {
  await publishTestCourse(server, { courseId });
  const admin = await createSession(server, 'admin');
  const files: string[] = [];
  for (let n = 0; n < pictureCount; n++) files.push((await upload(server, admin, 'lesson-picture')).body.id);
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

function countReads() {
  const reads = { total: 0, current: 0, max: 0 };
  const read = services.files.store.read.bind(services.files.store);
  vi.spyOn(services.files.store, 'read').mockImplementation(async (...asked) => {
    reads.total += 1;
    reads.current += 1;
    reads.max = Math.max(reads.max, reads.current);
    const stream = await read(...asked);
    stream.once('end', () => {
      reads.current -= 1;
    });
    return stream;
  });
  return reads;
}
const count = (codes: readonly number[], code: number) => codes.filter((one) => one === code).length;

test('55 pictures are encoded once for all readers, two at a time', async () => {
  const { files, learner } = await publishWithPictures('drawn', 55);
  const [ina, oma] = [await learner(), await learner()];
  const reads = countReads();
  const codes = await Promise.all([ina, oma].flatMap((requestPicture) => files.map(requestPicture)));
  // Requests each picture twice: all stay cached.
  for (const file of [...files, ...files]) codes.push(await ina(file));
  expect(count(codes, 200)).toBe(4 * 55);
  expect(reads).toMatchObject({ total: 55, current: 0 });
  expect(reads.max).toBeLessThanOrEqual(2);
}, 120_000);

test('one reader is rate limited without affecting others', async () => {
  const { files, learner } = await publishWithPictures('asked', 5);
  const [ina, oma] = [await learner(), await learner()];
  const codes: number[] = [];
  for (let n = 0; n < 50; n++) codes.push(...(await Promise.all(files.map(ina))));
  expect([count(codes, 200), count(codes, 429)]).toEqual([240, 10]);
  expect(await oma(files[0] ?? '')).toBe(200);
}, 120_000);
