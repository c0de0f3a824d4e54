import { wordlist } from '@scure/bip39/wordlists/english.js';
import { paginate } from '../../../kernel/pagination.ts';
import { isSamePerson } from '../../../kernel/permissions.ts';
import { audit, byStaff } from '../../../platform/audit.ts';
import { type Db, publishTopic } from '../../../platform/database/database.ts';
import { mapConstraintViolation } from '../../../platform/database/database-faults.ts';
import { authed, authedSerial, staff } from '../../../platform/http/procedure.ts';
import { assertProfileComplete } from '../../../platform/http/session-user.ts';
import { checkRateLimit } from '../../../platform/limits/memory-rate-limit.ts';
import { getFullName } from '../../ledger/names.ts';
import { issueCertificate } from '../certificates/issue.ts';
import { findMyName } from '../certificates/store.ts';
import type { Rubric } from '../course-schema.ts';
import { loadCourse } from '../course-store.ts';
import { type Enrollment, findMyEnrollment, lockMyEnrollment } from '../enrollment-store.ts';
import { refusalCodes, refuse } from '../messages.ts';
import { findFinishedCourse } from '../my-courses.ts';
import { projectPermissions } from '../permissions.ts';
import { CourseInput } from '../schema.ts';
import type { MarkEmailJob } from './jobs.ts';
import { computeTotal } from './marking.ts';
import { Appeal, type Evidence, Mark, ProjectInput, SubmissionInput, SubmissionPage } from './schema.ts';
import {
  appealSubmission,
  countWaiting,
  findDraft,
  findMySubmissions,
  findSubmission,
  findSubmissions,
  insertMark,
  insertSubmission,
  lockMySubmission,
  type ProjectView,
  type StaffSubmission,
  type SubmissionRecord,
  saveDraft,
} from './store.ts';

const phraseWords = new Set(wordlist);
const minPhraseWords = 12;

/** True when the text has 12 consecutive BIP 39 words, which ordinary sentences never have. */
export function hasRecoveryPhrase(text: string): boolean {
  let run = 0;
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    run = phraseWords.has(word) ? run + 1 : 0;
    if (run >= minPhraseWords) return true;
  }
  return false;
}

/** Returns the names of incomplete parts. */
export function findMissingParts({ tasks }: Rubric, evidence: Evidence): string[] {
  const isOpen = ({ id, evidence: kind }: Rubric['tasks'][number]) => {
    const part = evidence[id];
    return !part || part.text === '' || (kind === 'transaction' && part.hash === '');
  };
  return tasks.filter(isOpen).map(({ task }) => task);
}

/** Removes parts that the project does not have. */
export const pickParts = ({ tasks }: Rubric, evidence: Evidence): Evidence =>
  Object.fromEntries(Object.entries(evidence).filter(([part]) => tasks.some(({ id }) => id === part)));

const projectRefusalCodes = refusalCodes('learning.not_enrolled', 'projects.none');

type Project = { readonly courseTitle: string; readonly about: string; readonly rubric: Rubric };

/** Loads the project of the enrolled version. Stays accessible after a plan ends. */
async function loadProject(tx: Db, enrollment: Enrollment | null): Promise<Project & { enrollment: Enrollment }> {
  if (!enrollment || enrollment.status === 'pending_payment') return refuse('learning.not_enrolled', {});
  const { text } = await loadCourse(tx, enrollment);
  if (!text.rubric || !text.project) return refuse('projects.none', {});
  return { enrollment, courseTitle: text.title, about: text.project.about, rubric: text.rubric };
}

const assertNoRecoveryPhrase = (evidence: Evidence): void => {
  if (Object.values(evidence).some(({ text }) => hasRecoveryPhrase(text))) refuse('projects.secret_words', {});
};

const own = authed
  .errors(projectRefusalCodes)
  .input(CourseInput)
  .handler(async function own({ context: { services, tx, person }, input: { courseId } }): Promise<ProjectView> {
    const now = services.clock();
    const { enrollment, ...project } = await loadProject(tx, await findMyEnrollment(tx, courseId, now));
    const finished = await findFinishedCourse(tx, { userId: person.id, courseId, now });
    const [draft, submissions] = [await findDraft(tx, enrollment.id), await findMySubmissions(tx, enrollment.id)];
    return { ...project, open: finished !== null, draft, submissions };
  });

