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
 * What we registered of it: a site that is ours, or where we get mail; null for nothing. Of a site below another one,
 * such as a community on a forum of others, that other one is not ours: everybody's may stand below it.
 */
const ownDomain = ({ kind, value }: Known): string | null => {
  if (kind === 'email') return readDomain(value.split('@')[1] ?? '');
  const site = kind === 'site' ? hostOf(value)?.replace(/^www\.|:\d+$/g, '') : undefined;
  return site !== undefined && site === readDomain(value) ? site : null;
};

function ofSite(domain: string, known: readonly Known[]): Likeness {
  if (known.some((one) => ownDomain(one) === domain)) return 'ours';
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
