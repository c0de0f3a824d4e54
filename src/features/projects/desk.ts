import { pageOf } from '../../kernel/page.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { announce, isOwn } from '../../platform/database.ts';
import { unlessBroken } from '../../platform/database-faults.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { issueCertificate } from '../certificates/issue.ts';
import { openCourse } from '../learning/course-store.ts';
import { projectActs } from './acts.ts';
import { countWaiting, insertMark, type ReadSubmission, submissionAtDesk, submissionLines } from './desk-store.ts';
import type { About } from './jobs.ts';
import { totalOf } from './marking.ts';
import { mayRefuse, refuse } from './messages.ts';
import { Mark, OneSubmission, SubmissionPage } from './schema.ts';
import type { DeskSubmission } from './shapes.ts';

const pageSize = 50;

/** The projects of a view. */
const submissions = staffOnly(projectActs.look)
  .input(SubmissionPage)
  .handler(async ({ context: { tx }, input }) => {
    const read = await submissionLines(tx, { ...input, limit: pageSize + 1 });
    const { page: lines, next } = pageOf(read, pageSize, ({ at, id }) => ({ at, id }));
    return { lines, next };
  });

const count = staffOnly(projectActs.look).handler(async ({ context: { tx } }) => ({ waiting: await countWaiting(tx) }));

type Asking = Parameters<typeof isOwn>[0];

/** Which round a mark of whoever asks would be; null where none is due, or where the second is another person's. */
function roundFor({ state, markedBy, givenBack }: ReadSubmission, person: Asking): 1 | 2 | null {
  if (givenBack) return null;
  if (state === 'waiting') return 1;
  return state === 'appealed' && !markedBy.some((first) => isOwn(person, first)) ? 2 : null;
}

/** One project, with the rubric by which it is marked. */
const submission = staffOnly(projectActs.look)
  .errors(mayRefuse('approvals.own_matter', 'projects.not_found'))
  .input(OneSubmission)
  .handler(async ({ context: { tx, person }, input }): Promise<DeskSubmission> => {
    const found = await submissionAtDesk(tx, input.submissionId);
    if (!found) return refuse('projects.not_found', {});
    if (isOwn(person, found.userId)) return refuse('approvals.own_matter', {});
    const { text } = await openCourse(tx, found);
    if (!text.rubric || !text.project) return refuse('projects.not_found', {});
    const { id, number, evidence, state, handedInAt, appeal, marks, learner, givenBack } = found;
    return {
      ...{ id, number, evidence, state, handedInAt, appeal, marks, learner, givenBack },
      ...{ courseTitle: text.title, about: text.project.about, rubric: text.rubric },
      mayMark: roundFor(found, person) !== null,
    };
  });

const isGivenBack = () => refuse('projects.course_given_back', {});

/**
 * Marks a project by its rubric. Its learner is written to; who passed has the certificate in the same moment. Not
 * where the course was given back, be it in this very moment.
 */
const mark = staffOnly(projectActs.mark)
  .errors(mayRefuse('approvals.own_matter', 'projects.not_found', 'projects.marked_before'))
  .errors(mayRefuse('projects.marks_open', 'projects.second_instructor', 'projects.course_given_back'))
  .input(Mark)
  .handler(async ({ context, input: { submissionId, levels, comments, says } }) => {
    const { services, tx, person } = context;
    const found = await submissionAtDesk(tx, submissionId, true);
    if (!found) return refuse('projects.not_found', {});
    const { userId, learner, enrollmentId, versionId, state } = found;
    if (isOwn(person, userId)) return refuse('approvals.own_matter', {});
    if (state !== 'waiting' && state !== 'appealed') return refuse('projects.marked_before', {});
    if (found.givenBack) isGivenBack();
    const round = roundFor(found, person) ?? refuse('projects.second_instructor', {});
    const { rubric } = (await openCourse(tx, found)).text;
    const total = (rubric && totalOf(rubric, levels)) ?? refuse('projects.marks_open', {});
    const now = services.clock();
    const written = insertMark(tx, submissionId, { ...total, round, userId, levels, comments, says, now });
    await unlessBroken(written, 'mark_of_taken_course', isGivenBack);
    const what = { action: 'projects.marked', subjectType: 'project', subjectId: submissionId, aboutId: userId };
    await audit(tx, { ...byStaff(context), ...what, after: { round, ...total } });
    const earned = { userId, name: learner, enrollmentId, versionId, score: total.points, now };
    if (total.passed)
      await unlessBroken(issueCertificate(tx, earned, byStaff(context)), 'certificate_is_earned', isGivenBack);
    await services.jobs.enqueue(tx, 'projects.letter', { id: submissionId } satisfies About);
    announce(tx, 'learning', userId);
    return total;
  });

/** Final projects, for whoever marks them. */
export const projectsDeskApi = { submissions, count, submission, mark };
