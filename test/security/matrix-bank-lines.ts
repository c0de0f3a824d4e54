import { randomUUID } from 'node:crypto';
import { buildUpload, emptyPayer, testFormat } from '../bank-lines.ts';
import type { TestServer } from '../worker.ts';
import type { Actor, Scene } from './actors.ts';
import { type SentCommands, sendAs } from './audited-commands.ts';
import { buildPaymentRows, createPaymentInputs } from './matrix-payments.ts';

/** State of a bank line. A `twin` equals another line except for its reference, so it may be a duplicate. */
type Kind = 'open' | 'dismissed' | 'twin';

export async function insertBankLine(
  { owner }: Pick<TestServer, 'owner'>,
  by: string | undefined,
  kind: Kind = 'open',
) {
  const { rows } = await owner.query<{ id: string }>(
    `insert into bank_lines (currency, moved_on, credit, amount, reference, details, payer, payer_account, payer_bank, cash,
        fingerprint, ordinal, upload_id, recorded_at, recorded_by, dismissal_reason, statement_format)
      values ('JMD', (now() at time zone 'America/Jamaica')::date, true, 6000, $1, 'Transfer', 'Tamara Grant', '404512345',
        'Demo Bank', false, $1, 1, gen_random_uuid(), now(), $2, $3, $4) returning id`,
    [`LINE-${randomUUID()}`, by, kind === 'dismissed' ? 'bank_matter' : null, kind === 'twin' ? '' : 'a'],
  );
  return rows[0]?.id ?? '';
}

function createBankLineInputs(server: TestServer, scene: Scene) {
  const { insertPayment } = createPaymentInputs(server, scene);
  const insertLine = (kind: Kind = 'open') => insertBankLine(server, scene.ids.preparer, kind);
  const insertDue = (actor: Actor) =>
    insertPayment({ payIn: 'claimed', of: actor === 'staffOwner' ? 'staffOwner' : 'owner' });
  const insertDuplicate = async () => {
    await insertLine();
    return insertLine('twin');
  };
  const proposeDistinctLines = async (subject: string) => {
    const { rows } = await server.owner.query<{ id: string }>(
      `insert into proposals (kind, subject, payload, proposed_by)
        values ('two_lines', $1, '{"than": [], "note": "x"}', $2) returning id`,
      [subject, scene.ids.preparer],
    );
    return rows[0]?.id ?? '';
  };
  const buildMatchInput = async (actor: Actor) => ({
    lineId: await insertLine(),
    kind: 'payment',
    id: await insertDue(actor),
  });
  return {
    plain: async () => ({}),
    find: async () => ({ lineId: await insertLine(), search: 'Grant' }),
    saveFormat: async () => ({ name: `Bank ${randomUUID()}`, format: testFormat }),
    upload: async () => buildUpload([{ reference: `UP-${randomUUID()}`, credit: '12.00' }]),
    confirm: async (actor: Actor) => ({ ...(await buildMatchInput(actor)), ...emptyPayer, note: 'Seen' }),
    split: async () => ({ lineId: await insertLine(), parts: [], ...emptyPayer }),
    askName: async (actor: Actor) => ({ ...(await buildMatchInput(actor)), note: '' }),
    dismiss: async () => ({ lineId: await insertLine(), reason: 'bank_matter', note: '' }),
    restore: async () => ({ lineId: await insertLine('dismissed') }),
    proposeDistinct: async () => ({ lineId: await insertDuplicate(), note: 'The bank shows both' }),
    decideDistinct: async () => ({
      proposalId: await proposeDistinctLines(await insertDuplicate()),
      decision: 'approve',
    }),
    startBatch: async () => ({ act: 'set_aside', items: [{ lineId: await insertLine() }] }),
  };
}

export const bankLineTables = [
  ...['bank_formats', 'bank_line_batches', 'bank_line_batch_items', 'bank_line_possible_duplicates', 'bank_lines'],
];
export const moneyTables = [
  ...bankLineTables,
  ...['transactions', 'payments', 'card_sessions', 'card_events', 'subscriptions'],
];

