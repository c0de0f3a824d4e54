import { audit, byStaff } from '../../platform/audit.ts';
import { changes, spend } from '../../platform/budgets.ts';
import { connectionOf } from '../../platform/connection.ts';
import { isOwn } from '../../platform/database.ts';
import { keepPace } from '../../platform/pace.ts';
import { open, signedIn, signedInAlone, staffOnly } from '../../platform/procedure.ts';
import { finishedCourse, finishedCourses } from '../learning/finished.ts';
import { OneCourse } from '../learning/schema.ts';
import { fullName } from '../movements/names.ts';
import { certificateActs } from './acts.ts';
import type { Verified } from './certificate.ts';
import { readCode } from './code.ts';
import { issueCertificate } from './issue.ts';
import type { AboutEarned } from './jobs.ts';
import { mayRefuse, refuse } from './messages.ts';
import { OneCode, OneCustomer, Revoke, ShowName } from './schema.ts';
import {
  certificatesOf,
  heldCertificate,
  ownCertificates,
  ownName,
  saveShowsName,
  saveStanding,
  verified,
} from './store.ts';

/** The certificate of a course that ends without a project, for whoever finished it. */
const claim = signedInAlone
  .errors(mayRefuse('certificates.not_finished', 'certificates.project_first'))
  .input(OneCourse)
  .handler(async ({ context, input: { courseId } }) => {
    const { services, tx, request } = context;
    const { id: userId, name: displayName } = await context.arriving;
    const now = services.clock();
    const finished = await finishedCourse(tx, { userId, courseId, now });
    if (!finished?.certificateTitle) return refuse('certificates.not_finished', {});
    if (finished.hasProject) return refuse('certificates.project_first', {});
    const name = fullName(await ownName(tx)) || displayName;
    const { enrollmentId, versionId, quizAverage } = finished;
    const earned = { userId, name, enrollmentId, versionId, score: quizAverage, now };
    const by = { actorId: userId, actorRole: 'customer', requestId: request.id };
    const code = await issueCertificate(tx, earned, by);
    if (code) await services.jobs.enqueue(tx, 'certificates.letter', { code } satisfies AboutEarned);
    return { done: true as const };
  });

/** One's own certificates, and the finished courses whose certificate only has to be asked for. */
const own = signedIn.handler(async ({ context: { services, tx, person } }) => {
  const certificates = await ownCertificates(tx);
  const finished = await finishedCourses(tx, { userId: person.id, now: services.clock() });
  const ready = finished
    .filter(({ certificateTitle, hasProject }) => certificateTitle !== null && !hasProject)
    .filter(({ courseId }) => !certificates.some((one) => one.courseId === courseId))
    .map(({ courseId, title }) => ({ courseId, title }));
  return { certificates, ready };
});

/** Whether strangers who check a certificate are shown its name. Said again it changes nothing and leaves no line. */
const showName = signedIn
  .errors(mayRefuse('certificates.unknown'))
  .input(ShowName)
  .handler(async ({ context: { services, tx, person, request }, input: { id, shows } }) => {
    const changed = (await saveShowsName(tx, id, shows)) ?? refuse('certificates.unknown', {});
    if (!changed) return { done: true as const };
    await spend(tx, changes, { id: person.id, now: services.clock() });
    const what = { action: 'certificates.name_shown', subjectType: 'certificate', subjectId: id, after: { shows } };
    await audit(tx, { actorId: person.id, actorRole: 'customer', ...what, requestId: request.id });
    return { done: true as const };
  });

/** What anybody may know of a certificate whose code they have; null where there is none under it. */
const verify = open
  .input(OneCode)
  .handler(async ({ context: { services, request }, input }): Promise<{ certificate: Verified | null }> => {
    keepPace(services, 'verify', connectionOf(request.ip));
    const code = readCode(input.code);
    return { certificate: code === null ? null : await verified(services.db, code) };
  });

/** The certificates of a customer, for their page at the desk. */
const ofCustomer = staffOnly(certificateActs.look)
  .errors(mayRefuse('approvals.own_matter'))
  .input(OneCustomer)
  .handler(async ({ context: { tx, person }, input: { userId } }) => {
    if (isOwn(person, userId)) return refuse('approvals.own_matter', {});
    return { certificates: await certificatesOf(tx, userId) };
  });

/** Revokes a certificate, or has it count again; why is kept for good and is not shown to strangers. */
const setStanding = staffOnly(certificateActs.revoke)
  .errors(mayRefuse('approvals.own_matter', 'certificates.stands_so'))
  .input(Revoke)
  .handler(async ({ context, input: { id, counts, reason } }) => {
    const { services, tx, person } = context;
    const held = await heldCertificate(tx, id);
    if (!held) return refuse('certificates.stands_so', {});
    if (isOwn(person, held.userId)) return refuse('approvals.own_matter', {});
    if (held.counts === counts) return refuse('certificates.stands_so', {});
    await saveStanding(tx, id, counts ? null : { reason, now: services.clock() });
    const action = counts ? 'certificates.reinstated' : 'certificates.revoked';
    const what = { action, subjectType: 'certificate', subjectId: held.code, aboutId: held.userId };
    await audit(tx, { ...byStaff(context), ...what, after: { reason } });
    return { done: true as const };
  });

/** Certificates: earned by their owners, checked by anybody, revoked by staff. */
export const certificatesApi = { claim, own, showName, verify, ofCustomer, setStanding };
