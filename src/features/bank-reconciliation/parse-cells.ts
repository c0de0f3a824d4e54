import { type Day, jamaicaDay } from '../../kernel/calendar.ts';
import type { Currency } from '../../kernel/money.ts';

export const decimalSigns = ['.', ','] as const;
export type DecimalSign = (typeof decimalSigns)[number];
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** Rejects three decimals, because other exports use the sign for thousands. */
const shapes: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /^(\d{1,3}(?:[, ’']\d{3})+|\d{1,15})(?:\.(\d{1,2}|\d{4}))?$/,
  ',': /^(\d{1,3}(?:[. ’']\d{3})+|\d{1,15})(?:,(\d{1,2}|\d{4}))?$/,
};

/** Limits the cost of the patterns below, which are quadratic in runs of spaces. */
const maxAmountLength = 60;

const currencyMarks = /JMD\s?\$?|JM?A?\s?\$|USD\s?\$?|US\s?\$/gi;
const parseCurrency = (mark: string): Currency => (/^J/i.test(mark) ? 'JMD' : 'USD');

export const parseCurrencies = (text: string): Currency[] => [
  ...new Set((text.match(currencyMarks) ?? []).map(parseCurrency)),
];

export const stripCurrencyMarks = (text: string): string =>
  text.replaceAll(currencyMarks, '').replaceAll('$', '').trim();

export const isBlankCell = (cell: string): boolean =>
  cell.length <= maxAmountLength && /^(?:[-–—−]+|n\/?a|nil|none)?$/i.test(stripCurrencyMarks(cell));

export type Amount = {
  readonly cents: bigint;
  readonly currency: Currency | null;
  /** True if a plus sign or CR marks money in. */
  readonly isMarked: boolean;
};

/** Parses amounts with a currency, brackets, a sign, CR or DR. Returns null unless the amount is whole cents. */
export function parseAmount(written: string, decimal: DecimalSign): Amount | null {
  if (written.length > maxAmountLength) return null;
  const text = written.normalize('NFKC').trim().replace(/^'/, '').replaceAll(/[−–]/g, '-');
  if (text.length > maxAmountLength) return null;
  const [currency = null, another] = parseCurrencies(text);
  const [, before, bare = '', after] =
    /^(?:(CR|DR)\.?\s)?(.*?)\s*(?:\b(CR?|DR?|DB)\.?)?$/is.exec(
      stripCurrencyMarks(text).replace(/(\d)(?=[CD][RB]?\.?$)/i, '$1 '),
    ) ?? [];
  const side = (before ?? after ?? '').toUpperCase();
  const signed = /^\((.*)\)$/.exec(bare)?.[1] ?? bare;
  const number = signed.replace(/^[-+]\s*/, '').replace(/\s*-$/, '');
  const isOut = side.startsWith('D') || bare.startsWith('(') || signed.startsWith('-') || signed.endsWith('-');
  const [, whole, part = ''] = shapes[decimal].exec(number) ?? [];
  if (whole === undefined || another || /[1-9]/.test(part.slice(2)) || (isOut && side.startsWith('C'))) return null;
  const cents = BigInt(whole.replaceAll(/\D/g, '')) * 100n + BigInt(part.slice(0, 2).padEnd(2, '0'));
  return { cents: isOut ? -cents : cents, currency, isMarked: side.startsWith('C') || signed.startsWith('+') };
}

export const parseCents = (written: string, decimal: DecimalSign): bigint | null =>
  parseAmount(written, decimal)?.cents ?? null;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const parseMonth = (text: string): number =>
  /^\d+$/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1 || Number.NaN;

const toYearMonthDay: Readonly<Record<DateOrder, (parts: readonly string[]) => readonly (string | undefined)[]>> = {
  dmy: ([d, m, y]) => [y, m, d],
  mdy: ([m, d, y]) => [y, m, d],
  ymd: ([y, m, d]) => [y, m, d],
};

const zoneHours: Readonly<Record<string, number>> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  BST: 1,
  CET: 1,
  CEST: 2,
  AST: -4,
  EDT: -4,
  EST: -5,
  CDT: -5,
  CST: -6,
  MDT: -6,
  MST: -7,
  PDT: -7,
  PST: -8,
  'AMERICA/JAMAICA': -5,
  JAMAICA: -5,
};

/** Parses zones such as `Z`, `EST` or `UTC+01:00` to minutes from UTC. Returns null for an unknown zone. */
export function parseZoneMinutes(written: string): number | null {
  const zone = written.replaceAll(/[()[\]\s]/g, '').toUpperCase();
  const named = zoneHours[zone];
  if (named !== undefined) return named * 60;
  const [, sign, hours, minutes = '0'] = /^(?:UTC|GMT)?([-+])(\d{1,2})(?::?(\d{2}))?$/.exec(zone) ?? [];
  if (sign === undefined) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

type Clock = { readonly hour: number; readonly minute: number; readonly second: number; readonly fromUtc: number };

/** Returns the day in Jamaica. Exactly midnight counts as a day without a time. */
export function toJamaicaDay(day: Day, { hour, minute, second, fromUtc }: Clock): Day {
  if (hour === 0 && minute === 0 && second === 0) return day;
  const minutes = hour * 60 + minute - fromUtc;
  return jamaicaDay(new Date(Date.parse(`${day}T00:00:00Z`) + (minutes * 60 + second) * 1000));
}

const maxDayLength = 60;

function applyTime(day: Day, rest: string, zone: string): Day | null {
  const [, hour, minute, second = '0', half, named = ''] =
    /^[T,\s]*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([AP]M\b)?(.*)$/i.exec(rest) ?? [];
  const written = named.trim() || zone;
  if (hour === undefined || written === '') return day;
  const fromUtc = parseZoneMinutes(written);
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/^P/i.test(half) ? 12 : 0);
  if (fromUtc === null || hours > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  return toJamaicaDay(day, { hour: hours, minute: Number(minute), second: Number(second), fromUtc });
}

const firstDay: Day = '2020-01-01';
/** Spreadsheets count days from 1899-12-30. */
const fromSerialDay = (days: number): Day => new Date(Date.UTC(1899, 11, 30 + days)).toISOString().slice(0, 10);

/** Returns null for an invalid day. A leading four-digit year overrides `form`; five digits are a spreadsheet day. */
export function parseDay(written: string, form: DateOrder, zone = ''): Day | null {
  const text = written.trim().replace(/^'/, '');
  if (text.length > maxDayLength) return null;
  const serial = /^(\d{5})(?:[.,]\d+)?$/.exec(text)?.[1];
  if (serial) return fromSerialDay(Number(serial)) >= firstDay ? fromSerialDay(Number(serial)) : null;
  const parts = /^(\d{1,4}|[A-Za-z]{3,9})[-/. ]+(\d{1,2}|[A-Za-z]{3,9})[-/., ]+(\d{4}|\d{1,2})(?![\d/.-])/.exec(text);
  const read = parts ?? /^(\d{4})(\d{2})(\d{2})(?!\d)/.exec(text);
  const found = read?.slice(1, 4);
  if (!read || !found) return null;
  const yearFirst = parts === null || found[0]?.length === 4;
  const [year = '', month = '', date = ''] = toYearMonthDay[yearFirst ? 'ymd' : form](found);
  const full = year.length === 2 ? `20${year}` : year;
  const day = `${full}-${String(parseMonth(month)).padStart(2, '0')}-${date.padStart(2, '0')}`;
  const midnight = new Date(`${day}T00:00:00Z`);
  const real = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(midnight.getTime());
  if (!real || !midnight.toISOString().startsWith(day) || day < firstDay) return null;
  return applyTime(day, text.slice(read[0].length), zone);
}
