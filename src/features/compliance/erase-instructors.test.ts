import { expect, test } from 'vitest';
import { createAuthor } from '../../../test/authors.ts';
import { validDraft } from '../../../test/drafts.ts';
import { markAccountsClosed } from '../../../test/erasure-time.ts';
import { upload } from '../../../test/orders.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { insertWorkshop } from '../../../test/workshops.ts';
import { eraseRecords } from './erase.ts';
import { setRetentionDeadlines } from './jobs.ts';

const server = await serverWithoutFaults();
const { owner, services } = server;
const { another, rowsOf } = setUpSuspicions(server);
const past = new Date(Date.now() + 2_600 * 86_400_000);

async function closeAndExpire(userId: string) {
  await markAccountsClosed(server, userId);
  await setRetentionDeadlines(services);
  server.setTime(past);
  const day = `date '${past.toISOString().slice(0, 10)}'`;
  await owner.query(`create or replace function app.today() returns date language sql stable as $$ select ${day} $$`);
}

test('erasing an instructor keeps the lesson pictures', async () => {
  const teacher = await another('instructor');
  const { made, act, saving, publishing, learner } = createAuthor(server, teacher.cookie);
  const { body: shown } = await upload(server, teacher.cookie, 'lesson-picture');
  const { body: unused } = await upload(server, teacher.cookie, 'lesson-picture');
  const { body: flyer } = await upload(server, teacher.cookie, 'workshop-flyer');
  const [section, ...rest] = validDraft.sections;
  const [unit, ...others] = section?.units ?? [];
  if (!section || !unit) throw new Error('the draft is incomplete');
  const markdown = `${unit.markdown}\n![A phone](picture:${shown.id})\n`;
  const draft = { ...validDraft, sections: [{ ...section, units: [{ ...unit, markdown }, ...others] }, ...rest] };
  const courseId = await made();
  expect(await act('save', saving(courseId, 1, draft))).toBe('done');
  expect(await act('publish', publishing(courseId, 2))).toBe('done');
  await owner.query(`update workshop_sessions set flyer_file = $1, flyer_alt = 'A wallet' where id = $2`, [
    flyer.id,
    await insertWorkshop(server),
  ]);
  await closeAndExpire(teacher.id);
  expect(await eraseRecords(services)).toMatchObject({ people: 1, files: 1 });
  const [profile] = await rowsOf('select display_name, phone_number from profiles where id = $1', [teacher.id]);
  expect(profile).toEqual({ display_name: 'Erased', phone_number: '' });
  const authors = `select saved_as author from course_drafts where course_id = $1 union all
    select published_as from course_versions where course_id = $1`;
  expect(await rowsOf(authors, [courseId])).toEqual([{ author: 'Erased' }, { author: 'Erased' }]);
  const kept = await rowsOf<{ id: string; name: string }>('select id, name from files where user_id = $1', [
    teacher.id,
  ]);
  expect(kept.map(({ id }) => id).sort()).toEqual([shown.id, flyer.id].sort());
  for (const { name } of kept) expect(name).not.toContain('slip');
  const { ask, cookie } = await learner(courseId);
  await ask('enroll');
  const picture = await server.app.inject({ url: `/api/lesson-pictures/${shown.id}`, headers: { cookie } });
  expect(picture.statusCode).toBe(200);
  expect(await rowsOf('select id from files where id = $1', [unused.id])).toEqual([]);
  await setRetentionDeadlines(services);
  expect(await eraseRecords(services)).toMatchObject({ people: 0 });
});
