import { readDay } from './amount-and-day.ts';
import { plainCents, type StatementFile } from './file-line.ts';
import type { Skipped, StatementLine } from './statement.ts';

/** What holds others, of all that OFX has; anything else is a value, whose end need not be written (OFX 1 is SGML). */
const holders: ReadonlySet<string> = new Set(['STMTRS', 'STMTTRN', 'PAYEE', 'CURRENCY', 'ORIGCURRENCY', 'BANKACCTTO']);

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const unescaped = (text: string): string =>
  text
    .replaceAll(/&(amp|lt|gt|quot|apos|nbsp);/g, (_whole, name: string) => signs[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();

type Values = Map<string, string>;
type Transaction = { readonly values: Values; readonly currency: string };

/** The transactions of the file, each with the currency of its statement. Of what is said twice the first counts. */
function transactionsIn(ofx: string): Transaction[] {
  const found: Transaction[] = [];
  const within: string[] = [];
  let currency = '';
  for (const [, end, name = '', text = ''] of ofx.matchAll(/<(\/?)([A-Z0-9.]{1,40})>([^<]*)/gi)) {
    const tag = name.toUpperCase();
    if (holders.has(tag)) {
      if (end !== '') within.splice(within.lastIndexOf(tag) < 0 ? within.length : within.lastIndexOf(tag));
      else within.push(tag);
      if (tag === 'STMTTRN' && end === '') found.push({ values: new Map(), currency });
      continue;
    }
    const value = unescaped(text);
    if (end !== '' || value === '') continue;
    if (tag === 'CURDEF') currency = value;
    const at = within.indexOf('STMTTRN');
    const key = [...within.slice(at + 1), tag].join('.');
    const values = found.at(-1)?.values;
    if (at >= 0 && values && !values.has(key)) values.set(key, value);
  }
  return found;
}

const amountIn = (text: string): bigint | null => {
  const minor = plainCents(text.replace(/^[-+]/, '').replace(',', '.'));
  return minor !== null && text.startsWith('-') ? -minor : minor;
};

/**
 * Reads OFX, of 1 (SGML) and 2 (XML) alike: exact amounts, in the currency of its account. Who paid is whom `PAYEE`
 * names: banks write any words into `NAME`, and those are words.
 */
export function readOfx(ofx: string, currency: string): StatementFile {
  if (/<!(DOCTYPE|ENTITY)/i.test(ofx) || !/<\/OFX>\s*$/i.test(ofx)) return { ok: false, fault: 'not_whole' };
  const plain = ofx.replaceAll(/<!\[CDATA\[([^\]]*)\]\]>/g, (_whole, text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  );
  const lines: StatementLine[] = [];
  const skipped: Skipped[] = [];
  for (const { values, currency: ofAccount } of transactionsIn(plain)) {
    const said = (name: string): string => values.get(name) ?? '';
    const day = readDay(said('DTPOSTED').slice(0, 8), 'ymd');
    const cents = amountIn(said('TRNAMT'));
    const other = (said('CURRENCY.CURSYM') || ofAccount) !== currency;
    if (other || day === null || !cents) {
      const why = other ? 'other_currency' : day === null ? 'no_day' : 'no_amount';
      skipped.push({ why, text: `${said('TRNAMT')} ${said('NAME')} ${said('MEMO')}`.trim().slice(0, 120) });
      continue;
    }
    lines.push({
      ...{ day, credit: cents > 0n, minor: cents > 0n ? cents : -cents },
      reference: said('REFNUM') || said('FITID'),
      details: [said('NAME'), said('MEMO')].filter((part) => part !== '').join(' '),
      ...{ payer: said('PAYEE.NAME'), account: '', bank: '' },
    });
  }
  return { ok: true, lines, skipped };
}
