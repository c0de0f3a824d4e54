import { SaxesParser } from 'saxes';
import type { Day } from '../../kernel/calendar.ts';
import { parseDay } from './parse-cells.ts';
import { parsePlainCents, type Skipped, type StatementFile, type StatementLine } from './statement.ts';
import type { ReadContext } from './statement-format.ts';
import type { SkipReason } from './statement-rows.ts';

/** Element texts of a booking or a transfer, by element path. */
type Facts = Map<string, string>;
type Booking = { readonly facts: Facts; readonly transfers: Facts[] };

/** Limits above every depth and text length of the standard. */
const maxDepth = 40;
const maxTextLength = 2_000;

/** Returns null unless the message is CAMT.053. Throws if the XML is malformed. */
function parseBookings(xml: string): Booking[] | null {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const path: string[] = [];
  const bookings: Booking[] = [];
  let isStatement = true;
  let text = '';
  const fail = (why: string) => {
    throw new Error(why);
  };
  const locateTarget = (): [Facts, string] | null => {
    const entry = path.indexOf('Ntry');
    const booking = bookings.at(-1);
    if (entry < 0 || !booking) return null;
    const transfer = path.indexOf('TxDtls', entry);
    const facts = transfer < 0 ? booking.facts : booking.transfers.at(-1);
    return facts ? [facts, path.slice((transfer < 0 ? entry : transfer) + 1).join('/')] : null;
  };
  const storeFact = (name: string, value: string) => {
    const [facts, at] = locateTarget() ?? [];
    if (!facts || value === '') return;
    const key = `${at}${name}`;
    const existing = facts.get(key);
    // Joins the parts of a remark. For other repeated elements, keeps the first.
    if (existing !== undefined && !key.endsWith('Ustrd')) return;
    const all = existing === undefined ? value : `${existing} ${value}`;
    if (all.length > maxTextLength) fail('a text too long');
    facts.set(key, all);
  };
  parser.on('error', ({ message }) => fail(message));
  parser.on('doctype', () => fail('a document type'));
  const appendText = (chunk: string) => {
    text += chunk;
    if (text.length > maxTextLength) fail('a text too long');
  };
  parser.on('text', appendText);
  parser.on('cdata', appendText);
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (path.length === 0) isStatement = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d{2}$/.test(uri);
    path.push(local);
    if (path.length > maxDepth) fail('too deep');
    if (local === 'Ntry') bookings.push({ facts: new Map(), transfers: [] });
    if (local === 'TxDtls') bookings.at(-1)?.transfers.push(new Map());
    text = '';
    storeFact('@Ccy', attributes['Ccy']?.value ?? '');
  });
  parser.on('closetag', () => {
    storeFact('', text.replaceAll(/\s+/g, ' ').trim());
    text = '';
    path.pop();
  });
  parser.write(xml).close();
  return isStatement ? bookings : null;
}

const getFirst = (facts: Facts, ...names: string[]): string => names.map((name) => facts.get(name)).find(Boolean) ?? '';

function getParty(facts: Facts, credit: boolean) {
  const role = credit ? 'Dbtr' : 'Cdtr';
  const agent = `RltdAgts/${role}Agt/FinInstnId`;
  const account = `RltdPties/${role}Acct/Id`;
  return {
    payer: getFirst(facts, `RltdPties/${role}/Nm`, `RltdPties/${role}/Pty/Nm`),
    account: getFirst(facts, `${account}/IBAN`, `${account}/Othr/Id`),
    bank: getFirst(facts, `${agent}/Nm`, `${agent}/BICFI`, `${agent}/BIC`),
  };
}

const isReversal = (entry: Facts): boolean => /^(true|1)$/.test(entry.get('RvslInd') ?? '');
const isReturn = (transfer: Facts): boolean => [...transfer.keys()].some((name) => name.startsWith('RtrInf/'));

/** Placeholders of the standard for a missing number. */
const unnumbered = /^(NOTPROVIDED|NONREF|NONE)$/i;

function getReferenceAndDetails(entry: Facts, transfer: Facts): Pick<StatementLine, 'reference' | 'details'> {
  const numbers = [
    getFirst(transfer, 'Refs/AcctSvcrRef') || getFirst(entry, 'AcctSvcrRef'),
    getFirst(transfer, 'Refs/TxId'),
    getFirst(entry, 'NtryRef'),
  ];
  const remark = ['RmtInf/Ustrd', 'RmtInf/Strd/CdtrRefInf/Ref', 'Refs/EndToEndId', 'AddtlTxInf'].map(
    (name) => transfer.get(name) ?? '',
  );
  const reversed = isReversal(entry) ? 'REVERSAL' : isReturn(transfer) ? 'RETURN' : '';
  return {
    reference: numbers.find((number) => number !== '' && !unnumbered.test(number)) ?? '',
    details: [reversed, ...remark, entry.get('AddtlNtryInf') ?? '']
      .filter((part) => part !== '' && !unnumbered.test(part))
      .join(' '),
  };
}

const emptyParty = { payer: '', account: '', bank: '' };
const isCredit = (facts: Facts): boolean => facts.get('CdtDbtInd') === 'CRDT';

function getTransferAmount(transfer: Facts, booking: Facts, currency: string): bigint | null {
  const name = ['Amt', 'AmtDtls/TxAmt/Amt'].find((one) => transfer.get(`${one}@Ccy`) === currency);
  const minor = name ? parsePlainCents(transfer.get(name) ?? '') : null;
  if (minor === null) return null;
  return isCredit(transfer.has('CdtDbtInd') ? transfer : booking) ? minor : -minor;
}

