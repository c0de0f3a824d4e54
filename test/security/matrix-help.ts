import { randomUUID } from 'node:crypto';
import { answerInput, decisionInput, insertHelp, insertHelpFile, openInput, recordInput } from '../help.ts';
import type { TestServer } from '../worker.ts';
import { type Actor, getDemoName, type Scene } from './actors.ts';
import { type SentCommands, sendAs } from './audited-commands.ts';
import { createInputs } from './matrix-inputs.ts';
import { anySession, missingForAll, type Outcome, ownerOnly, type Row } from './outcomes.ts';

type HelpOptions = Parameters<typeof insertHelp>[2];

const reviewText = { message: 'The price was worse than shown.' };
const period = { from: '2026-01-01', until: '2026-12-31' };

function createHelpInputs(server: TestServer, scene: Scene) {
  const { getCustomerId } = createInputs(server, scene);
  const insert = (actor: Actor, wish?: HelpOptions) => insertHelp(server, getCustomerId(actor), wish);
  const decidedBy = scene.ids.preparer;
  return {
    insert,
    one: async (actor: Actor) => ({ conversationId: await insert(actor) }),
    write: async (actor: Actor) => ({
      conversationId: await insert(actor),
      key: randomUUID(),
      message: 'Any news?',
      files: [],
    }),
    requestReview: async (actor: Actor) => ({
      conversationId: await insert(actor, { isComplaint: true, decidedBy }),
      key: randomUUID(),
      ...reviewText,
    }),
    answer: async (actor: Actor) => answerInput(await insert(actor)),
    assign: async (actor: Actor) => ({ conversationId: await insert(actor), toMe: true }),
    decide: async (actor: Actor) => decisionInput(await insert(actor, { isComplaint: true })),
    review: async (actor: Actor) =>
      decisionInput(await insert(actor, { isComplaint: true, decidedBy, inReview: true })),
  };
}

export function buildHelpRows(server: TestServer, scene: Scene) {
  const allow = (row: Row, input?: (actor: Actor) => Promise<unknown>) => ({ row, ...(input && { input }) });
  const staff = (own: Outcome, input?: (actor: Actor) => Promise<unknown>) => ({ own, ...(input && { input }) });
  const inputs = createHelpInputs(server, scene);
  return {
    'help/own': allow(anySession),
    'help/about': allow(missingForAll, async () => ({ about: `order:${randomUUID()}` })),
    'help/show': allow(ownerOnly(404), inputs.one),
    'help/open': allow(anySession, async () => openInput()),
    'help/write': allow(ownerOnly(404), inputs.write),
    'help/complain': allow(ownerOnly(404), inputs.one),
    'help/requestReview': allow(ownerOnly(404), inputs.requestReview),
    'helpDesk/list': staff('yes', async () => ({})),
    'helpDesk/count': staff('yes'),
    'helpDesk/show': staff(403, inputs.one),
    'helpDesk/record': staff('yes', async () => recordInput(`${getDemoName('owner')}@demo.test`)),
    'helpDesk/answer': staff(403, inputs.answer),
    'helpDesk/assign': staff(403, inputs.assign),
    'helpDesk/close': staff(403, inputs.one),
    'helpDesk/markComplaint': staff(403, inputs.one),
    'helpDesk/decide': staff(403, inputs.decide),
    'helpDesk/review': staff(403, inputs.review),
    'helpDesk/register': staff('yes', async () => period),
  };
}

export function buildHelpCommands(server: TestServer, scene: Scene): SentCommands {
  const by = sendAs(scene);
  const inputs = createHelpInputs(server, scene);
  return {
    'help/open': async () => by('owner', openInput()),
    'help/write': async () => by('owner', await inputs.write('owner')),
    'help/complain': async () => by('owner', await inputs.one('owner')),
    'help/requestReview': async () => by('owner', await inputs.requestReview('owner')),
    'helpDesk/show': async () => by('support', await inputs.one('support')),
    'helpDesk/record': async () => by('support', recordInput(`${getDemoName('owner')}@demo.test`)),
    'helpDesk/answer': async () => by('support', await inputs.answer('support')),
    'helpDesk/assign': async () => by('support', await inputs.assign('support')),
    'helpDesk/close': async () => by('support', await inputs.one('support')),
    'helpDesk/markComplaint': async () => by('support', await inputs.one('support')),
    'helpDesk/decide': async () => by('admin', await inputs.decide('admin')),
    'helpDesk/review': async () => by('admin', await inputs.review('admin')),
    'helpDesk/register': async () => by('admin', period),
  };
}

export const helpWithoutEntry = {
  'help/own': 'a query about oneself',
  'help/about': 'a query about oneself',
  'help/show': 'a query about oneself',
  'helpDesk/list': 'a query',
  'helpDesk/count': 'a query',
} as const;

/** Idempotent by key, a view, a download, or a state that can be set again. */
export const repeatableHelp = [
  ...['open', 'write', 'requestReview'].map((act) => `help/${act}`),
  ...['show', 'record', 'answer', 'assign', 'close', 'register'].map((act) => `helpDesk/${act}`),
];

export const helpOwners = {
  help_conversations: 'user_id',
  help_messages: 'user_id',
  help_files: 'user_id',
  complaint_decisions: 'user_id',
} as const;

const conversationId = randomUUID();
export const helpBodies = {
  'help/about': { about: `order:${conversationId}` },
  'help/show': { conversationId },
  'help/open': openInput(),
  'help/write': { conversationId, key: randomUUID(), message: 'Any news?', files: [] },
  'help/complain': { conversationId },
  'help/requestReview': { conversationId, key: randomUUID(), ...reviewText },
  'helpDesk/list': {},
  'helpDesk/show': { conversationId },
  'helpDesk/record': recordInput('other@customer.test'),
  'helpDesk/answer': answerInput(conversationId),
  'helpDesk/assign': { conversationId, toMe: true },
  'helpDesk/close': { conversationId },
  'helpDesk/markComplaint': { conversationId },
  'helpDesk/decide': decisionInput(conversationId),
  'helpDesk/review': decisionInput(conversationId),
  'helpDesk/register': period,
};

export async function insertHelpRows(server: Pick<TestServer, 'owner'>, userId: string): Promise<void> {
  const { owner } = server;
  const { rows } = await owner.query<{ id: string }>(`select id from profiles where email = 'admin@demo.test'`);
  const id = await insertHelp(server, userId, { isComplaint: true, decidedBy: rows[0]?.id ?? '' });
  await owner.query(
    `insert into help_files (message_id, file_id, user_id)
       select id, $2, user_id from help_messages where conversation_id = $1`,
    [id, await insertHelpFile(server, userId)],
  );
}
