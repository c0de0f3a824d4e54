import { decodeNames } from './pdf-names.ts';
import { PdfRejectionError } from './rejection.ts';

export type PdfObject = {
  readonly number: number | null;
  readonly generation: number;
  readonly headIndex: number;
  readonly begin: number;
  readonly end: number;
  readonly stream: { readonly dictionary: string; readonly begin: number; readonly end: number } | null;
};

const tokenPattern = /[\s\0]+|%[^\r\n]*|<<|>>|<[^<>]*>|\(|\/[^\s\0()<>[\]{}/%]*|[[\]{}]|[^\s\0()<>[\]{}/%]+|[>)]/y;
const linePattern = /[^\r\n]*(?:\r\n|\r|\n)/y;

/** Yields objects and the data between them. Skips strings and comments, like a PDF reader. */
export function* scanObjects(text: string): Generator<PdfObject> {
  let [position, depth, begin, headIndex] = [0, 0, 0, -1];
  let number: number | null = null;
  let generation = 0;
  let tokens: string[] = [];
  let lastTokens: string[] = [];
  while (position < text.length) {
    tokenPattern.lastIndex = position;
    const from = position;
    const token = tokenPattern.exec(text)?.[0] ?? text.charAt(position);
    position += token.length;
    if (/^[\s\0%]/.test(token)) continue;
    if (token === '(') position = findTextEnd(text, position);
    else if (token === '<<' && depth++ === 0) tokens = [];
    else if (token === '>>') depth = Math.max(0, depth - 1);
    else if (token === 'endobj') depth = 0;
    else if (token === 'obj') {
      if (depth > 0) throw new PdfRejectionError('unreadable');
      yield { number, generation, headIndex, begin, end: from, stream: null };
      [number, generation, headIndex, begin] = [Number(lastTokens[0]), Number(lastTokens[1]), from, position];
    } else if (token === 'stream') {
      if (depth > 0) throw new PdfRejectionError('unreadable');
      linePattern.lastIndex = position;
      const data = position + (linePattern.exec(text)?.[0].length ?? 0);
      const end = text.indexOf('endstream', data);
      if (end < 0) throw new PdfRejectionError('unreadable');
      const stream = { dictionary: decodeNames(tokens.join(' ')), begin: data, end };
      yield { number, generation, headIndex, begin, end: from, stream };
      position = end + 'endstream'.length;
      [number, headIndex, begin] = [null, -1, position];
    }
    lastTokens = [lastTokens[1] ?? '', token];
    if (depth > 0) tokens.push(token);
  }
  yield { number, generation, headIndex, begin, end: text.length, stream: null };
}

function findTextEnd(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '\\') at++;
    else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return at + 1;
  }
  throw new PdfRejectionError('unreadable');
}

const objectStart = /(?<!end)obj(?=[\s\0]*(?:<<|%(?:[^\r\n]{300}|[^\r\n]{0,299}[\r\n][\s\0]*[<%])))/g;

/** Throws for objects hidden in streams, strings or comments. */
export function assertNoHiddenObjects(text: string, heads: ReadonlySet<number>): void {
  for (const { index } of text.matchAll(objectStart)) if (!heads.has(index)) throw new PdfRejectionError('unreadable');
}
