import type { Day } from '../../kernel/calendar.ts';
import { parseDay, toJamaicaDay } from './parse-cells.ts';
import { parsePlainCents, type Skipped, type StatementFile, type StatementLine } from './statement.ts';
import type { ReadContext } from './statement-format.ts';
import type { SkipReason } from './statement-rows.ts';

/** Elements that contain elements. All other tags are values with an optional end tag (OFX 1 is SGML). */
const containerTags: ReadonlySet<string> = new Set([
  ...['STMTRS', 'STMTTRN', 'STMTTRNP', 'PAYEE', 'CURRENCY', 'ORIGCURRENCY', 'BANKACCTTO'],
]);
const transactionTags: readonly string[] = ['STMTTRN', 'STMTTRNP'];

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const unescapeText = (text: string): string =>
  text
    .replaceAll(/&(amp|lt|gt|quot|apos|nbsp);/g, (_whole, name: string) => entities[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();

type Values = Map<string, string>;
type Transaction = { readonly values: Values; readonly currency: string; readonly isPending: boolean };

/** Parses transactions. Keeps the first of repeated values. */
function parseTransactions(ofx: string): Transaction[] {
  const found: Transaction[] = [];
  const openTags: string[] = [];
  let currency = '';
  for (const [, end, name = '', text = ''] of ofx.matchAll(/<(\/?)([A-Z0-9.]{1,40})>([^<]*)/gi)) {
    const tag = name.toUpperCase();
    if (containerTags.has(tag)) {
      if (end !== '') openTags.splice(openTags.lastIndexOf(tag) < 0 ? openTags.length : openTags.lastIndexOf(tag));
      else openTags.push(tag);
      if (transactionTags.includes(tag) && end === '')
        found.push({ values: new Map(), currency, isPending: tag === 'STMTTRNP' });
      continue;
    }
    const value = unescapeText(text);
    if (end !== '' || value === '') continue;
    if (tag === 'CURDEF') currency = value;
    const at = openTags.findIndex((one) => transactionTags.includes(one));
    const key = [...openTags.slice(at + 1), tag].join('.');
    const values = found.at(-1)?.values;
    if (at >= 0 && values && !values.has(key)) values.set(key, value);
  }
  return found;
}

const parseAmount = (text: string): bigint | null => {
  const minor = parsePlainCents(text.replace(/^[-+]/, '').replace(',', '.'));
  return minor !== null && text.startsWith('-') ? -minor : minor;
};

/** Day, time and zone offset in hours, such as `20261127020000.000[0:GMT]`. */
const momentPattern =
  /^(\d{8})(?:(\d{2})(\d{2})(\d{2})(?:\.\d+)?(?:\[([-+]?)(\d{1,2})(?:[.:](\d{1,2}))?(?::[^\]]*)?\])?)?$/;

function parseOfxDay(text: string): Day | null {
  const [, written = '', hour, minute, second, sign, hours, part = ''] =
    momentPattern.exec(text.replaceAll(' ', '')) ?? [];
  const day = parseDay(written, 'ymd');
  if (day === null || hours === undefined) return day;
  const minutes = Number(hours) * 60 + (part.length === 1 ? Number(part) * 6 : Number(part));
  const fromUtc = sign === '-' ? -minutes : minutes;
  return toJamaicaDay(day, { hour: Number(hour), minute: Number(minute), second: Number(second), fromUtc });
}

const incoming: ReadonlySet<string> = new Set(['CREDIT', 'DEP', 'DIRECTDEP', 'DIV']);
const outgoing: ReadonlySet<string> = new Set([
  'DEBIT',
  'FEE',
  'SRVCHG',
  'CHECK',
  'PAYMENT',
  'CASH',
  'DIRECTDEBIT',
  'REPEATPMT',
  'POS',
  'ATM',
]);

function detectSigns(transactions: readonly Transaction[]) {
  const amounts = transactions.map(
    ({ values }) => [(values.get('TRNTYPE') ?? '').toUpperCase(), values.get('TRNAMT') ?? ''] as const,
  );
  return {
    hasMinus: amounts.some(([, amount]) => amount.startsWith('-')),
    hasUnsignedOut: amounts.some(([type, amount]) => outgoing.has(type) && !amount.startsWith('-')),
  };
}

/** Signs an amount by its type. Unknown types need a file that signs all its debits. */
function applyDirection(cents: bigint, type: string, signs: ReturnType<typeof detectSigns>): bigint | SkipReason {
  if (cents < 0n || incoming.has(type)) return cents;
  if (outgoing.has(type)) return signs.hasMinus ? 'direction_differs' : -cents;
  return signs.hasMinus && !signs.hasUnsignedOut ? cents : 'no_direction';
}

const formatDetails = (values: Values): string =>
  [values.get('NAME') ?? '', values.get('MEMO') ?? ''].filter((part) => part !== '').join(' ');

/** Converts a correction of an earlier file's line into a debit with that line's number, which contradicts it. */
const toDebit = (values: Values, day: Day, amount: bigint): StatementLine => ({
  day,
  credit: false,
  minor: amount < 0n ? -amount : amount,
  reference: values.get('CORRECTFITID') ?? '',
  details: `CORRECTION ${formatDetails(values)}`.trim(),
  payer: values.get('PAYEE.NAME') ?? '',
  account: '',
  bank: '',
});

/** Returns the numbers of lines that a later line corrects or deletes. */
const getCorrectedNumbers = (transactions: readonly Transaction[]): ReadonlySet<string> =>
  new Set(transactions.flatMap(({ values }) => values.get('CORRECTFITID') ?? []));

/** Parses OFX 1 (SGML) and OFX 2 (XML). `PAYEE` holds the payer; `NAME` is free text from the bank. */
export function parseOfx(ofx: string, { currency }: ReadContext): StatementFile {
  if (/<!(DOCTYPE|ENTITY)/i.test(ofx) || !/<\/OFX>\s*$/i.test(ofx)) return { ok: false, fault: 'not_whole' };
  const plain = ofx.replaceAll(/<!\[CDATA\[(.*?)\]\]>/gs, (_whole, text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  );
  const transactions = parseTransactions(plain);
  const signs = detectSigns(transactions);
  const corrected = getCorrectedNumbers(transactions);
  const originals = transactions.filter(({ values }) => !values.has('CORRECTFITID'));
  const numbers = new Set(originals.map(({ values }) => values.get('FITID')));
  const lines: StatementLine[] = [];
  const skipped: Skipped[] = [];
  for (const [at, { values, currency: ofAccount, isPending }] of transactions.entries()) {
    const getValue = (name: string): string => values.get(name) ?? '';
    const skip = (why: SkipReason) => {
      const text = `${getValue('TRNTYPE')} ${getValue('TRNAMT')} ${getValue('NAME')} ${getValue('MEMO')}`
        .trim()
        .slice(0, 120);
      skipped.push({ row: at + 1, why, text });
    };
    const day = parseOfxDay(getValue('DTPOSTED'));
    const amount = parseAmount(getValue('TRNAMT'));
    const correctedNumber = getValue('CORRECTFITID');
    const type = getValue('TRNTYPE').toUpperCase();
    const cents = amount ? applyDirection(amount, type, signs) : 'no_amount';
    if ((getValue('CURRENCY.CURSYM') || ofAccount) !== currency) skip('other_currency');
    else if (isPending || type === 'HOLD') skip('not_booked');
    else if (correctedNumber !== '' && numbers.has(correctedNumber)) skip('correction');
    else if (corrected.has(getValue('FITID'))) skip('reversed');
    else if (day === null) skip('no_day');
    else if (correctedNumber !== '' && amount) lines.push(toDebit(values, day, amount));
    else if (typeof cents !== 'bigint') skip(cents);
    else
      lines.push({
        day,
        credit: cents > 0n,
        minor: cents > 0n ? cents : -cents,
        reference: getValue('REFNUM') || getValue('FITID'),
        details: formatDetails(values),
        payer: getValue('PAYEE.NAME'),
        account: '',
        bank: '',
      });
  }
  return { ok: true, lines, skipped };
}
