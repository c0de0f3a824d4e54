/** Value in a PDF: a name is a string, a string is bytes, a reference or unknown value is null. */
export type PdfValue = string | number | boolean | Buffer | readonly PdfValue[] | PdfDictionary | null;
export type PdfDictionary = ReadonlyMap<string, PdfValue>;

const blank = /(?:[\s\0]|%[^\r\n]*(?:[\r\n]|$))*/y;
const name = /\/([^\s\0()<>[\]{}/%]*)/y;
const hex = /<([\s0-9a-fA-F]*)>/y;
const number = /[-+]?(?:\d+\.?\d*|\.\d+)(?![^\s\0()<>[\]{}/%])/y;
const reference = /\d+[\s\0]+\d+[\s\0]+R(?![^\s\0()<>[\]{}/%])/y;
const otherWord = /[^\s\0()<>[\]{}/%]+/y;

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

const maxDepth = 6;
const maxTextLength = 4_096;

export const readValue = (text: string, at: number): PdfValue => new ValueReader(text, at).value(0);

class ValueReader {
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  #take(form: RegExp): RegExpExecArray | null {
    form.lastIndex = this.#at;
    const found = form.exec(this.#text);
    if (found) this.#at = form.lastIndex;
    return found;
  }

  #takeWord(word: string): boolean {
    this.#take(blank);
    if (!this.#text.startsWith(word, this.#at)) return false;
    this.#at += word.length;
    return true;
  }

  value(depth: number): PdfValue {
    if (depth > maxDepth) return null;
    if (this.#takeWord('<<')) return this.#dictionary(depth);
    if (this.#takeWord('[')) return this.#list(depth);
    if (this.#takeWord('(')) return this.#literal();
    const hexMatch = this.#take(hex);
    if (hexMatch) return decodeHex(hexMatch[1] ?? '');
    const nameMatch = this.#take(name);
    if (nameMatch) return decodeName(nameMatch[1] ?? '');
    if (this.#take(reference)) return null;
    const [digitsText] = this.#take(number) ?? [];
    if (digitsText !== undefined) return Number(digitsText);
    const [keyword] = this.#take(otherWord) ?? [];
    return keyword === 'true' || keyword === 'false' ? keyword === 'true' : null;
  }

  #dictionary(depth: number): PdfDictionary {
    const entries = new Map<string, PdfValue>();
    while (!this.#takeWord('>>')) {
      const key = this.#take(name);
      if (!key) break;
      const [word, value] = [decodeName(key[1] ?? ''), this.value(depth + 1)];
      // Ignores duplicate keys, because readers differ in which value they use.
      entries.set(word, entries.has(word) ? null : value);
    }
    return entries;
  }

  #list(depth: number): PdfValue[] {
    const values: PdfValue[] = [];
    while (!this.#takeWord(']') && this.#at < this.#text.length && values.length < 20)
      values.push(this.value(depth + 1));
    return values;
  }

  #literal(): Buffer | null {
    let text = '';
    for (let open = 1; text.length < maxTextLength; ) {
      const [token] = this.#take(/\\(?:[0-7]{1,3}|\r\n|[\s\S])|\r\n|[\s\S]/y) ?? [];
      if (token === undefined) return null;
      if (token === '(') open++;
      if (token === ')' && --open === 0) return Buffer.from(text, 'latin1');
      text += unescapeCharacter(token);
    }
    return null;
  }
}

function unescapeCharacter(sign: string): string {
  if (!sign.startsWith('\\')) return sign.startsWith('\r') ? '\n' : sign;
  const rest = sign.slice(1);
  if (/^[0-7]/.test(rest)) return String.fromCharCode(Number.parseInt(rest, 8) & 255);
  return /^[\r\n]/.test(rest) ? '' : (escapes[rest] ?? rest);
}

const decodeHex = (digits: string): Buffer => {
  const bare = digits.replace(/\s/g, '');
  return Buffer.from(bare.length % 2 ? `${bare}0` : bare, 'hex');
};

const decodeName = (written: string): string =>
  written.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
