import { randomUUID } from 'node:crypto';
import { testFormat, untyped, uploading } from '../bank-lines.ts';
import type { TestServer } from '../worker.ts';
import type { Actor, Scene } from './actors.ts';
import { type Acts, asWho } from './audit-acts.ts';
import { paymentLines, paymentsOn } from './matrix-payments.ts';

/** A `twin` is written in another way than the others, which may then be the same. */
type Kind = 'open' | 'aside' | 'twin';

/** A line of a bank, laid down by hand: its id. */
export async function layDownLine({ owner }: Pick<TestServer, 'owner'>, by: string | undefined, kind: Kind = 'open') {
  const { rows } = await owner.query<{ id: string }>(
    `insert into bank_lines (currency, moved_on, credit, amount, reference, details, payer, payer_account, payer_bank, cash,
        fingerprint, nth, upload_id, recorded_at, recorded_by, aside, written)
      values ('JMD', (now() at time zone 'America/Jamaica')::date, true, 6000, $1, 'Transfer', 'Tamara Grant', '404512345',
        'Demo Bank', false, $1, 1, gen_random_uuid(), now(), $2, $3, $4) returning id`,
    [`LINE-${randomUUID()}`, by, kind === 'aside' ? 'bank_matter' : null, kind === 'twin' ? '' : 'a'],
  );
  return rows[0]?.id ?? '';
}

/** On what each command of bank lines is tried, for whoever knocks. */
function inputsOf(server: TestServer, scene: Scene) {
  const { payment } = paymentsOn(server, scene);
  const line = (kind: Kind = 'open') => layDownLine(server, scene.ids.preparer, kind);
  const due = (actor: Actor) => payment({ payIn: 'claimed', of: actor === 'staffOwner' ? 'staffOwner' : 'owner' });
  const twin = async () => {
    await line();
    return line('twin');
  };
  const proposed = async (subject: string) => {
    const { rows } = await server.owner.query<{ id: string }>(
      `insert into proposals (kind, subject, payload, proposed_by)
        values ('two_lines', $1, '{"than": [], "note": "x"}', $2) returning id`,
      [subject, scene.ids.preparer],
    );
    return rows[0]?.id ?? '';
  };
  const naming = async (actor: Actor) => ({ lineId: await line(), kind: 'payment', id: await due(actor) });
  return {
    plain: async () => ({}),
    find: async () => ({ lineId: await line(), search: 'Grant' }),
    keepFormat: async () => ({ name: `Bank ${randomUUID()}`, format: testFormat }),
    upload: async () => uploading([{ reference: `UP-${randomUUID()}`, credit: '12.00' }]),
    confirm: async (actor: Actor) => ({ ...(await naming(actor)), ...untyped, note: 'Seen' }),
    split: async () => ({ lineId: await line(), parts: [], ...untyped }),
    askName: async (actor: Actor) => ({ ...(await naming(actor)), note: '' }),
    setAside: async () => ({ lineId: await line(), reason: 'bank_matter', note: '' }),
    bringBack: async () => ({ lineId: await line('aside') }),
    proposeTwo: async () => ({ lineId: await twin(), note: 'The bank shows both' }),
    decideTwo: async () => ({ proposalId: await proposed(await twin()), decision: 'approve' }),
  };
}

export const bankLineTables = ['bank_formats', 'bank_line_doubts', 'bank_lines'];
/** Where what is paid for and what came in stands. */
export const moneyTables = [
  ...bankLineTables,
  ...['transactions', 'payments', 'card_sessions', 'card_events', 'subscriptions'],
];

/** A line and a format, for whom the walls are tried. */
export async function layDownBankLines(server: Pick<TestServer, 'owner'>, by: string): Promise<void> {
  const [line, again] = [await layDownLine(server, by), await layDownLine(server, by, 'twin')];
  await server.owner.query('insert into bank_line_doubts values ($1, $2, now())', [line, again]);
  await server.owner.query(`insert into bank_formats values ('x', '{}', now(), $1)`, [by]);
}

/** The lines of the matrix about what comes in. `own`: whoever works there on what is due of themselves. */
export const moneyInLines = (server: TestServer, scene: Scene) => ({
  ...bankLineLines(server, scene),
  ...paymentLines(server, scene),
});

function bankLineLines(server: TestServer, scene: Scene) {
  const inputs = inputsOf(server, scene);
  const anybody = (input: (actor: Actor) => Promise<unknown>) => ({ own: 'yes' as const, input });
  return {
    'bankLines/list': anybody(inputs.plain),
    'bankLines/count': { own: 'yes' as const },
    'bankLines/find': anybody(inputs.find),
    'bankLines/formats': { own: 'yes' as const },
    'bankLines/keepFormat': anybody(inputs.keepFormat),
    'bankLines/upload': anybody(inputs.upload),
    'bankLines/confirm': { own: 403 as const, input: inputs.confirm },
    'bankLines/split': anybody(inputs.split),
    'bankLines/askName': { own: 403 as const, input: inputs.askName },
    'bankLines/setAside': anybody(inputs.setAside),
    'bankLines/bringBack': anybody(inputs.bringBack),
    'bankLines/proposeTwo': anybody(inputs.proposeTwo),
    'bankLines/decideTwo': anybody(inputs.decideTwo),
  };
}

/** The acts on bank lines that leave an entry each. */
export function bankLineActsOf(server: TestServer, scene: Scene): Acts {
  const inputs = inputsOf(server, scene);
  const by = asWho(scene);
  return {
    'bankLines/keepFormat': async () => by('finance', await inputs.keepFormat()),
    'bankLines/upload': async () => by('finance', await inputs.upload()),
    'bankLines/confirm': async () => by('finance', await inputs.confirm('finance')),
    'bankLines/split': async () => by('finance', await inputs.split()),
    'bankLines/askName': async () => by('finance', await inputs.askName('finance')),
    'bankLines/setAside': async () => by('finance', await inputs.setAside()),
    'bankLines/bringBack': async () => by('finance', await inputs.bringBack()),
    'bankLines/proposeTwo': async () => by('finance', await inputs.proposeTwo()),
    'bankLines/decideTwo': async () => by('finance', await inputs.decideTwo()),
  };
}

/** What is sent to each, as a form sends it. */
export const soundBankLines = (lineId: string) => ({
  'bankLines/list': {},
  'bankLines/find': { lineId, search: 'Grant' },
  'bankLines/keepFormat': { name: 'Demo Bank', format: testFormat },
  'bankLines/upload': uploading([{ credit: '12.00' }]),
  'bankLines/confirm': { lineId, kind: 'payment', id: lineId, ...untyped },
  'bankLines/split': { lineId, parts: [], ...untyped },
  'bankLines/askName': { lineId, kind: 'payment', id: lineId, note: '' },
  'bankLines/setAside': { lineId, reason: 'bank_matter', note: '' },
  'bankLines/bringBack': { lineId },
  'bankLines/proposeTwo': { lineId, note: 'x' },
  'bankLines/decideTwo': { proposalId: lineId, decision: 'reject', reason: 'Not now' },
});
