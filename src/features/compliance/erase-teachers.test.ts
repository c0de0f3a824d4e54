import { expect, test } from 'vitest';
import { authorsOn } from '../../../test/authors.ts';
import { soundDraft } from '../../../test/drafts.ts';
import { accountClosed } from '../../../test/long-gone.ts';
import { upload } from '../../../test/orders.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { sessionOn } from '../../../test/workshops.ts';
import { eraseRecords } from './erase.ts';
import { markRecords } from './jobs.ts';

/** Whoever taught here leaves: what learners see of their work stays, and nothing of it says whose it was. */
const server = await serverWithoutFaults();
const { owner, services } = server;
const { another, rowsOf } = suspicionsOn(server);
const past = new Date(Date.now() + 2_600 * 86_400_000);

/** Leaves today, and seven years later it is the day to erase them. */
async function leaves(userId: string) {
  await accountClosed(server, userId);
  await markRecords(services);
  server.setTime(past);
  const day = `date '${past.toISOString().slice(0, 10)}'`;
  await owner.query(`create or replace function app.today() returns date language sql stable as $$ select ${day} $$`);
}

test('an instructor is erased, and the pictures of their lessons go on being shown', async () => {
  const teacher = await another('instructor');
  const { made, act, saving, publishing, learner } = authorsOn(server, teacher.cookie);
  const { body: shown } = await upload(server, teacher.cookie, 'lesson-picture');
  const { body: unused } = await upload(server, teacher.cookie, 'lesson-picture');
  const { body: flyer } = await upload(server, teacher.cookie, 'workshop-flyer');
  const [one, ...rest] = soundDraft.sections;
  const [unit, ...others] = one?.units ?? [];
  if (!one || !unit) throw new Error('the draft is not whole');
  const markdown = `${unit.markdown}\n![A phone](picture:${shown.id})\n`;
  const draft = { ...soundDraft, sections: [{ ...one, units: [{ ...unit, markdown }, ...others] }, ...rest] };
  const courseId = await made();
  expect(await act('save', saving(courseId, 1, draft))).toBe('done');
  expect(await act('publish', publishing(courseId, 2))).toBe('done');
  await owner.query(`update workshop_sessions set flyer_file = $1, flyer_alt = 'A wallet' where id = $2`, [
    flyer.id,
    await sessionOn(server),
  ]);
  await leaves(teacher.id);
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
  await markRecords(services);
  expect(await eraseRecords(services)).toMatchObject({ people: 0 });
});
