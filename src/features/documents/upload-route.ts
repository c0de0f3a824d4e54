import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { isUuid } from '../../kernel/ids.ts';
import { refuse } from '../../messages.ts';
import { spend } from '../../platform/budgets.ts';
import { asPerson } from '../../platform/database.ts';
import { scanFile } from '../../platform/files/clamd.ts';
import { maxFileBytes } from '../../platform/files/file-store.ts';
import { inspect, type NotFit, redrawnPath } from '../../platform/files/inspect.ts';
import { receive, sidePath } from '../../platform/files/side-file.ts';
import type { Services } from '../../platform/procedure.ts';
import { sessionToken } from '../../platform/session.ts';
import { personOf } from '../../platform/who.ts';
import { keepFile, refuseFull, refuseHandedIn } from './keep-file.ts';
import { extensions, isPurpose, type Purpose, ruleOf } from './purposes.ts';
import { shownName } from './shown-name.ts';

export type UploadRequest = FastifyRequest<{ Querystring: { purpose?: unknown; submission?: unknown } }>;

/** What somebody who may upload wants to upload. */
export type Wish = {
  readonly userId: string;
  readonly token: string;
  readonly purpose: Purpose;
  readonly submissionId: string | null;
  readonly requestId: string;
};

/**
 * One file, streamed beside the store while it is counted, judged by its bytes, made safe, checked for viruses where
 * there is a check, and kept. Answers `being_checked` when the check could not be asked: until it was, nobody reads it.
 */
export async function upload(services: Services, request: UploadRequest) {
  const wish = await admit(services, request);
  const { scanner, sideFolder } = services.files;
  const side = await sidePath(sideFolder);
  try {
    const received = await receive(request.body as Readable, side);
    if (received === 'too_large') refuse('documents.too_large', {});
    if (received === 'empty') refuse('documents.empty', {});
    const fit = await inspect(side, ruleOf(wish.purpose).kinds, [wish.userId]);
    if ('unfit' in fit) return refuseUnfit(wish.purpose, fit);
    const verdict = scanner ? await scanFile(scanner, side) : 'clean';
    if (verdict === 'infected') refuse('documents.infected', {});
    const name = shownName(request.headers['x-file-name'], extensions[fit.mime] ?? 'bin');
    const state = verdict === 'clean' ? 'clean' : 'being_checked';
    const id = await keepFile(services, wish, { fit, name, state });
    return { id, name, bytes: fit.bytes, mime: fit.mime, state };
  } finally {
    await Promise.all([rm(side, { force: true }), rm(redrawnPath(side), { force: true })]);
  }
}

/** Everything that can be said before a byte is read. */
async function admit(services: Services, request: UploadRequest): Promise<Wish> {
  const person = (await personOf(services, request)) ?? refuse('accounts.sign_in_required', {});
  const { purpose, submission } = request.query;
  if (!isPurpose(purpose) || !request.body) return refuse('general.invalid_input', {});
  const { identity, roles } = ruleOf(purpose);
  if (roles && !roles.some((role) => person.roles.includes(role))) return refuse('general.invalid_input', {});
  const submissionId = typeof submission === 'string' && isUuid(submission) ? submission.toLowerCase() : null;
  if (identity ? submissionId === null : submission !== undefined) refuse('general.invalid_input', {});
  if (Number(request.headers['content-length'] ?? 0) > maxFileBytes) refuse('documents.too_large', {});
  const spender = { id: person.id, now: services.clock() };
  for (const work of ['upload-hour', 'upload'] as const) await spend(services.db, work, spender);
  const token = sessionToken(request, services.config) ?? '';
  const wish = { userId: person.id, token, purpose, submissionId, requestId: request.id };
  await asPerson(services.pool, token, async (tx) => {
    await refuseFull(tx, person.id, services.clock());
    if (submissionId) await refuseHandedIn(tx, submissionId);
  });
  return wish;
}

const refusals = {
  too_large: 'documents.too_large',
  empty: 'documents.empty',
  mixed: 'documents.mixed',
  unreadable: 'documents.unreadable',
  too_many_pixels: 'documents.too_many_pixels',
  pdf_locked: 'documents.pdf_locked',
  pdf_active: 'documents.pdf_active',
} as const;

function refuseUnfit(purpose: Purpose, { unfit, mime }: NotFit): never {
  if (unfit !== 'unsupported') return refuse(refusals[unfit], {});
  const { otherKind } = ruleOf(purpose);
  return otherKind === 'documents.type_unsupported'
    ? refuse(otherKind, { type: mime ?? 'unknown' })
    : refuse(otherKind, {});
}
