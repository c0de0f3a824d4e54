import { domainToASCII } from 'node:url';
import { bare } from './indicator.ts';

const shape = /^([^\s@<>()[\]\\,;:"?]{1,64})@([^\s@<>()[\]\\,;:"/?#]{1,253})$/u;
/** Where stops in a name say nothing. */
const stopless: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);
const longest = 400;

const partsOf = (text: string): readonly string[] | null =>
  shape.exec(text.replace(/^mailto:/, '').replace(/\?.*$/, ''));

/** An e-mail address as its owner gets it: what follows a plus is their own note. */
export function readEmail(text: string): string | null {
  if (text.length > longest) return null;
  const [, name = '', place = ''] = partsOf(bare(text).normalize('NFKC').toLowerCase()) ?? [];
  const domain = domainToASCII(place);
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(domain)) return null;
  const noted = name.replace(/(?<=.)\+.*$/u, '');
  const local = stopless.has(domain) ? noted.replaceAll('.', '') : noted;
  const address = `${local}@${stopless.has(domain) ? 'gmail.com' : domain}`;
  return local !== '' && partsOf(address) ? address : null;
}
