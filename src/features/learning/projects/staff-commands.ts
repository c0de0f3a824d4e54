import { paginate } from '../../../kernel/pagination.ts';
import { isSamePerson } from '../../../kernel/permissions.ts';
import { audit, byStaff } from '../../../platform/audit.ts';
import { publishTopic } from '../../../platform/database/database.ts';
import { mapConstraintViolation } from '../../../platform/database/database-faults.ts';
import { staff } from '../../../platform/http/procedure.ts';
import { issueCertificate } from '../certificates/issue.ts';
import { loadCourse } from '../course-store.ts';
import type { MarkEmailJob } from './jobs.ts';
import { computeTotal } from './marking.ts';
import { refusalCodes, refuse } from './messages.ts';
import { projectPermissions } from './permissions.ts';
import { Mark, SubmissionInput, SubmissionPage } from './schema.ts';
import type { StaffSubmission } from './store.ts';
import { countWaiting, findSubmission, findSubmissions, insertMark, type SubmissionRecord } from './store.ts';

const pageSize = 50;

const submissions = staff(projectPermissions.view)
  .input(SubmissionPage)
  .handler(async function submissions({ context: { tx }, input }) {
    const rows = await findSubmissions(tx, { ...input, limit: pageSize + 1 });
    const { page: lines, next } = paginate(rows, pageSize, ({ at, id }) => ({ at, id }));
    return { lines, next };
  });

const count = staff(projectPermissions.view).handler(async function count({ context: { tx } }) {
  return { waiting: await countWaiting(tx) };
});

type Actor = Parameters<typeof isSamePerson>[0];

/** Returns the round that the user may mark. Null if none is open, or if an appeal needs another instructor. */
function getRound({ state, markedBy, givenBack }: SubmissionRecord, person: Actor): 1 | 2 | null {
  if (givenBack) return null;
  if (state === 'waiting') return 1;
  return state === 'appealed' && !markedBy.some((first) => isSamePerson(person, first)) ? 2 : null;
}

const submission = staff(projectPermissions.view)
  .errors(refusalCodes('approvals.own_matter', 'projects.not_found'))
  .input(SubmissionInput)
  .handler(async function submission({ context: { tx, person }, input }): Promise<StaffSubmission> {
    const record = await findSubmission(tx, input.submissionId);
    if (!record) return refuse('projects.not_found', {});
    if (isSamePerson(person, record.userId)) return refuse('approvals.own_matter', {});
    const { text } = await loadCourse(tx, record);
    if (!text.rubric || !text.project) return refuse('projects.not_found', {});
    const { id, number, evidence, state, handedInAt, appeal, marks, learner, givenBack } = record;
    return {
      ...{ id, number, evidence, state, handedInAt, appeal, marks, learner, givenBack },
      ...{ courseTitle: text.title, about: text.project.about, rubric: text.rubric },
      mayMark: getRound(record, person) !== null,
    };
  });

const refuseRefunded = () => refuse('projects.course_given_back', {});

/**
 * Marks a submission. A pass issues the certificate in the same transaction. Throws `projects.course_given_back` after
 * a refund, also a concurrent one.
 */
const mark = staff(projectPermissions.mark)
  .errors(refusalCodes('approvals.own_matter', 'projects.not_found', 'projects.marked_before'))
  .errors(refusalCodes('projects.marks_open', 'projects.second_instructor', 'projects.course_given_back'))
  .input(Mark)
  .handler(async function mark({ context, input: { submissionId, levels, comments, says } }) {
    const { services, tx, person } = context;
    const record = await findSubmission(tx, submissionId, true);
    if (!record) return refuse('projects.not_found', {});
    const { userId, learner, enrollmentId, versionId, state } = record;
    if (isSamePerson(person, userId)) return refuse('approvals.own_matter', {});
    if (state !== 'waiting' && state !== 'appealed') return refuse('projects.marked_before', {});
    if (record.givenBack) refuseRefunded();
    const round = getRound(record, person) ?? refuse('projects.second_instructor', {});
    const { rubric } = (await loadCourse(tx, record)).text;
    const total = (rubric && computeTotal(rubric, levels)) ?? refuse('projects.marks_open', {});
    const now = services.clock();
    const insertion = insertMark(tx, submissionId, { ...total, round, userId, levels, comments, says, now });
    await mapConstraintViolation(insertion, 'mark_of_taken_course', refuseRefunded);
    const entry = { action: 'projects.marked', subjectType: 'project', subjectId: submissionId, aboutId: userId };
    await audit(tx, { ...byStaff(context), ...entry, after: { round, ...total } });
    const course = { userId, name: learner, enrollmentId, versionId, score: total.points, now };
    if (total.passed)
      await mapConstraintViolation(
        issueCertificate(tx, course, byStaff(context)),
        'certificate_is_earned',
        refuseRefunded,
      );
    await services.jobs.enqueue(tx, 'projects.send_email', { id: submissionId } satisfies MarkEmailJob);
    publishTopic(tx, 'learning', userId);
    return total;
  });

export const projectsStaffApi = { submissions, count, submission, mark };
