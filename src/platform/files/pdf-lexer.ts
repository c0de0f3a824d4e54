import { setImmediate } from 'node:timers/promises';
import { plainNames } from './pdf-names.ts';
import { PdfRefused } from './pdf-refused.ts';

/** The dictionary of a stream as a reader takes it, and where its data begins. */
export type StreamHead = { readonly dictionary: string; readonly dataBegin: number };

/** What counts as one word: white space, a remark, a text in hexadecimal, brackets, a name, anything else. */
const word = /[\s\0]+|%[^\r\n]*|<<|>>|<[^<>]*>|\(|\/[^\s\0()<>[\]{}/%]*|[[\]{}]|[^\s\0()<>[\]{}/%]+|[>)]/y;

/** Words that are read at a stretch, some milliseconds' worth. */
const breath = 50_000;

/**
 * The next stream behind `from`, which must not lie in one. Words in texts and remarks are passed over, as every reader
 * does, so that none of them can end or begin a dictionary for us alone. Null: there is no further one.
 */
export async function nextStream(text: string, from: number): Promise<StreamHead | null> {
  let [at, depth] = [from, 0];
  let tokens: string[] = [];
  for (let read = 1; at < text.length; read++) {
    // A file can have millions of words: others are served in between.
    if (read % breath === 0) await setImmediate();
    word.lastIndex = at;
    const token = word.exec(text)?.[0] ?? text.charAt(at);
    at += token.length;
    if (token === '(') at = endOfText(text, at);
    else if (token === '<<' && depth++ === 0) tokens = [];
    else if (token === '>>') depth = Math.max(0, depth - 1);
    else if (token === 'endobj') depth = 0;
    else if (token === 'stream') {
      if (depth > 0) throw new PdfRefused('unreadable');
      const line = /[^\r\n]*(?:\r\n|\r|\n)/y;
      line.lastIndex = at;
      return { dictionary: plainNames(tokens.join(' ')), dataBegin: at + (line.exec(text)?.[0].length ?? 0) };
    }
    if (depth > 0 && !/^[\s\0%]/.test(token)) tokens.push(token);
  }
  return null;
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
