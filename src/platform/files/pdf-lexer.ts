import { plainNames } from './pdf-names.ts';
import { PdfRefused } from './pdf-refused.ts';

/** An object of the file as a reader takes it. */
export type PdfObject = {
  /** Null for what stands before the first one. */
  readonly number: number | null;
  /** Where its word `obj` stands. */
  readonly head: number;
  /** What it holds, without the data of a stream: from here to there. */
  readonly begin: number;
  readonly end: number;
  /** Its stream: the dictionary, names written plainly, and where the data lie. */
  readonly stream: { readonly dictionary: string; readonly begin: number; readonly end: number } | null;
};

/** What counts as one word: white space, a remark, a text in hexadecimal, brackets, a name, anything else. */
const word = /[\s\0]+|%[^\r\n]*|<<|>>|<[^<>]*>|\(|\/[^\s\0()<>[\]{}/%]*|[[\]{}]|[^\s\0()<>[\]{}/%]+|[>)]/y;
const line = /[^\r\n]*(?:\r\n|\r|\n)/y;

/**
 * The objects of a file, one after the other, and what stands between them. Words in texts and remarks are passed over,
 * as every reader does, so that none of them can end or begin anything for us alone.
 */
export function* objectsOf(text: string): Generator<PdfObject> {
  let [at, depth, begin, head] = [0, 0, 0, -1];
  let number: number | null = null;
  let tokens: string[] = [];
  let before: string[] = [];
  while (at < text.length) {
    word.lastIndex = at;
    const from = at;
    const token = word.exec(text)?.[0] ?? text.charAt(at);
    at += token.length;
    if (/^[\s\0%]/.test(token)) continue;
    if (token === '(') at = endOfText(text, at);
    else if (token === '<<' && depth++ === 0) tokens = [];
    else if (token === '>>') depth = Math.max(0, depth - 1);
    else if (token === 'endobj') depth = 0;
    else if (token === 'obj') {
      if (depth > 0) throw new PdfRefused('unreadable');
      yield { number, head, begin, end: from, stream: null };
      [number, head, begin] = [Number(before[0]), from, at];
    } else if (token === 'stream') {
      if (depth > 0) throw new PdfRefused('unreadable');
      line.lastIndex = at;
      const data = at + (line.exec(text)?.[0].length ?? 0);
      const end = text.indexOf('endstream', data);
      if (end < 0) throw new PdfRefused('unreadable');
      yield { number, head, begin, end: from, stream: { dictionary: plainNames(tokens.join(' ')), begin: data, end } };
      at = end + 'endstream'.length;
      [number, head, begin] = [null, -1, at];
    }
    before = [before[1] ?? '', token];
    if (depth > 0) tokens.push(token);
  }
  yield { number, head, begin, end: text.length, stream: null };
}

/** Behind the bracket that closes a text. */
function endOfText(text: string, from: number): number {
  let open = 1;
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (sign === '\\') at++;
    else if (sign === '(') open++;
    else if (sign === ')' && --open === 0) return at + 1;
  }
  throw new PdfRefused('unreadable');
}

/** The word that opens an object, before a dictionary or a remark that may stand before one. */
const opening = /(?<!end)obj(?=[\s\0]*(?:<<|%(?:[^\r\n]{300}|[^\r\n]{0,299}[\r\n][\s\0]*[<%])))/g;

/**
 * Refuses a file in which an object begins where none is read: in the data of a stream, in a text or a remark. A table
 * at the end of the file may send readers there.
 */
export function refuseHiddenObjects(text: string, heads: ReadonlySet<number>): void {
  for (const { index } of text.matchAll(opening)) if (!heads.has(index)) throw new PdfRefused('unreadable');
}
