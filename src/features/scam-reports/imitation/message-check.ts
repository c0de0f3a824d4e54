import { type Known, leansOn } from './alike.ts';
import { type ContactResult, checkContact } from './contact-check.ts';

/** One thing that stands in a message, as it is written there, and what it is. */
export type Found = { readonly text: string; readonly verdict: ContactResult };

/** With a scheme, or as a name whose end is written small: `Monday.Please` lacks a blank. */
const link =
  /(?:[hH][tT][tT][pP][sS]?:\/\/|[wW]{3}\.)[^\s<>"'“”]+|(?<![\w@.-])(?:[\p{L}\d-]{1,63}\.)+\p{Ll}{2,63}(?:[/?#][^\s<>"'“”]*)?(?![\w@])/gu;
const email = /[^\s@<>()[\]"'“”:,;]{1,64}@[^\s@<>()[\]"'“”,;]{1,255}\.\p{L}{2,63}/gu;
const wallet = /(?<![\w])(?:0x[0-9a-f]{40}|bc1[0-9a-z]{8,87}|[1-9A-HJ-NP-Za-km-z]{25,64})(?![\w])/gi;
/** Signs of a number with what people write between them, no amount of money and no date. */
const number = /(?<![\w$.,])(?!\d{4}-\d{2}-\d{2})(?:\+|\()?\d[\d ().\-\u2010-\u2013]{5,24}\d(?![\w,])/g;
const handle = /(?<![\w@./])@[\p{L}\d_.]{2,64}/gu;
const phoneLink = /^(?:https?:\/\/)?(?:wa\.me\/|api\.whatsapp\.com\/send\/?\?phone=)\+?(\d{7,15})/i;
const closing = /[.:!?…*_),;]+$/u;
const longest = 20_000;

/** What a link or an account name is; a link that writes to a number is that number. */
function judge(text: string, known: readonly Known[]): ContactResult {
  const phone = phoneLink.exec(text)?.[1];
  if (phone !== undefined) return checkContact(`+${phone}`, known);
  if (!text.startsWith('@')) return checkContact(text, known);
  return { is: leansOn(text.slice(1), known) ? 'alike' : 'foreign' };
}

/**
 * Everything in a pasted message that somebody could be reached at or paid by, in the order in which it stands there:
 * links, addresses, numbers, wallets, names of accounts. Nothing leaves the device.
 */
export function checkMessage(pasted: string, known: readonly Known[]): Found[] {
  const whole = checkContact(pasted, known);
  if (whole.is !== 'unclear') return [{ text: pasted.trim(), verdict: whole }];
  const secret = pasted.split('\n').find((line) => checkContact(line, known).is === 'secret');
  if (secret !== undefined) return [{ text: '', verdict: { is: 'secret' } }];
  let left = pasted.slice(0, longest);
  const places: { at: number; text: string }[] = [];
  for (const shape of [link, email, wallet, handle, number])
    left = left.replace(shape, (found, ...rest) => {
      const at = rest.findLast((one) => typeof one === 'number') as number;
      places.push({ at, text: found.trim().replace(closing, '') });
      return ' '.repeat(found.length);
    });
  const found = places.toSorted((one, other) => one.at - other.at).map(({ text }) => text);
  const judged = [...new Set(found)].map((text) => ({ text, verdict: judge(text, known) }));
  return judged.filter(({ verdict }) => verdict.is !== 'unclear');
}
