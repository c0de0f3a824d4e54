import { jamaicaDay } from '../../kernel/calendar.ts';
import { audit, byStaff } from '../../platform/audit.ts';
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

/** Writes to everybody who takes a course: once for one press of the button, and once a day. */
const write = staffOnly(classActs.write)
  .errors(mayRefuse('classes.unknown_course', 'classes.once_a_day', 'classes.foreign_link'))
  .input(WriteToClass)
  .handler(async ({ context, input: { courseId, subject, body, key } }) => {
    const { services, tx } = context;
    const now = services.clock();
    if (await sentUnder(tx, key)) return { done: true as const };
    const [found] = foreignLinks(`${subject}\n${body}`, services.config.origin);
    if (found) return refuse('classes.foreign_link', { found: found.slice(0, 60) });
    if (!(await isWrittenTo(tx, courseId))) return refuse('classes.unknown_course', {});
    const id = await insertMessage(tx, { courseId, subject, body, key, now, day: jamaicaDay(now) });
    if (!id) return refuse('classes.once_a_day', {});
    const what = { action: 'classes.written', subjectType: 'course', subjectId: courseId };
    await audit(tx, { ...byStaff(context), ...what, after: { messageId: id, subject } });
    await services.jobs.enqueue(tx, 'classes.send', { id } satisfies AboutMessage);
    return { done: true as const };
  });

/** Classes, for whoever teaches. */
export const classesDeskApi = { courses, write };
