import { stripInvisible } from '../../../kernel/strip-invisible.ts';
import { type OfficialContact, resemblesBrand } from './brand-match.ts';
import { type ContactResult, checkContact } from './contact-check.ts';

export type Found = { readonly text: string; readonly verdict: ContactResult };

/** Requires a scheme, `www.` or a lower-case ending, so that `Monday.Please` is not a link. */
const linkPattern =
  /(?:[hH][tT][tT][pP][sS]?:\/\/|[wW]{3}\.)[^\s<>"'“”]+|(?<![\w@.-])(?:[\p{L}\d-]{1,63}\.)+\p{Ll}{2,63}(?:[/?#][^\s<>"'“”]*)?(?![\w@])/gu;
const emailPattern = /[^\s@<>()[\]"'“”:,;]{1,64}@[^\s@<>()[\]"'“”,;]{1,255}\.\p{L}{2,63}/gu;
const walletPattern = /(?<![\w])(?:0x[0-9a-f]{40}|bc1[0-9a-z]{8,87}|[1-9A-HJ-NP-Za-km-z]{25,64})(?![\w])/gi;
/** Matches phone and account numbers, but no amounts of money and no ISO dates. */
const numberPattern = /(?<![\w$.,])(?!\d{4}-\d{2}-\d{2})(?:\+|\()?\d[\d ().\-\u2010-\u2013]{5,24}\d(?!\w|,\d)/g;
const handlePattern = /(?<![\w@./])@[\p{L}\d_.]{2,64}/gu;
const phoneLink = /^(?:https?:\/\/)?(?:wa\.me\/|api\.whatsapp\.com\/send\/?\?phone=)\+?(\d{7,15})/i;
const closingPattern = /[.:!?…*_),;]+$/u;
const maxMessageLength = 20_000;

function checkPart(text: string, known: readonly OfficialContact[]): ContactResult {
  const phone = phoneLink.exec(text)?.[1];
  if (phone !== undefined) return checkContact(`+${phone}`, known);
  if (!text.startsWith('@')) return checkContact(text, known);
  return { is: resemblesBrand(text.slice(1), known) ? 'alike' : 'foreign' };
}

/** Finds all contacts and payment targets in a message, in their order. Runs in the browser. */
export function checkMessage(pasted: string, known: readonly OfficialContact[]): Found[] {
  const whole = checkContact(pasted, known);
  if (whole.is !== 'unclear') return [{ text: pasted.trim(), verdict: whole }];
  const secret = pasted.split('\n').find((line) => checkContact(line, known).is === 'secret');
  if (secret !== undefined) return [{ text: '', verdict: { is: 'secret' } }];
  let rest = stripInvisible(pasted.slice(0, maxMessageLength));
  const matches: { at: number; text: string }[] = [];
  for (const shape of [linkPattern, emailPattern, walletPattern, handlePattern, numberPattern])
    rest = rest.replace(shape, (found, ...rest) => {
      const at = rest.findLast((a) => typeof a === 'number') as number;
      matches.push({ at, text: found.trim().replace(closingPattern, '') });
      return ' '.repeat(found.length);
    });
  const found = matches.toSorted((a, b) => a.at - b.at).map(({ text }) => text);
  const results = [...new Set(found)].map((text) => ({ text, verdict: checkPart(text, known) }));
  return results.filter(({ verdict }) => verdict.is !== 'unclear');
}
