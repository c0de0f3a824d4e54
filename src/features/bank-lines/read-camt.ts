import { SaxesParser } from 'saxes';
import { readDay } from './amount-and-day.ts';
import { plainCents, type StatementFile } from './file-line.ts';
import type { Skipped, StatementLine } from './statement.ts';

/** What a bank's message says of one booking, or of one transfer within it: texts by the way to their element. */
type Facts = Map<string, string>;
type Booking = { readonly facts: Facts; readonly transfers: Facts[] };

/** Deeper than the standard goes anywhere, and longer than any text of it. */
const deepest = 40;
const longestText = 2_000;

/** The bookings of a CAMT.053 message of any version; null where it is another one. Throws where it is not whole. */
function bookingsIn(xml: string): Booking[] | null {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const path: string[] = [];
  const bookings: Booking[] = [];
  let isStatement = true;
  let text = '';
  const refuse = (why: string) => {
    throw new Error(why);
  };
  /** Where the facts of this element belong, and under which name. */
  const place = (): [Facts, string] | null => {
    const entry = path.indexOf('Ntry');
    const booking = bookings.at(-1);
    if (entry < 0 || !booking) return null;
    const transfer = path.indexOf('TxDtls', entry);
    const facts = transfer < 0 ? booking.facts : booking.transfers.at(-1);
    return facts ? [facts, path.slice((transfer < 0 ? entry : transfer) + 1).join('/')] : null;
  };
  const keep = (name: string, value: string) => {
    const [facts, at] = place() ?? [];
    if (!facts || value === '') return;
    const key = `${at}${name}`;
    const said = facts.get(key);
    // A remark may stand in several lines; of anything else the first counts.
    if (said !== undefined && !key.endsWith('Ustrd')) return;
    const all = said === undefined ? value : `${said} ${value}`;
    if (all.length > longestText) refuse('a text too long');
    facts.set(key, all);
  };
  parser.on('error', ({ message }) => refuse(message));
  parser.on('doctype', () => refuse('a document type'));
  const read = (piece: string) => {
    text += piece;
    if (text.length > longestText) refuse('a text too long');
  };
  parser.on('text', read);
  parser.on('cdata', read);
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (path.length === 0) isStatement = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d{2}$/.test(uri);
    path.push(local);
    if (path.length > deepest) refuse('too deep');
    if (local === 'Ntry') bookings.push({ facts: new Map(), transfers: [] });
    if (local === 'TxDtls') bookings.at(-1)?.transfers.push(new Map());
    text = '';
    keep('@Ccy', attributes['Ccy']?.value ?? '');
  });
  parser.on('closetag', () => {
    keep('', text.replaceAll(/\s+/g, ' ').trim());
    text = '';
    path.pop();
  });
  parser.write(xml).close();
  return isStatement ? bookings : null;
}

const first = (facts: Facts, ...names: string[]): string => names.map((name) => facts.get(name)).find(Boolean) ?? '';

/** Who paid, to us; or whom we paid. The versions name them in one element more or less. */
function partyIn(facts: Facts, credit: boolean) {
  const who = credit ? 'Dbtr' : 'Cdtr';
  const agent = `RltdAgts/${who}Agt/FinInstnId`;
  const account = `RltdPties/${who}Acct/Id`;
  return {
    payer: first(facts, `RltdPties/${who}/Nm`, `RltdPties/${who}/Pty/Nm`),
    account: first(facts, `${account}/IBAN`, `${account}/Othr/Id`),
    bank: first(facts, `${agent}/Nm`, `${agent}/BICFI`, `${agent}/BIC`),
  };
}

/** No number at all, in the words of the standard. */
const unnumbered = /^(NOTPROVIDED|NONREF|NONE)$/i;

