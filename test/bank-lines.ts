import { randomUUID } from 'node:crypto';
import { jamaicaDay } from '../src/kernel/calendar.ts';
import { orderReference } from '../src/kernel/ids.ts';
import type { TestServer } from './worker.ts';

/** How the bank of the tests writes its statements. */
export const testFormat = {
  ...{ separator: ',', decimal: '.', day: 'dmy' },
  columns: {
    ...{ day: 'Date', amount: '', credit: 'Credit', debit: 'Debit', reference: 'Reference', details: 'Description' },
    ...{ payer: 'Payer', account: 'Payer account', bank: 'Payer bank' },
  },
};
const headings = ['Date', 'Description', 'Reference', 'Debit', 'Credit', 'Payer', 'Payer account', 'Payer bank'];

export type Written = {
  readonly day?: string;
  readonly details?: string;
  readonly reference?: string;
  readonly credit?: string;
  readonly debit?: string;
  readonly payer?: string;
  readonly account?: string;
  readonly bank?: string;
};

/** How it writes them in another export: other columns, one amount with a sign, the number among the words. */
export const otherFormat = {
  ...{ separator: ';', decimal: ',', day: 'ymd' },
  columns: {
    ...{ day: 'Booked', amount: 'Sum', credit: '', debit: '', reference: '', details: 'Narrative', payer: 'Name' },
    ...{ account: 'Account', bank: 'Bank' },
  },
};

/** The same statement in that other export. */
export const uploadingOther = (lines: readonly Written[]) => ({
  currency: 'JMD',
  text: [
    'Booked;Narrative;Sum;Name;Account;Bank',
    ...lines.map(({ day = jamaicaDay(new Date()), details = '', reference = '', credit = '', payer = 'Ina Brown' }) =>
      [day, `${reference} / ${details}`, credit.replace('.', ','), payer, '404512345', 'Demo Bank'].join(';'),
    ),
  ].join('\n'),
  format: otherFormat,
});

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const written = (day: string) => day.split('-').reverse().join('/');

/** A statement as the bank exports it. */
export function statement(lines: readonly Written[]): string {
  const rows = lines.map((line) => [
    written(line.day ?? jamaicaDay(new Date())),
    ...[line.details ?? '', line.reference ?? '', line.debit ?? '', line.credit ?? ''],
    ...[line.payer ?? 'Ina Brown', line.account ?? '404512345', line.bank ?? 'Demo Bank of Jamaica'],
  ]);
  return `\uFEFFDemo Bank of Jamaica\n${[headings, ...rows.map((row) => row.map(quoted))].map((row) => row.join(',')).join('\r\n')}\n`;
}

export const uploading = (lines: readonly Written[]) => ({
  currency: 'JMD',
  text: statement(lines),
  format: testFormat,
});

export const untyped = { payerBank: '', payerAccount: '', payerHolder: '', note: '' };

type Asked = { readonly owner: { query(text: string, values: unknown[]): Promise<unknown> } };
type Wish = { readonly amount?: string; readonly ended?: boolean };

/**
 * How many references a database was given here. They are the same in each run: of hundreds for one amount two may
 * differ by a single sign, and then nobody is sure of either.
 */
const given = new WeakMap<object, number>();
function nextReference(owner: object): string {
  const number = given.get(owner) ?? 2 ** 31;
  given.set(owner, number + 1);
  return orderReference(number, '6d1c6f0e-3f0b-4b1e-9a57-2f7c5d8e4b10');
}

/** Payments that wait for their money, laid down by hand: many at once. */
export async function awaitedPayments({ owner }: Asked, userId: string, wishes: readonly Wish[]) {
  const rows = wishes.map(({ amount = '6000', ended = false }) => ({
    ...{ id: randomUUID(), reference: nextReference(owner) },
    ...{ amount, ended },
  }));
  await owner.query(
    `insert into payments (id, user_id, reference, payable, payable_id, title, amount_jmd, method, pay_in, ended,
        idempotency_key, request_hash, created_at, updated_at, lapses_at, closed_at, claimed_at, waiting_since)
     select id, $1, reference, 'plan', gen_random_uuid(), 'Personal plan, one month', amount, 'bank_transfer', 'claimed',
        case when ended then 'lapsed' end, gen_random_uuid(), 'x', now(), now(), now() + interval '3 days',
        case when ended then now() end, now(), now()
       from jsonb_to_recordset($2) r(id uuid, reference text, amount numeric, ended boolean)`,
    [userId, JSON.stringify(rows)],
  );
  return rows;
}

export type ShownLine = {
  id: string;
  reference: string;
  details: string;
  certain: boolean;
  sameAs: { day: string; reference: string; used: boolean; byHand: string | null } | null;
  two: { proposalId: string; mine: boolean } | null;
  lacksPayer: boolean;
  muchCash: boolean;
  askedAt: string | null;
  matches: { kind: string; id: string; reference: string; score: number; reasons: string[] }[];
};
type Page = { lines: ShownLine[]; next: object | null; open: number };

type AtDesk = {
  readonly done: (path: string, input: object) => Promise<object>;
  readonly finance: string | undefined;
};

/** What finance sees and does there. */
export function bankDesk(server: TestServer, { done, finance }: AtDesk) {
  async function queue(): Promise<ShownLine[]> {
    const lines: ShownLine[] = [];
    let asked: object | null = null;
    do {
      const { body }: { body: Page } = await server.call<Page>('bankLines/list', { after: asked }, finance);
      lines.push(...body.lines);
      asked = body.next;
    } while (asked);
    return lines;
  }
  const lineNamed = async (details: string) => {
    const line = (await queue()).find((one) => one.details.includes(details));
    if (!line) throw new Error(`no line ${details}`);
    return line;
  };
  const confirming = (line: ShownLine, more: object = {}) => {
    const [best] = line.matches;
    return { lineId: line.id, kind: best?.kind, id: best?.id, ...untyped, ...more };
  };
  const payIn = async (id: string) =>
    (await server.owner.query<{ pay_in: string }>('select pay_in from payments where id = $1', [id])).rows[0]?.pay_in;
  const upload = async (lines: readonly Written[]) =>
    (await done('bankLines/upload', uploading(lines))) as { read?: number; added?: number };

  return { confirming, lineNamed, payIn, queue, upload };
}
