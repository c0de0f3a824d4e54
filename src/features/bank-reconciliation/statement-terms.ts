import { isBlankCell, parseCurrencies } from './parse-cells.ts';

export const columnNames = [
  'day',
  'amount',
  'credit',
  'debit',
  'reference',
  'details',
  'payer',
  'account',
  'bank',
  'direction',
  'currency',
  'status',
  'balance',
] as const;
export type ColumnName = (typeof columnNames)[number];

export const normalizeText = (text: string): string =>
  text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase();

const normalizeHeading = (heading: string): string =>
  normalizeText(heading)
    .replaceAll(/\(?\b(?:in )?(?:jmd|usd|ja?\$|us\$)\)?(?!\w)|\(?\$\)?|\((?:utc|gmt)[^)]*\)|[:*]/g, '')
    .replaceAll(/ ?\/ ?/g, '/')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[- ]+|[- ]+$/g, '');

const party = '(payer|payor|from|sender|counterparty|remitter)';

const headings: Readonly<Record<ColumnName, RegExp>> = {
  day: /^((transaction|trans\.?|txn|tran|posting|posted|value|book(ing)?|effective|entry|created) ?)?(date|day|datum)( posted|\/time| and time)?$/,
  amount: /^((transaction|trans\.?|net) )?(amount|amt|betrag|sum)$/,
  credit:
    /^(credits?|deposits?|lodge?ments?|paid in|money in|amount in|credit (amount|amt)|cr|gutschrift|haben)(\/(credits?|deposits?|lodge?ments?))?$/,
  debit:
    /^(debits?|withdrawals?|paid out|money out|amount out|debit (amount|amt)|dr|belastung|soll)(\/(debits?|withdrawals?|payments?|charges?))?$/,
  reference:
    /^((bank|transaction|trans\.?) )?(reference|ref|ref(erence|\.)? ?(no\.?|number|#)|id|transaction (id|number|no\.?))$/,
  details:
    /^((transaction )?(description|details|narrative|narration|particulars|memo|text)|verwendungszweck|remarks)$/,
  payer: /^(payer|payor|paid by|from|sender|name|counterparty|remitter|ordering customer)( name)?$/,
  account: new RegExp(`^${party}('?s)? (account|a/c)( (no|number)\\.?)?$`),
  bank: new RegExp(`^${party}('?s)? bank$`),
  direction:
    /^([dc][rb]?[/-][dc]r?|[dc]r?[/-]db|(debit|credit)([/-]| or )(debit|credit)|in\/out|out\/in|\+\/-|direction|sens|af ?bij|flow|sign|cdtdbtind)( (indicator|ind|flag|type)\.?)?$|^(debit|credit|dr|cr|dc) ?(indicator|ind|flag|mark)\.?$/,
  currency: /^((account|transaction|amount) )?(currency|ccy|curr?\.?)( code)?$/,
  status:
    /^((transaction|txn|trans\.?|tran|booking|posting|payment|clearing|cheque|check|chq|item|deposit|entry|record) )?(status|state)( code)?$|^(cleared|posted|posting|settled|booked|pending|hold|on hold|uncleared|revers(ed|al)|rev|void(ed)?|cancel+ed|returned|bounced|unpaid)( (flag|indicator|ind)\.?)?( ?\(?y\/n\)?)?\??$/,
  balance: /^((running|closing|account|available|ledger|book|current) )?(balance|bal\.?)( after)?$|^saldo$/,
};

export const matchesColumn = (name: ColumnName, heading: string): boolean =>
  headings[name].test(normalizeHeading(heading));

export const isZoneColumn = (heading: string): boolean =>
  /time ?zone|\btz\b|\btime\b.*\b(utc|gmt)\b/.test(normalizeText(heading));

export const parseHeadingZone = (heading: string): string => /\b(?:utc|gmt)(?:[-+][\d:]+)?/i.exec(heading)?.[0] ?? '';

export const isForeignAmountHeading = (heading: string): boolean =>
  /original|foreign|exchange|local|instructed/i.test(heading);

const maxWordLength = 40;
const normalizeWord = (cell: string): string =>
  cell.length > maxWordLength ? '' : normalizeText(cell).replace(/[.:]$/, '');

const incoming = new Set(
  'cr,c,credit,crdt,cdt,in,deposit,dep,lodgement,received,payin,money in,paid in,incoming,inward,+,h,haben,credito,bij,abono,haber'.split(
    ',',
  ),
);
const outgoing = new Set(
  'dr,d,db,debit,dbit,dbt,debet,out,withdrawal,wd,w/d,wdl,money out,paid out,outgoing,outward,-,s,soll,debito,af,cargo,debe'.split(
    ',',
  ),
);

export function parseDirection(cell: string): 'in' | 'out' | null {
  const word = normalizeWord(cell)
    .replace(/^[−–]$/, '-')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '');
  if (incoming.has(word)) return 'in';
  return outgoing.has(word) ? 'out' : null;
}

/** True if all cells are directions. A dash counts only if a plus sign occurs too. */
export function areDirections(cells: readonly string[]): boolean {
  const words = cells.includes('+') ? cells : cells.filter((cell) => !isBlankCell(cell));
  return words.length > 0 && words.every((word) => parseDirection(word) !== null);
}

/** True for a word that means money out. Ignores one or two letters, which are ambiguous in unassigned columns. */
export const isOutgoingWord = (cell: string): boolean =>
  normalizeWord(cell).length > 2 && parseDirection(cell) === 'out';

export const mentionsOutgoing = (cell: string): boolean =>
  /\b(debit|withdrawal|outgoing|outward|wdl)\b|\bw\/d\b|\b(transfer|payment|wire|money|funds|ach|eft|rtgs) \(?(out|sent|to)\b|^(dr|out)\b|[ -]\(?d[rb]\.?\)?$/i.test(
    cell.slice(0, 400),
  );

/** True if all cells are C or D, which may also mean cheque and deposit. */
export const areOnlyLetters = (cells: readonly string[]): boolean =>
  cells.every((cell) => /^[cd]?$/.test(normalizeWord(cell)));

export const mentionsCorrection = (cell: string): boolean =>
  /\b(correct(ion|ed)?|revers(al|ed)|adj(ustment|usted)?|contra|return(ed)?|refund(ed)?|storno|cancel+(ed|ation)|error)\b/i.test(
    cell.slice(0, 400),
  );

export const isKindHeading = (heading: string): boolean =>
  /\b(type|kind|code|category|class|method|channel|nature)\b/.test(normalizeText(heading));

const booked = new Set(
  'completed,complete,posted,booked,book,cleared,settled,success,successful,processed,paid,confirmed,executed,done,final,ok'.split(
    ',',
  ),
);
const notBooked =
  /^(pend(ing)?|pdng|processing|in progress|in process|on hold|hold|held|(un|not )(cleared|posted|settled|booked|confirmed|available)|clearing|in clearing|float(ing)?|provisional|memo posted|queued|submitted|initiated|scheduled|future|authori[sz]ed|upcoming|info|draft|awaiting.*)$/;
const reversed =
  /^(revers(ed|al)|rev|void(ed)?|cancel+ed|fail(ed|ure)|declined|denied|rejected|return(ed)?|rtn|refunded|dishonou?red|bounced|unpaid|recalled|stopped|refer to drawer|r\/d|expired|deleted|disputed|blocked|charge ?back)$/;

export type BookingStatus = 'booked' | 'not_booked' | 'reversed';

export function parseStatus(cell: string): BookingStatus | null {
  const word = normalizeWord(cell);
  if (booked.has(word)) return 'booked';
  if (notBooked.test(word)) return 'not_booked';
  return reversed.test(word) ? 'reversed' : null;
}

/** Returns the status that a yes-or-no heading asks about, such as `Cleared (Y/N)` or `Hold`. Else null. */
export function isFlagHeading(heading: string): BookingStatus | null {
  const text = normalizeHeading(heading);
  if (/\b(status|state)\b/.test(text)) return null;
  if (/^(pending|hold|on hold|uncleared)\b/.test(text)) return 'not_booked';
  if (/^(rev|revers|void|cancel|return|bounced|unpaid)/.test(text)) return 'reversed';
  return /^(cleared|posted|posting|settled|booked)\b/.test(text) ? 'booked' : null;
}

/** True for a column with the day on which money becomes available. */
export const isAvailableHeading = (heading: string): boolean =>
  /^(value|available|availability|effective|clearing|clears|settlement|release|funds available)( (date|day|on|from|by))?$/.test(
    normalizeHeading(heading),
  );

const sectionNouns =
  /^(\w+) (transactions?|items?|payments?|activity|authori[sz]ations?|effects|entries|cheques|checks|deposits|lodge?ments)$/;

/** Parses section headings such as `Pending transactions (3)` or `Pending:`, which apply to all rows below. */
export function parseSection(cells: readonly string[]): BookingStatus | null {
  const [only = '', another] = cells.filter((cell) => cell !== '');
  if (another !== undefined) return null;
  const text = normalizeWord(only.slice(0, maxWordLength + 1).replace(/ ?\(\d+\):?$/, ''));
  const first = sectionNouns.exec(text)?.[1];
  if (first !== undefined) return parseStatus(first);
  const word = only.endsWith(':') ? parseStatus(text) : null;
  return word === 'booked' ? null : word;
}

const balanceKinds = '(opening|closing|starting|beginning|ending|final|previous|prior|current|available|ledger|new)';
const otherBalanceKinds = '(cleared|daily|account|statement|running|net|book)';
const totalKinds = '(grand|sub|net|page|statement|account|daily|overall|final|period)';
const totalParts =
  '(debits?|credits?|deposits?|withdrawals?|payments?|charges?|in|out|paid in|paid out|amount (credited|debited|in|out)|(no|number) of .{1,30})';
const dates = '(\\d.{0,20}|(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\b.{0,12})';

/** Labels of balance and total rows, alone or followed by a date. */
const balanceLabels: readonly RegExp[] = [
  `^${balanceKinds}( \\w+)? bal(ance)?\\b`,
  `^${otherBalanceKinds}( \\w+)? bal(ance)?\\.?( (at|as|on|of|b/f|c/f)\\b.*)?$`,
  '^bal(ance)?\\.?( amount)?$',
  '^bal(ance)?\\.? ?(b/?f|c/?f|b/?d|c/?d|b/fwd|c/fwd|fwd|brought|carried|forward|as (at|of))\\b',
  `^bal(ance)?\\.? (at|as at|as of|on|for) ${dates}$`,
  '^(b/?f|c/?f|b/?d|c/?d|b/?fwd|c/?fwd)$',
  '^(brought|carried) (forward|fwd|down|over)\\b',
  `^(${totalKinds} ?-?)?totals?( ${totalParts})?$`,
  `^(${totalKinds} ?-?)?totals? (for|of|at|on) (${dates}|(the )?(page|period|month|day|account|statement)\\b.*)$`,
  '^(sum|saldo|saldi|solde|summe|saldo (anterior|final|inicial|actual))$',
].map((label) => new RegExp(label));

export function isBalance(cell: string): boolean {
  const word = normalizeWord(cell).replaceAll(/^[*=_.\s-]+|[*=_.:\s-]+$/g, '');
  return balanceLabels.some((label) => label.test(word));
}

export const parseUndoneStatus = (cell: string): BookingStatus | null =>
  /^(pending|revers(ed|al)|void(ed)?|cancel+ed|failed|declined|rejected)$/.test(normalizeWord(cell))
    ? parseStatus(cell)
    : null;

/** Parses words of the bank outside of status columns, such as `Returned unpaid` or `Hold until 03/12`. */
export function parseUndoneWords(cell: string): BookingStatus | null {
  const word = normalizeWord(cell);
  const begin = /^(hold until|pending|uncleared|not cleared|returned|unpaid|reversed|cancel+ed|dishonou?red)\b/.exec(
    word,
  )?.[1];
  const status = parseStatus(word) ?? parseStatus((begin ?? '').replace(/ until$/, ''));
  return status === 'booked' ? null : status;
}

const currencyCodes = new Set('JMD,USD,GBP,CAD,EUR,TTD,BBD,XCD,KYD,BSD,BZD,GYD,DOP,CHF'.split(','));

/** Full currency names in headings and columns. */
const currencyNames: readonly (readonly [string, RegExp])[] = [
  ['JMD', /\b(jamaican?|ja) dollars?\b/i],
  ['USD', /\b(us|u\.s\.|united states|american) dollars?\b/i],
  ['GBP', /\b(british|sterling) pounds?\b|\bpounds? sterling\b/i],
  ['CAD', /\bcanadian dollars?\b/i],
  ['EUR', /\beuros?\b/i],
];
const parseCurrencyNames = (text: string): string[] =>
  currencyNames.flatMap(([code, name]) => (name.test(text) ? [code] : []));

export function parseCurrencyCode(cell: string): string | null {
  const word = normalizeWord(cell);
  const code = word
    .toUpperCase()
    .replace(/^JA?\$$/, 'JMD')
    .replace(/^US\$$/, 'USD');
  if (currencyCodes.has(code)) return code;
  return currencyNames.find(([, name]) => name.exec(word)?.[0] === word)?.[0] ?? null;
}

/** ISO 4217 numbers. They count only in a currency column. */
const currencyNumbers: Readonly<Record<string, string>> = {
  388: 'JMD',
  840: 'USD',
  826: 'GBP',
  124: 'CAD',
  978: 'EUR',
};
export const parseCurrencyColumn = (cell: string): string | null =>
  currencyNumbers[cell.trim()] ?? parseCurrencyCode(cell);

export const parseCurrencyCodes = (text: string): string[] => [
  ...parseCurrencies(text),
  ...(text.match(/\b[A-Z]{3}\b/g) ?? []).filter((code) => currencyCodes.has(code)),
  ...parseCurrencyNames(text),
];

/** True for a column of our own accounts. Columns of payers' accounts have other headings, or staff assign them. */
export const isAccountHeading = (heading: string): boolean =>
  /^((our|own) )?(account|acct\.?|a\/c)( (no\.?|number|name|#))?$/.test(normalizeText(heading));