function wordsIn(entry: Facts, transfer: Facts): Pick<StatementLine, 'reference' | 'details'> {
  const numbers = [
    first(transfer, 'Refs/AcctSvcrRef') || first(entry, 'AcctSvcrRef'),
    first(transfer, 'Refs/TxId'),
    first(entry, 'NtryRef'),
  ];
  const remark = ['RmtInf/Ustrd', 'RmtInf/Strd/CdtrRefInf/Ref', 'Refs/EndToEndId', 'AddtlTxInf'].map(
    (name) => transfer.get(name) ?? '',
  );
  const reversed = entry.get('RvslInd') === 'true' ? 'REVERSAL' : '';
  return {
    reference: numbers.find((number) => number !== '' && !unnumbered.test(number)) ?? '',
    details: [reversed, ...remark, entry.get('AddtlNtryInf') ?? '']
      .filter((part) => part !== '' && !unnumbered.test(part))
      .join(' '),
  };
}

const nobody = { payer: '', account: '', bank: '' };
const isCredit = (facts: Facts): boolean => facts.get('CdtDbtInd') === 'CRDT';

/** Of a transfer within a booking: its own amount, with its direction; null where it has none in this currency. */
function partOf(transfer: Facts, booking: Facts, currency: string): bigint | null {
  const name = ['Amt', 'AmtDtls/TxAmt/Amt'].find((one) => transfer.get(`${one}@Ccy`) === currency);
  const minor = name ? plainCents(transfer.get(name) ?? '') : null;
  if (minor === null) return null;
  return isCredit(transfer.has('CdtDbtInd') ? transfer : booking) ? minor : -minor;
}

/** The transfers of a booking, where each has its amount and they come to the whole; else the booking itself. */
function partsOf({ facts, transfers }: Booking, whole: bigint, currency: string) {
  const [only = new Map()] = transfers;
  if (transfers.length < 2) return [{ transfer: only, cents: whole }];
  const parts = transfers.map((transfer) => ({ transfer, cents: partOf(transfer, facts, currency) ?? 0n }));
  const sum = parts.reduce((total, { cents }) => total + cents, 0n);
  return sum === whole && parts.every(({ cents }) => cents !== 0n) ? parts : [{ transfer: null, cents: whole }];
}

/** Why a booking is no line of ours; null where it is one. */
function whySkipped({ facts }: Booking, currency: string): Skipped['why'] | null {
  if (facts.get('Amt@Ccy') !== currency) return 'other_currency';
  // A booking that is announced alone may never come.
  if (first(facts, 'Sts/Cd', 'Sts') !== 'BOOK') return 'not_booked';
  if (!plainCents(facts.get('Amt') ?? '') || !/^(CRDT|DBIT)$/.test(facts.get('CdtDbtInd') ?? '')) return 'no_amount';
  return null;
}

/** Reads a CAMT.053 message of ISO 20022: exact amounts, booked lines alone, each transfer of a batch by itself. */
export function readCamt(xml: string, currency: string): StatementFile {
  let bookings: Booking[] | null;
  try {
    bookings = bookingsIn(xml);
  } catch {
    return { ok: false, fault: 'not_whole' };
  }
  if (!bookings) return { ok: false, fault: 'other_message' };
  const lines: StatementLine[] = [];
  const skipped: Skipped[] = [];
  for (const booking of bookings) {
    const { facts, transfers } = booking;
    const day = readDay(first(facts, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm').slice(0, 10), 'ymd');
    const why = whySkipped(booking, currency) ?? (day === null ? 'no_day' : null);
    if (why !== null || day === null) {
      const said = [facts.get('Amt'), facts.get('Amt@Ccy'), wordsIn(facts, new Map()).details];
      skipped.push({ why: why ?? 'no_day', text: said.filter(Boolean).join(' ').slice(0, 120) });
      continue;
    }
    const minor = plainCents(facts.get('Amt') ?? '') ?? 0n;
    for (const { transfer, cents } of partsOf(booking, isCredit(facts) ? minor : -minor, currency)) {
      const credit = cents > 0n;
      const { reference, details } = wordsIn(facts, transfer ?? new Map());
      lines.push({
        ...{ day, credit, minor: credit ? cents : -cents, reference },
        details: transfer ? details : `BATCH OF ${transfers.length} ${details}`.trim(),
        ...(transfer ? partyIn(transfer, credit) : nobody),
      });
    }
  }
  return { ok: true, lines, skipped };
}
