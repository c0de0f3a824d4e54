import { SaxesParser } from 'saxes';
import { UnreadableListError } from './party.ts';

export type Attributes = Readonly<Record<string, string>>;

/** `close` gets the text after the last child element. */
export type Handler = { open?(attributes: Attributes): void; close?(text: string, attributes: Attributes): void };
export type Handlers = Readonly<Record<string, Handler>>;

/** Limits memory for a text without end. */
const maxTextLength = 200_000;

/** Yields what `take` returns per chunk of XML. Rejects other roots, doctypes (entity expansion) and malformed XML. */
export async function* parseXmlStream<Item>(
  chunks: AsyncIterable<Uint8Array>,
  { root, handlers, take }: { root: string; handlers: Handlers; take: () => readonly Item[] },
): AsyncGenerator<Item> {
  const parser = createParser(root, handlers);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of chunks) {
      parser.write(decoder.decode(chunk, { stream: true }));
      yield* take();
    }
    parser.write(decoder.decode());
    parser.close();
  } catch (error) {
    throw error instanceof TypeError ? new UnreadableListError("The file isn't UTF-8 text.") : error;
  }
  yield* take();
}

function createParser(root: string, handlers: Handlers) {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let text = '';
  let hasRoot = false;
  parser.on('error', (fault) => {
    throw new UnreadableListError(`The file is incomplete or not well-formed XML: ${fault.message.slice(0, 120)}`);
  });
  parser.on('doctype', () => {
    throw new UnreadableListError("The file declares a document type, which sanctions lists don't have.");
  });
  const add = (chunk: string) => {
    text += chunk;
    if (text.length > maxTextLength) throw new UnreadableListError('The file contains a text that is too long.');
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('opentag', ({ name, attributes }) => {
    if (!hasRoot && name !== root)
      throw new UnreadableListError(`This is the wrong file: it should begin with ${root}.`);
    hasRoot = true;
    text = '';
    handlers[name]?.open?.(attributes);
  });
  parser.on('closetag', ({ name, attributes }) => {
    handlers[name]?.close?.(text.trim(), attributes);
    text = '';
  });
  return parser;
}

export type DateParts = { year?: string; month?: string; day?: string };

const padTwo = (text: string) => text.padStart(2, '0');

/** Returns `1970`, `1970-05` or `1970-05-12`, or null without a year. */
export function formatPartialDate({ year, month, day }: DateParts): string | null {
  if (!year || !/^\d{4}$/.test(year)) return null;
  if (!month || !/^\d{1,2}$/.test(month)) return year;
  return day && /^\d{1,2}$/.test(day) ? `${year}-${padTwo(month)}-${padTwo(day)}` : `${year}-${padTwo(month)}`;
}

const getLastDay = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Returns the shortest exact form of a period: a day, a month, a year or `1970/1975`. */
export function formatPeriod(from: DateParts, until: DateParts): string | null {
  const [start, end] = [formatPartialDate(from), formatPartialDate(until)];
  if (!start || !end || start === end) return start ?? end;
  const [fromYear, untilYear] = [start.slice(0, 4), end.slice(0, 4)];
  if (fromYear !== untilYear) return `${fromYear}/${untilYear}`;
  const isSameMonth = start.slice(5, 7) === end.slice(5, 7);
  const isWholeMonth = isSameMonth && end.endsWith(`-${getLastDay(Number(untilYear), Number(end.slice(5, 7)))}`);
  return isWholeMonth && start.endsWith('-01') ? start.slice(0, 7) : fromYear;
}

const marginYears = 2;

export function widenPeriod(birth: string): string {
  const [from = '', until = from] = birth.split('/').map((part) => part.slice(0, 4));
  return `${Number(from) - marginYears}/${Number(until) + marginYears}`;
}