export async function insertBankLineRows(server: Pick<TestServer, 'owner'>, by: string): Promise<void> {
  const [insertLine, duplicate] = [await insertBankLine(server, by), await insertBankLine(server, by, 'twin')];
  await server.owner.query('insert into bank_line_possible_duplicates values ($1, $2, now())', [insertLine, duplicate]);
  const { rows } = await server.owner.query(
    `insert into bank_line_batches (person_id, act, created_at) values ($1, 'set_aside', now()) returning id`,
    [by],
  );
  await server.owner.query('insert into bank_line_batch_items (batch_id, place, line_id) values ($1, 0, $2)', [
    rows[0]?.id,
    insertLine,
  ]);
  await server.owner.query(`insert into bank_formats values ('x', '{}', now(), $1)`, [by]);
}

/** Rows of the bank line commands. With `own: 'yes'`, staff may match lines of their own payments. */
export const buildIncomingRows = (server: TestServer, scene: Scene) => ({
  ...buildBankLineRows(server, scene),
  ...buildPaymentRows(server, scene),
});

function buildBankLineRows(server: TestServer, scene: Scene) {
  const inputs = createBankLineInputs(server, scene);
  const staff = (input: (actor: Actor) => Promise<unknown>) => ({ own: 'yes' as const, input });
  return {
    'bankLines/list': staff(inputs.plain),
    'bankLines/count': { own: 'yes' as const },
    'bankLines/find': staff(inputs.find),
    'bankLines/formats': { own: 'yes' as const },
    'bankLines/saveFormat': staff(inputs.saveFormat),
    'bankLines/upload': staff(inputs.upload),
    'bankLines/confirm': { own: 403 as const, input: inputs.confirm },
    'bankLines/split': staff(inputs.split),
    'bankLines/askName': { own: 403 as const, input: inputs.askName },
    'bankLines/dismissLine': staff(inputs.dismiss),
    'bankLines/restoreLine': staff(inputs.restore),
    'bankLines/proposeDistinct': staff(inputs.proposeDistinct),
    'bankLines/decideDistinct': staff(inputs.decideDistinct),
    'bankLines/startBatch': staff(inputs.startBatch),
    'bankLines/batch': { own: 'yes' as const },
  };
}

export function buildBankLineCommands(server: TestServer, scene: Scene): SentCommands {
  const inputs = createBankLineInputs(server, scene);
  const by = sendAs(scene);
  return {
    'bankLines/saveFormat': async () => by('finance', await inputs.saveFormat()),
    'bankLines/upload': async () => by('finance', await inputs.upload()),
    'bankLines/confirm': async () => by('finance', await inputs.confirm('finance')),
    'bankLines/split': async () => by('finance', await inputs.split()),
    'bankLines/askName': async () => by('finance', await inputs.askName('finance')),
    'bankLines/dismissLine': async () => by('finance', await inputs.dismiss()),
    'bankLines/restoreLine': async () => by('finance', await inputs.restore()),
    'bankLines/proposeDistinct': async () => by('finance', await inputs.proposeDistinct()),
    'bankLines/decideDistinct': async () => by('finance', await inputs.decideDistinct()),
    'bankLines/startBatch': async () => by('finance', await inputs.startBatch()),
  };
}

export const buildBankLineBodies = (lineId: string) => ({
  'bankLines/list': {},
  'bankLines/find': { lineId, search: 'Grant' },
  'bankLines/saveFormat': { name: 'Demo Bank', format: testFormat },
  'bankLines/upload': buildUpload([{ credit: '12.00' }]),
  'bankLines/confirm': { lineId, kind: 'payment', id: lineId, ...emptyPayer },
  'bankLines/split': { lineId, parts: [], ...emptyPayer },
  'bankLines/askName': { lineId, kind: 'payment', id: lineId, note: '' },
  'bankLines/dismissLine': { lineId, reason: 'bank_matter', note: '' },
  'bankLines/restoreLine': { lineId },
  'bankLines/proposeDistinct': { lineId, note: 'x' },
  'bankLines/decideDistinct': { proposalId: lineId, decision: 'reject', reason: 'Not now' },
  'bankLines/startBatch': { act: 'set_aside', items: [{ lineId }] },
});
