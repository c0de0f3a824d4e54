import type { z } from 'zod';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import type { Db } from '../../platform/database.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { classActs } from './acts.ts';
import type { AboutMessage } from './jobs.ts';
import { foreignLinks } from './links.ts';
import { mayRefuse, refuse } from './messages.ts';
import { WriteToClass } from './schema.ts';
import { classLines, insertMessage, isWrittenTo, sentUnder } from './store.ts';

/** How many take each course, and what was written to them last. */
const courses = staffOnly(classActs.write).handler(async ({ context: { services, tx } }) => {
  const now = services.clock();
  return { courses: await classLines(tx, { now, day: jamaicaDay(now) }) };
});

/** Whether this very message was sent before; another under its key is refused (decision A9). */
async function wasSent(tx: Db, message: z.infer<typeof WriteToClass>): Promise<boolean> {
  const same = await sentUnder(tx, message);
  if (same === false) refuse('general.key_reused', {});
  return same === true;
}

/** Writes to everybody who takes a course: once for one press of the button, and once a day. */
const write = staffOnly(classActs.write)
  .errors(mayRefuse('classes.unknown_course', 'classes.once_a_day', 'classes.foreign_link', 'general.key_reused'))
  .input(WriteToClass)
  .handler(async ({ context, input }) => {
    const { services, tx } = context;
    const { courseId, subject, body } = input;
    const now = services.clock();
    if (await wasSent(tx, input)) return { done: true as const };
    if (!(await isWrittenTo(tx, courseId))) return refuse('classes.unknown_course', {});
    const [found] = foreignLinks(`${subject}\n${body}`, services.config.origin);
    if (found) return refuse('classes.foreign_link', { found: found.slice(0, 60) });
    const id = await insertMessage(tx, { ...input, now, day: jamaicaDay(now) });
    // Of the same request twice at once the second waited for the first.
    if (!id) return (await wasSent(tx, input)) ? { done: true as const } : refuse('classes.once_a_day', {});
    const what = { action: 'classes.written', subjectType: 'course', subjectId: courseId };
    await audit(tx, { ...byStaff(context), ...what, after: { messageId: id, subject } });
    await services.jobs.enqueue(tx, 'classes.send', { id } satisfies AboutMessage);
    return { done: true as const };
  });

/** Classes, for whoever teaches. */
export const classesDeskApi = { courses, write };
