import { randomUUID } from 'node:crypto';
import { jamaicaDay } from '../src/kernel/calendar.ts';
import { formatReference } from '../src/kernel/order-reference.ts';
import type { TestServer } from './worker.ts';

export const testFormat = {
  ...{ separator: ',', decimal: '.', day: 'dmy' },
  columns: {
    ...{ day: 'Date', amount: '', credit: 'Credit', debit: 'Debit', reference: 'Reference', details: 'Description' },
    ...{ payer: 'Payer', account: 'Payer account', bank: 'Payer bank' },
    ...{ direction: '', currency: '', status: '', balance: '' },
  },
};
export const testAccount = { currency: 'JMD', today: '2026-12-31' } as const;
const headings = ['Date', 'Description', 'Reference', 'Debit', 'Credit', 'Payer', 'Payer account', 'Payer bank'];

export type StatementRow = {
  readonly day?: string;
  readonly details?: string;
  readonly reference?: string;
  readonly credit?: string;
  readonly debit?: string;
  readonly payer?: string;
  readonly account?: string;
  readonly bank?: string;
};

/** Another export of the same bank: other columns, one signed amount, the number in the description. */
export const otherFormat = {
  ...{ separator: ';', decimal: ',', day: 'ymd', amounts: 'incoming' },
  columns: {
    ...{ day: 'Booked', amount: 'Sum', credit: '', debit: '', reference: '', details: 'Narrative', payer: 'Name' },
    ...{ account: 'Account', bank: 'Bank' },
  },
};

export const buildOtherUpload = (lines: readonly StatementRow[]) => ({
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
const formatDate = (day: string) => day.split('-').reverse().join('/');

export function formatStatement(lines: readonly StatementRow[]): string {
  const rows = lines.map((line) => [
    formatDate(line.day ?? jamaicaDay(new Date())),
    ...[line.details ?? '', line.reference ?? '', line.debit ?? '', line.credit ?? ''],
    ...[line.payer ?? 'Ina Brown', line.account ?? '404512345', line.bank ?? 'Demo Bank of Jamaica'],
  ]);
  return `\uFEFFDemo Bank of Jamaica\n${[headings, ...rows.map((row) => row.map(quoted))].map((row) => row.join(',')).join('\r\n')}\n`;
}

export const buildUpload = (lines: readonly StatementRow[]) => ({
  currency: 'JMD',
  text: formatStatement(lines),
  format: testFormat,
});

export const emptyPayer = { payerBank: '', payerAccount: '', payerHolder: '', note: '' };

type Database = { readonly owner: { query(text: string, values: unknown[]): Promise<unknown> } };
type PaymentInput = { readonly amount?: string; readonly ended?: boolean };

/** References per database. Random ones may differ by one character, and then no line matches with certainty. */
const referenceCounts = new WeakMap<object, number>();
function createReference(owner: object): string {
  const number = referenceCounts.get(owner) ?? 2 ** 31;
  referenceCounts.set(owner, number + 1);
  return formatReference(number, '6d1c6f0e-3f0b-4b1e-9a57-2f7c5d8e4b10');
}

export async function insertAwaitedPayments({ owner }: Database, userId: string, inputs: readonly PaymentInput[]) {
  const rows = inputs.map(({ amount = '6000', ended = false }) => ({
    ...{ id: randomUUID(), reference: createReference(owner) },
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
  sameAs: { day: string; reference: string; used: boolean; byHand: string | null; against: string | null } | null;
  two: { proposalId: string; isOwn: boolean } | null;
  lacksPayer: boolean;
  muchCash: boolean;
  askedAt: string | null;
  matches: { kind: string; id: string; reference: string; score: number; reasons: string[] }[];
};
type Page = { lines: ShownLine[]; next: object | null; open: number };

type StaffTools = {
  readonly done: (path: string, input: object) => Promise<object>;
  readonly finance: string | undefined;
};

export function openBankReconciliation(server: TestServer, { done, finance }: StaffTools) {
  async function listQueue(): Promise<ShownLine[]> {
    const lines: ShownLine[] = [];
    let cursor: object | null = null;
    do {
      const { body }: { body: Page } = await server.call<Page>('bankLines/list', { after: cursor }, finance);
      lines.push(...body.lines);
      cursor = body.next;
    } while (cursor);
    return lines;
  }
  const findLine = async (details: string) => {
    const line = (await listQueue()).find((one) => one.details.includes(details));
    if (!line) throw new Error(`no line ${details}`);
    return line;
  };
  const toConfirmation = (line: ShownLine, more: object = {}) => {
    const [best] = line.matches;
    return { lineId: line.id, kind: best?.kind, id: best?.id, ...emptyPayer, ...more };
  };
  const payIn = async (id: string) =>
    (await server.owner.query<{ pay_in: string }>('select pay_in from payments where id = $1', [id])).rows[0]?.pay_in;
  const upload = async (lines: readonly StatementRow[]) =>
    (await done('bankLines/upload', buildUpload(lines))) as { read?: number; added?: number };

  return { confirming: toConfirmation, lineNamed: findLine, payIn, queue: listQueue, upload };
}
