import { randomUUID } from 'node:crypto';
import { declaration, insertAccountLink, personal } from '../submissions.ts';
import type { TestServer } from '../worker.ts';
import type { Actor, Scene } from './actors.ts';
import { createInputs, noProofs, rejectedItem } from './matrix-inputs.ts';
import { anySession, type Outcome, type Row } from './outcomes.ts';

export const identityBodies = {
  'accounts/saveProfile': { occupation: 'Teacher', isPep: false },
  'identity/draft': { tier: 1 },
  'identity/saveDraft': { tier: 1, id: randomUUID(), values: '{}' },
} as const;

export function buildIdentityRows(server: TestServer, scene: Scene) {
  const { getCustomerId, buildSubmissionInput } = createInputs(server, scene);
  const allow = (row: Row, input?: (actor: Actor) => Promise<unknown>) => ({ row, ...(input && { input }) });
  const staff = (own: Outcome, input: (actor: Actor) => Promise<unknown>) => ({ own, input });
  return {
    'identity/own': allow(anySession),
    ...Object.fromEntries(
      Object.entries(identityBodies).map(([path, body]) => [path, allow(anySession, async () => body)]),
    ),
    'identity/submitTier1': allow(anySession, async () => ({
      id: randomUUID(),
      personal_details: personal,
      id_document: null,
      trn_document: null,
      selfie: null,
    })),
    'identity/submitTier2': allow(anySession, async () => ({
      id: randomUUID(),
      employment: null,
      address_proof: null,
      income_proof: null,
    })),
    'identity/submitEnhanced': allow(anySession, async () => ({ id: randomUUID(), declaration, ...noProofs })),
    'identity/enhancedPreview': staff('yes', async () => ({
      pep: false,
      highRiskJurisdiction: false,
      occupation: 'judge',
      monthlyIncome: '1000',
    })),
    'identity/queue': staff('yes', async () => ({})),
    'identity/submission': staff(403, buildSubmissionInput()),
    'identity/decideItems': staff(403, buildSubmissionInput({ items: [{ item: 'declaration', decision: 'accept' }] })),
    'identity/approve': staff(403, async (actor) => {
      // Open matches would block the approval, and so would matches cleared by the same person.
      await server.owner.query(`delete from name_hits where user_id = $1 and state <> 'confirmed'`, [
        getCustomerId(actor),
      ]);
      return buildSubmissionInput()(actor);
    }),
    'identity/reject': staff(403, buildSubmissionInput(rejectedItem)),
    'identity/requestMoreInfo': staff(
      403,
      buildSubmissionInput({ items: [{ item: 'declaration', reasonCode: 'more_detail' }] }),
    ),
    'identity/customers': staff('yes', async () => ({})),
    'identity/customer': staff(403, async (actor) => ({ userId: getCustomerId(actor) })),
    'identity/customerOrders': staff(403, async (actor) => ({
      userId: getCustomerId(actor),
      before: randomUUID(),
    })),
    'identity/links': staff(403, async (actor) => ({ userId: getCustomerId(actor) })),
    'identity/decideLink': staff(403, async (actor) => ({
      ...(await insertAccountLink(server, getCustomerId(actor))),
      decision: 'apart',
      note: 'Seen both faces',
    })),
    'identity/addNote': staff(403, async (actor) => ({
      userId: getCustomerId(actor),
      note: 'Called about it',
    })),
  };
}
