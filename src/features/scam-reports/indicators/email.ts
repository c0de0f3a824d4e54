import { domainToASCII } from 'node:url';
import { trimInvisible } from './indicator.ts';

const emailPattern = /^([^\s@<>()[\]\\,;:"?]{1,64})@([^\s@<>()[\]\\,;:"/?#]{1,253})$/u;
/** Providers that ignore dots in the local part. */
const dotInsensitiveDomains: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);
const maxEmailLength = 400;

const splitEmail = (text: string): readonly string[] | null =>
  emailPattern.exec(text.replace(/^mailto:/, '').replace(/\?.*$/, ''));

/** Returns the canonical address without a `+tag`, or null when invalid. */
export function parseEmail(text: string): string | null {
  if (text.length > maxEmailLength) return null;
  const [, name = '', domainText = ''] = splitEmail(trimInvisible(text).normalize('NFKC').toLowerCase()) ?? [];
  const domain = domainToASCII(domainText);
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(domain)) return null;
  const untagged = name.replace(/(?<=.)\+.*$/u, '');
  const local = dotInsensitiveDomains.has(domain) ? untagged.replaceAll('.', '') : untagged;
  const address = `${local}@${dotInsensitiveDomains.has(domain) ? 'gmail.com' : domain}`;
  return local !== '' && splitEmail(address) ? address : null;
}
