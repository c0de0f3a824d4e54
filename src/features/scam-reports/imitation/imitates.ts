import { domainToUnicode } from 'node:url';
import { readDomain } from '../indicators/domain.ts';
import type { Indicator } from '../indicators/indicator.ts';
import { hostOf, type Known, leansOn } from './alike.ts';
import { checkContact } from './contact-check.ts';
import { drawn, mixesScripts } from './letters.ts';

/** What an indicator is to us: one of ours, made to look like it, or written so that it is misread. */
export type Likeness = 'ours' | 'alike' | 'misleading' | null;

/** The same judgement as of the page 'Is this really us?', and of a site in the letters that one sees. */
export function likenessOf({ kind, value }: Indicator, known: readonly Known[]): Likeness {
  if (kind === 'domain') return ofSite(value, known);
  if (kind === 'handle' || kind === 'name') return ofName(value, known);
  const { is } = checkContact(kind === 'wallet' ? (value.split('?')[0] ?? '') : value, known);
  return is === 'ours' || is === 'alike' ? is : null;
}

/**
 * What we registered: the sites that are ours, and where we get mail. Of a site below another one, such as a community
 * on a forum of others, that other one is not ours: everybody's may stand below it.
 */
const ownDomains = (known: readonly Known[]): (string | null)[] =>
  known.flatMap(({ kind, value }) => {
    if (kind === 'email') return [readDomain(value.split('@')[1] ?? '')];
    const domain = kind === 'site' ? readDomain(value) : null;
    return domain !== null &&
      hostOf(value)
        ?.replace(/^www\./, '')
        .replace(/:\d+$/, '') === domain
      ? [domain]
      : [];
  });

function ofSite(domain: string, known: readonly Known[]): Likeness {
  if (ownDomains(known).includes(domain)) return 'ours';
  const seen = domainToUnicode(domain);
  if (seen !== domain) {
    if (leansOn(drawn(seen), known)) return 'alike';
    return mixesScripts(seen) ? 'misleading' : null;
  }
  return checkContact(domain, known).is === 'alike' ? 'alike' : null;
}

/** Whoever goes by our name: we have no account under it but those on our page, so it is not one of ours. */
const ofName = (name: string, known: readonly Known[]): Likeness => {
  if (leansOn(name.replaceAll(' ', ''), known)) return 'alike';
  return mixesScripts(name) ? 'misleading' : null;
};
