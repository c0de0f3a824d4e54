import { randomUUID } from 'node:crypto';
import { declaration, linkOf, personal } from '../submissions.ts';
import type { TestServer } from '../worker.ts';
import type { Actor, Scene } from './actors.ts';
import { faulted, mattersOn, noProofs } from './matrix-inputs.ts';
import { anySession, type Outcome, type Row } from './verdicts.ts';

/** What every act on identity checks and customers' records is tried on. */
export function identityLines(server: TestServer, scene: Scene) {
  const { customerFor, onSubmission } = mattersOn(server, scene);
  const line = (row: Row, input?: (actor: Actor) => Promise<unknown>) => ({ row, ...(input && { input }) });
  const staff = (own: Outcome, input: (actor: Actor) => Promise<unknown>) => ({ own, input });
  return {
    'identity/own': line(anySession),
    'identity/submitTier1': line(anySession, async () => ({
      id: randomUUID(),
      personal_details: personal,
      id_document: null,
      trn_document: null,
      selfie: null,
    })),
    'identity/submitTier2': line(anySession, async () => ({
      id: randomUUID(),
      employment: null,
      address_proof: null,
      income_proof: null,
    })),
    'identity/submitEnhanced': line(anySession, async () => ({ id: randomUUID(), declaration, ...noProofs })),
    'identity/enhancedPreview': staff('yes', async () => ({
      pep: false,
      highRiskJurisdiction: false,
      occupation: 'judge',
      monthlyIncome: '1000',
    })),
    'identity/queue': staff('yes', async () => ({})),
    'identity/submission': staff(403, onSubmission()),
    'identity/decideItems': staff(403, onSubmission({ items: [{ item: 'declaration', decision: 'accept' }] })),
    'identity/approve': staff(403, async (actor) => {
      // A match that another cell left open would hold the approval, and one that the same person cleared as well.
      await server.owner.query(`delete from name_hits where user_id = $1 and state <> 'confirmed'`, [
        customerFor(actor),
      ]);
      return onSubmission()(actor);
    }),
    'identity/reject': staff(403, onSubmission(faulted)),
    'identity/askMore': staff(403, onSubmission({ items: [{ item: 'declaration', reasonCode: 'more_detail' }] })),
    'identity/customers': staff('yes', async () => ({})),
    'identity/customer': staff(403, async (actor) => ({ userId: customerFor(actor) })),
    'identity/customerOrders': staff(403, async (actor) => ({ userId: customerFor(actor), before: randomUUID() })),
    'identity/links': staff(403, async (actor) => ({ userId: customerFor(actor) })),
    'identity/decideLink': staff(403, async (actor) => ({
      ...(await linkOf(server, customerFor(actor))),
      decision: 'apart',
      note: 'Seen both faces',
    })),
    'identity/addNote': staff(403, async (actor) => ({
      userId: customerFor(actor),
      note: 'Called about it',
    })),
  };
}
