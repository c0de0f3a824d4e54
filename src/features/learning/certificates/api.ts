import { z } from 'zod';
import { isSamePerson } from '../../../kernel/permissions.ts';
import { typedText } from '../../../kernel/typed-text.ts';
import { UuidSchema } from '../../../kernel/uuid.ts';
import { audit, byStaff } from '../../../platform/audit.ts';
import { getConnectionKey } from '../../../platform/http/client-network.ts';
import { authed, authedSerial, publicProcedure, staff } from '../../../platform/http/procedure.ts';
import { assertProfileComplete } from '../../../platform/http/session-user.ts';
import { checkRateLimit } from '../../../platform/limits/memory-rate-limit.ts';
import { changeQuota, consumeQuota } from '../../../platform/limits/quotas.ts';
import { getFullName } from '../../ledger/names.ts';
import { refusalCodes, refuse } from '../messages.ts';
import { findFinishedCourse, findFinishedCourses } from '../my-courses.ts';
import { certificatePermissions } from '../permissions.ts';
import { CourseInput } from '../schema.ts';
import type { VerifiedCertificate } from './certificate.ts';
import { issueCertificate, parseCode } from './issue.ts';
import type { CertificateEmailJob } from './jobs.ts';
import {
  findCustomerCertificates,
  findMyCertificates,
  findMyName,
  findVerified,
  lockCertificate,
  updateRevocation,
  updateShowsName,
} from './store.ts';

const CustomerInput = z.strictObject({ userId: UuidSchema });
const ShowName = z.strictObject({ id: UuidSchema, shows: z.boolean() });
const CodeInput = z.strictObject({ code: typedText().max(80) });
const SetStanding = z.strictObject({ id: UuidSchema, counts: z.boolean(), reason: z.string().trim().min(10).max(500) });

/** Issues the certificate of a finished course that has no project. */
const claim = authedSerial
  .errors(refusalCodes('certificates.not_finished', 'certificates.project_first'))
  .input(CourseInput)
  .handler(async function claim({ context, input: { courseId } }) {
    const { services, tx, request } = context;
    const user = await context.userPromise;
    assertProfileComplete(user);
    const { id: userId, name: displayName } = user;
    const now = services.clock();
    const finished = await findFinishedCourse(tx, { userId, courseId, now });
    if (!finished?.certificateTitle) return refuse('certificates.not_finished', {});
    if (finished.hasProject) return refuse('certificates.project_first', {});
    const name = getFullName(await findMyName(tx)) || displayName;
    const { enrollmentId, versionId, quizAverage } = finished;
    const course = { userId, name, enrollmentId, versionId, score: quizAverage, now };
    const actor = { actorId: userId, actorRole: 'customer', requestId: request.id };
    const code = await issueCertificate(tx, course, actor);
    if (code) await services.jobs.enqueue(tx, 'certificates.send_email', { code } satisfies CertificateEmailJob);
    return { done: true as const };
  });

const own = authed.handler(async function own({ context: { services, tx, person } }) {
  const certificates = await findMyCertificates(tx);
  const finished = await findFinishedCourses(tx, { userId: person.id, now: services.clock() });
  const ready = finished
    .filter(({ certificateTitle, hasProject }) => certificateTitle !== null && !hasProject)
    .filter(({ courseId }) => !certificates.some((certificate) => certificate.courseId === courseId))
    .map(({ courseId, title }) => ({ courseId, title }));
  return { certificates, ready };
});

/** Audits only a changed choice. */
const showName = authed
  .errors(refusalCodes('certificates.unknown'))
  .input(ShowName)
  .handler(async function showName({ context: { services, tx, person, request }, input: { id, shows } }) {
    const changed = (await updateShowsName(tx, id, shows)) ?? refuse('certificates.unknown', {});
    if (!changed) return { done: true as const };
    await consumeQuota(tx, changeQuota, { id: person.id, now: services.clock() });
    const entry = { action: 'certificates.name_shown', subjectType: 'certificate', subjectId: id, after: { shows } };
    await audit(tx, { actorId: person.id, actorRole: 'customer', ...entry, requestId: request.id });
    return { done: true as const };
  });

/** Returns the public data of a certificate; null for an unknown code. */
const verify = publicProcedure.input(CodeInput).handler(async function verify({
  context: { services, request },
  input,
}): Promise<{ certificate: VerifiedCertificate | null }> {
  checkRateLimit(services, 'verify', getConnectionKey(request.ip));
  const code = parseCode(input.code);
  return { certificate: code === null ? null : await findVerified(services.db, code) };
});

const ofCustomer = staff(certificatePermissions.view)
  .errors(refusalCodes('approvals.own_matter'))
  .input(CustomerInput)
  .handler(async function ofCustomer({ context: { tx, person }, input: { userId } }) {
    if (isSamePerson(person, userId)) return refuse('approvals.own_matter', {});
    return { certificates: await findCustomerCertificates(tx, userId) };
  });

/** Revokes or reinstates a certificate. The reason is permanent and never public. */
const setStanding = staff(certificatePermissions.revoke)
  .errors(refusalCodes('approvals.own_matter', 'certificates.stands_so'))
  .input(SetStanding)
  .handler(async function setStanding({ context, input: { id, counts, reason } }) {
    const { services, tx, person } = context;
    const certificate = await lockCertificate(tx, id);
    if (!certificate) return refuse('certificates.stands_so', {});
    if (isSamePerson(person, certificate.userId)) return refuse('approvals.own_matter', {});
    if (certificate.counts === counts) return refuse('certificates.stands_so', {});
    await updateRevocation(tx, id, counts ? null : { reason, now: services.clock() });
    const action = counts ? 'certificates.reinstated' : 'certificates.revoked';
    const entry = { action, subjectType: 'certificate', subjectId: certificate.code, aboutId: certificate.userId };
    await audit(tx, { ...byStaff(context), ...entry, after: { reason } });
    return { done: true as const };
  });

export const certificatesApi = { claim, own, showName, verify, ofCustomer, setStanding };
