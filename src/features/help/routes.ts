import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isSamePerson } from '../../kernel/permissions.ts';
import { isUuid } from '../../kernel/uuid.ts';
import { auditView, byStaff } from '../../platform/audit.ts';
import { type Db, type SessionUser, withUser } from '../../platform/database/database.ts';
import { getQueueKeys } from '../../platform/http/client-network.ts';
import { assertAllowed, type Services } from '../../platform/http/procedure.ts';
import { credentialsOf } from '../../platform/http/session.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { prosePdfApart } from '../receipts/prose-worker.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { buildLetter } from './letter.ts';
import { refuse } from './messages.ts';
import { helpPermissions } from './permissions.ts';
import { findComplaintText, findPeople } from './staff-store.ts';
import { findConversation } from './store.ts';

type Reader = { readonly person: SessionUser; readonly request: { readonly id: string }; readonly now: Date };

/** Audits views by staff. */
async function loadLetter(tx: Db, { person, request, now }: Reader, id: string) {
  const complaint = isUuid(id) ? await findConversation(tx, id) : null;
  if (!complaint?.complainedAt || complaint.decisions.length === 0) return refuse('help.no_letter', {});
  if (complaint.userId !== person.id) {
    assertAllowed(person, helpPermissions.answer);
    if (isSamePerson(person, complaint.userId)) refuse('approvals.own_matter', {});
    const about = { subjectType: 'help', subjectId: complaint.id, aboutId: complaint.userId };
    await auditView(tx, now, { ...byStaff({ person, request }), action: 'help.letter_viewed', ...about });
  }
  const { addressee } = await findPeople(tx, complaint);
  const text = (await findComplaintText(tx, complaint)) ?? '';
  const { company } = await loadCurrentSettings(tx);
  const letter = buildLetter({
    complaint: { ...complaint, complainedAt: complaint.complainedAt },
    customer: addressee,
    text,
    company,
  });
  return { letter, reference: complaint.reference };
}

/** Serves the letter of a decided complaint to its customer and to staff. */
export function mountHelpLetters(app: FastifyInstance, services: Services): void {
  app.get('/api/help/:file', async (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
    const { file } = request.params;
    const id = file.replace(/\.pdf$/, '');
    if (id === file) return refuse('help.no_letter', {});
    const found = await withUser(services.pool, credentialsOf(request, services.config), async (tx, person) => {
      checkRateLimit(services, 'receipt', person.id);
      return {
        ...(await loadLetter(tx, { person, request, now: services.clock() }, id)),
        queueKeys: getQueueKeys(request.ip, person.id),
      };
    });
    if (!found) return refuse('accounts.sign_in_required', {});
    const { letter, reference, queueKeys } = found.value;
    const bytes = await prosePdfApart(queueKeys, letter);
    return reply
      .headers({
        'cache-control': 'private, no-store',
        'content-disposition': `attachment; filename="complaint-${reference}.pdf"`,
      })
      .type('application/pdf')
      .send(bytes);
  });
}
