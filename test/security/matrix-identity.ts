import { randomUUID } from 'node:crypto';
import { declaration, linkOf, personal } from '../submissions.ts';
import type { TestServer } from '../worker.ts';
import type { Actor, Scene } from './actors.ts';
import { faulted, mattersOn, noProofs } from './matrix-inputs.ts';
import { anySession, desk, type Row } from './verdicts.ts';

/** Who may do what with identity checks and customers' records. */
export function identityLines(server: TestServer, scene: Scene) {
  const { customerFor, onSubmission } = mattersOn(server, scene);
  const line = (row: Row, input?: (actor: Actor) => Promise<unknown>) => ({ row, ...(input && { input }) });
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
    'identity/enhancedPreview': line(desk([], 'yes'), async () => ({
      pep: false,
      highRiskJurisdiction: false,
      occupation: 'judge',
      monthlyIncome: '1000',
    })),
    'identity/queue': line(desk(['compliance', 'support'], 'yes'), async () => ({})),
    'identity/submission': line(desk(['compliance', 'support']), onSubmission()),
    'identity/decideItems': line(
      desk(['compliance']),
      onSubmission({ items: [{ item: 'declaration', decision: 'accept' }] }),
    ),
    'identity/approve': line(desk(['compliance']), async (actor) => {
      // A match that another cell left open would hold the approval, and one that the same person cleared as well.
      await server.owner.query(`delete from name_hits where user_id = $1 and state <> 'confirmed'`, [
        customerFor(actor),
      ]);
      return onSubmission()(actor);
    }),
    'identity/reject': line(desk(['compliance']), onSubmission(faulted)),
    'identity/askMore': line(
      desk(['compliance']),
      onSubmission({ items: [{ item: 'declaration', reasonCode: 'more_detail' }] }),
    ),
    'identity/customers': line(desk(['compliance', 'support'], 'yes'), async () => ({})),
    'identity/customer': line(desk(['compliance', 'support']), async (actor) => ({ userId: customerFor(actor) })),
    'identity/links': line(desk(['compliance']), async (actor) => ({ userId: customerFor(actor) })),
    'identity/decideLink': line(desk(['compliance']), async (actor) => ({
      ...(await linkOf(server, customerFor(actor))),
      decision: 'apart',
      note: 'Seen both faces',
    })),
    'identity/addNote': line(desk(['compliance', 'support']), async (actor) => ({
      userId: customerFor(actor),
      note: 'Called about it',
    })),
  };
}