function splitBooking({ facts, transfers }: Booking, bookedCents: bigint, currency: string) {
  const [only = new Map()] = transfers;
  if (transfers.length < 2) return [{ transfer: only, cents: bookedCents }];
  const parts = transfers.map((transfer) => ({ transfer, cents: getTransferAmount(transfer, facts, currency) ?? 0n }));
  const sum = parts.reduce((total, { cents }) => total + cents, 0n);
  return sum === bookedCents && parts.every(({ cents }) => cents !== 0n)
    ? parts
    : [{ transfer: null, cents: bookedCents }];
}

function getSkipReason({ facts }: Booking, currency: string): SkipReason | null {
  if (facts.get('Amt@Ccy') !== currency) return 'other_currency';
  if (getFirst(facts, 'Sts/Cd', 'Sts') !== 'BOOK') return 'not_booked';
  if (!parsePlainCents(facts.get('Amt') ?? '') || !/^(CRDT|DBIT)$/.test(facts.get('CdtDbtInd') ?? ''))
    return 'no_amount';
  return null;
}

function parseBookingDay(facts: Facts): Day | null {
  for (const name of ['BookgDt', 'ValDt']) {
    const [day, time] = [facts.get(`${name}/Dt`), facts.get(`${name}/DtTm`)];
    // A day without a time may have a zone, which is ignored.
    if (day || time) return parseDay(day ? day.slice(0, 10) : (time ?? ''), 'ymd');
  }
  return null;
}

const getIdentity = ({ facts, transfers }: Booking): string =>
  JSON.stringify([
    facts.get('Amt'),
    ...transfers.map((one) => ['Refs/EndToEndId', 'RmtInf/Ustrd'].map((n) => one.get(n))),
  ]);

const takesBack = ({ facts, transfers }: Booking): boolean =>
  !isCredit(facts) && (isReversal(facts) || transfers.some(isReturn));

/** Compares end-to-end numbers, because a reversal may lack the remarks. */
function hasSameOrigin(paid: Booking, { transfers: [back] }: Booking): boolean {
  const number = back?.get('Refs/EndToEndId') ?? '';
  const isNumbered = number !== '' && !unnumbered.test(number);
  return isNumbered && paid.transfers.length === 1 && paid.transfers[0]?.get('Refs/EndToEndId') === number;
}

/**
 * Finds the payments that reversals and returns take back: one with the same amount, remarks and numbers, or else all
 * with the same amount and end-to-end number.
 */
function getReversedBookings(bookings: readonly Booking[]): ReadonlySet<Booking> {
  const found = new Set<Booking>();
  for (const back of bookings.filter(takesBack)) {
    const paid = bookings.filter(
      (one) =>
        isCredit(one.facts) &&
        !isReversal(one.facts) &&
        !found.has(one) &&
        one.facts.get('Amt@Ccy') === back.facts.get('Amt@Ccy') &&
        one.facts.get('Amt') === back.facts.get('Amt'),
    );
    const same = paid.find((one) => getIdentity(one) === getIdentity(back));
    for (const one of same ? [same] : paid.filter((other) => hasSameOrigin(other, back))) found.add(one);
  }
  return found;
}

/** Omits the payer of returned money, because the message names the payer of the first transfer. */
function toLines(booking: Booking, day: Day, currency: string): StatementLine[] {
  const { facts, transfers } = booking;
  const bookedCents = parsePlainCents(facts.get('Amt') ?? '') ?? 0n;
  return splitBooking(booking, isCredit(facts) ? bookedCents : -bookedCents, currency).map(({ transfer, cents }) => {
    const credit = cents > 0n;
    const { reference, details } = getReferenceAndDetails(facts, transfer ?? new Map());
    const isReturned = credit && (isReversal(facts) || (transfer !== null && isReturn(transfer)));
    return {
      day,
      credit,
      minor: credit ? cents : -cents,
      reference,
      details: transfer ? details : `BATCH OF ${transfers.length} ${details}`.trim(),
      ...(transfer && !isReturned ? getParty(transfer, credit) : emptyParty),
    };
  });
}

/** Parses a CAMT.053 message of ISO 20022. Skips unbooked lines. Splits a batch into its transfers. */
export function parseCamt(xml: string, { currency }: ReadContext): StatementFile {
  let bookings: Booking[] | null;
  try {
    bookings = parseBookings(xml);
  } catch {
    return { ok: false, fault: 'not_whole' };
  }
  if (!bookings) return { ok: false, fault: 'other_message' };
  const lines: StatementLine[] = [];
  const skipped: Skipped[] = [];
  const reversed = getReversedBookings(bookings);
  for (const [at, booking] of bookings.entries()) {
    const { facts } = booking;
    const day = parseBookingDay(facts);
    const why =
      getSkipReason(booking, currency) ?? (day === null ? 'no_day' : reversed.has(booking) ? 'reversed' : null);
    if (why !== null || day === null) {
      const existing = [
        facts.get('Amt'),
        facts.get('Amt@Ccy'),
        getReferenceAndDetails(facts, booking.transfers[0] ?? new Map()).details,
      ];
      skipped.push({ row: at + 1, why: why ?? 'no_day', text: existing.filter(Boolean).join(' ').slice(0, 120) });
      continue;
    }
    lines.push(...toLines(booking, day, currency));
  }
  return { ok: true, lines, skipped };
}
