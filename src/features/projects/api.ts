import type { Db } from '../../platform/database.ts';
import { keepPace } from '../../platform/pace.ts';
import { signedIn, signedInAlone } from '../../platform/procedure.ts';
import { ownName } from '../certificates/store.ts';
import type { Rubric } from '../learning/course-schema.ts';
import { openCourse } from '../learning/course-store.ts';
import { type Enrollment, heldEnrollment, ownEnrollment } from '../learning/enrollment-store.ts';
import { finishedCourse } from '../learning/finished.ts';
import { OneCourse } from '../learning/schema.ts';
import { fullName } from '../movements/names.ts';
import { holdsSecretWords, ofParts, openParts } from './evidence.ts';
import { mayRefuse, refuse } from './messages.ts';
import { Appeal, type Evidence, WithEvidence } from './schema.ts';
import type { ProjectView } from './shapes.ts';
import { appealTo, draftIn, heldOwn, insertSubmission, saveDraft, submissionsIn } from './store.ts';

const projectMayRefuse = mayRefuse('learning.not_enrolled', 'projects.none');

type Project = { readonly courseTitle: string; readonly about: string; readonly rubric: Rubric };

/** The project of a course in the version that somebody takes. A plan that ended takes nothing away from it. */
async function projectOf(tx: Db, enrollment: Enrollment | null): Promise<Project & { enrollment: Enrollment }> {
  if (!enrollment || enrollment.status === 'pending_payment') return refuse('learning.not_enrolled', {});
  const { text } = await openCourse(tx, enrollment);
  if (!text.rubric || !text.project) return refuse('projects.none', {});
  return { enrollment, courseTitle: text.title, about: text.project.about, rubric: text.rubric };
}

const refuseSecrets = (evidence: Evidence): void => {
  if (Object.values(evidence).some(({ text }) => holdsSecretWords(text))) refuse('projects.secret_words', {});
};

/** The final project of a course that whoever asks takes, what they wrote, and what was said of it. */
const own = signedIn
  .errors(projectMayRefuse)
  .input(OneCourse)
  .handler(async ({ context: { services, tx, person }, input: { courseId } }): Promise<ProjectView> => {
    const now = services.clock();
    const { enrollment, ...project } = await projectOf(tx, await ownEnrollment(tx, courseId, now));
    const finished = await finishedCourse(tx, { userId: person.id, courseId, now });
    const [draft, submissions] = [await draftIn(tx, enrollment.id), await submissionsIn(tx, enrollment.id)];
    return { ...project, open: finished !== null, draft, submissions };
  });

/** Keeps what was written so far, on whichever device it goes on. */
const keepDraft = signedIn
  .errors(projectMayRefuse)
  .errors(mayRefuse('projects.secret_words'))
  .input(WithEvidence)
  .handler(async ({ context: { services, tx, person }, input: { courseId, evidence } }) => {
    keepPace(services, 'draft', person.id);
    const now = services.clock();
    const { enrollment, rubric } = await projectOf(tx, await heldEnrollment(tx, courseId, now));
    refuseSecrets(evidence);
    await saveDraft(tx, enrollment.id, { evidence: ofParts(rubric, evidence), now });
    return { done: true as const };
  });

/** Hands it in: one at a time, and again after each that was not enough. */
const handIn = signedInAlone
  .errors(projectMayRefuse)
  .errors(mayRefuse('projects.course_first', 'projects.parts_open', 'projects.secret_words'))
  .errors(mayRefuse('projects.under_way', 'projects.passed_before'))
  .input(WithEvidence)
  .handler(async ({ context, input: { courseId, evidence } }) => {
    const { services, tx } = context;
    const { id: userId, name } = await context.arriving;
    const now = services.clock();
    const { enrollment, rubric } = await projectOf(tx, await heldEnrollment(tx, courseId, now));
    const [last] = await submissionsIn(tx, enrollment.id);
    if (last?.state === 'passed') refuse('projects.passed_before', {});
    if (last && last.state !== 'failed') refuse('projects.under_way', {});
    if (!(await finishedCourse(tx, { userId, courseId, now }))) refuse('projects.course_first', {});
    refuseSecrets(evidence);
    const given = ofParts(rubric, evidence);
    const parts = openParts(rubric, given);
    if (parts.length > 0) refuse('projects.parts_open', { parts: parts.join(' ') });
    const learner = fullName(await ownName(tx)) || name;
    return { submissionId: await insertSubmission(tx, enrollment.id, { evidence: given, learner, now }) };
  });

/** Asks for a second instructor, once, about the project that was marked last. */
const appeal = signedInAlone
  .errors(mayRefuse('projects.not_found', 'projects.no_appeal', 'learning.not_enrolled'))
  .input(Appeal)
  .handler(async ({ context, input: { submissionId, reason } }) => {
    const { services, tx } = context;
    await context.arriving;
    const found = await heldOwn(tx, submissionId);
    if (!found) return refuse('projects.not_found', {});
    if (!found.isTaken) refuse('learning.not_enrolled', {});
    if (!found.isNewest || found.state !== 'failed' || found.marks.length > 1) return refuse('projects.no_appeal', {});
    await appealTo(tx, submissionId, { reason, now: services.clock() });
    return { done: true as const };
  });

/** The final project of a course, for its learner. */
export const projectsApi = { own, keepDraft, handIn, appeal };
