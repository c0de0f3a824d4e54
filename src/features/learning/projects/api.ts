import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { Db } from '../../../platform/database/database.ts';
import { authed, authedSerial } from '../../../platform/http/procedure.ts';
import { checkRateLimit } from '../../../platform/limits/memory-rate-limit.ts';
import { getFullName } from '../../ledger/names.ts';
import { findMyName } from '../certificates/store.ts';
import type { Rubric } from '../course-schema.ts';
import { loadCourse } from '../course-store.ts';
import { type Enrollment, findMyEnrollment, lockMyEnrollment } from '../enrollment-store.ts';
import { findFinishedCourse } from '../finished-courses.ts';
import { CourseInput } from '../schema.ts';
import { refusalCodes, refuse } from './messages.ts';
import { Appeal, type Evidence, ProjectInput } from './schema.ts';
import type { ProjectView } from './store.ts';
import {
  appealSubmission,
  findDraft,
  findMySubmissions,
  insertSubmission,
  lockMySubmission,
  saveDraft,
} from './store.ts';

const phraseWords = new Set(wordlist);
/** Number of words in the shortest recovery phrase. */
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

const keepDraft = authed
  .errors(projectRefusalCodes)
  .errors(refusalCodes('projects.secret_words'))
  .input(ProjectInput)
  .handler(async function keepDraft({ context: { services, tx, person }, input: { courseId, evidence } }) {
    checkRateLimit(services, 'draft', person.id);
    const now = services.clock();
    const { enrollment, rubric } = await loadProject(tx, await lockMyEnrollment(tx, courseId, now));
    assertNoRecoveryPhrase(evidence);
    await saveDraft(tx, enrollment.id, { evidence: pickParts(rubric, evidence), now });
    return { done: true as const };
  });

/** Submits a project. Only one submission may be open; a failed one can be repeated. */
const handIn = authedSerial
  .errors(projectRefusalCodes)
  .errors(refusalCodes('projects.course_first', 'projects.parts_open', 'projects.secret_words'))
  .errors(refusalCodes('projects.under_way', 'projects.passed_before'))
  .input(ProjectInput)
  .handler(async function handIn({ context, input: { courseId, evidence } }) {
    const { services, tx } = context;
    const { id: userId, name } = await context.userPromise;
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

export const projectsApi = { own, keepDraft, handIn, appeal };