const saveProjectDraft = authed
  .errors(projectRefusalCodes)
  .errors(refusalCodes('projects.secret_words'))
  .input(ProjectInput)
  .handler(async function saveProjectDraft({ context: { services, tx, person }, input: { courseId, evidence } }) {
    checkRateLimit(services, 'draft', person.id);
    const now = services.clock();
    const { enrollment, rubric } = await loadProject(tx, await lockMyEnrollment(tx, courseId, now));
    assertNoRecoveryPhrase(evidence);
    await saveDraft(tx, enrollment.id, { evidence: pickParts(rubric, evidence), now });
    return { done: true as const };
  });

/** Submits a project. Only one submission may be open; a failed one can be repeated. */
const submitProject = authedSerial
  .errors(projectRefusalCodes)
  .errors(refusalCodes('projects.course_first', 'projects.parts_open', 'projects.secret_words'))
  .errors(refusalCodes('projects.under_way', 'projects.passed_before'))
  .input(ProjectInput)
  .handler(async function submitProject({ context, input: { courseId, evidence } }) {
    const { services, tx } = context;
    const user = await context.userPromise;
    assertProfileComplete(user);
    const { id: userId, name } = user;
    const now = services.clock();
    const { enrollment, rubric } = await loadProject(tx, await lockMyEnrollment(tx, courseId, now));
    const [last] = await findMySubmissions(tx, enrollment.id);
    if (last?.state === 'passed') refuse('projects.passed_before', {});
    if (last && last.state !== 'failed') refuse('projects.under_way', {});
    if (!(await findFinishedCourse(tx, { userId, courseId, now }))) refuse('projects.course_first', {});
    assertNoRecoveryPhrase(evidence);
    const complete = pickParts(rubric, evidence);
    const parts = findMissingParts(rubric, complete);
    if (parts.length > 0) refuse('projects.parts_open', { parts: parts.join(' ') });
    const learner = getFullName(await findMyName(tx)) || name;
    return { submissionId: await insertSubmission(tx, enrollment.id, { evidence: complete, learner, now }) };
  });

/** Requests a second instructor for the newest submission, once. */
const appeal = authedSerial
  .errors(refusalCodes('projects.not_found', 'projects.no_appeal', 'learning.not_enrolled'))
  .input(Appeal)
  .handler(async function appeal({ context, input: { submissionId, reason } }) {
    const { services, tx } = context;
    await context.userPromise;
    const submission = await lockMySubmission(tx, submissionId);
    if (!submission) return refuse('projects.not_found', {});
    if (!submission.isTaken) refuse('learning.not_enrolled', {});
    if (!submission.isNewest || submission.state !== 'failed' || submission.marks.length > 1)
      return refuse('projects.no_appeal', {});
    await appealSubmission(tx, submissionId, { reason, now: services.clock() });
    return { done: true as const };
  });

export const projectsApi = { own, saveDraft: saveProjectDraft, submit: submitProject, appeal };

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
      id,
      number,
      evidence,
      state,
      handedInAt,
      appeal,
      marks,
      learner,
      givenBack,
      courseTitle: text.title,
      about: text.project.about,
      rubric: text.rubric,
      mayMark: getRound(record, person) !== null,
    };
  });

const refuseRefunded = () => refuse('projects.course_given_back', {});

/** Marks a submission; a pass also issues the certificate. Throws `projects.course_given_back` after any refund. */
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
    const certificate = { userId, name: learner, enrollmentId, versionId, score: total.points, now };
    if (total.passed)
      await mapConstraintViolation(
        issueCertificate(tx, certificate, byStaff(context)),
        'certificate_is_earned',
        refuseRefunded,
      );
    await services.jobs.enqueue(tx, 'projects.send_email', { id: submissionId } satisfies MarkEmailJob);
    publishTopic(tx, 'learning', userId);
    return total;
  });

export const projectsStaffApi = { submissions, count, submission, mark };
