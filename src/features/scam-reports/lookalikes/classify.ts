import { domainToUnicode } from 'node:url';
import { socialNames, socialSites } from '../../../ui/social.ts';
import type { Settings } from '../../settings/schema.ts';
import { parseDomain } from '../indicators/domain.ts';
import { parseHandleLink } from '../indicators/handle.ts';
import type { Indicator } from '../types.ts';
import { hostOf, type OfficialContact, resemblesBrand, toOfficialContact } from './brand-match.ts';
import { confusableSkeleton, mixesScripts } from './confusables.ts';
import { checkContact } from './contact-check.ts';

export type Likeness = 'ours' | 'alike' | 'misleading' | null;

/** Compares an indicator with our contacts, like the page “Is this really us?”. */
export function classifyLikeness(indicator: Indicator, known: readonly OfficialContact[]): Likeness {
  const { kind, value } = indicator;
  if (kind === 'handle' && known.some((contact) => isOwnHandle(indicator, contact))) return 'ours';
  if (kind === 'domain') return classifySite(value, known);
  if (kind === 'handle' || kind === 'name') return classifyName(value, known);
  const { is } = checkContact(kind === 'wallet' ? (value.split('?')[0] ?? '') : value, known);
  return is === 'ours' || is === 'alike' ? is : null;
}

/** Returns a contact's domain when we registered it. Null on another company's site, such as a hosted forum. */
const getOwnDomain = ({ kind, value }: OfficialContact): string | null => {
  if (kind === 'email') return parseDomain(value.split('@')[1] ?? '');
  const site = kind === 'site' ? hostOf(value)?.replace(/^www\.|:\d+$/g, '') : undefined;
  return site !== undefined && site === parseDomain(value) ? site : null;
};

const isOwnHandle = ({ scope, value }: Indicator, contact: OfficialContact): boolean => {
  const own = contact.kind === 'page' ? parseHandleLink(contact.value) : null;
  return own?.scope === scope && own.value === value;
};

function classifySite(domain: string, known: readonly OfficialContact[]): Likeness {
  if (known.some((contact) => getOwnDomain(contact) === domain)) return 'ours';
  const seen = domainToUnicode(domain);
  if (seen !== domain) {
    if (resemblesBrand(confusableSkeleton(seen), known)) return 'alike';
    return mixesScripts(seen) ? 'misleading' : null;
  }
  return checkContact(domain, known).is === 'alike' ? 'alike' : null;
}

/** Treats every account that resembles our brand as an imitation. */
const classifyName = (name: string, known: readonly OfficialContact[]): Likeness => {
  if (resemblesBrand(name.replaceAll(' ', ''), known)) return 'alike';
  return mixesScripts(name) ? 'misleading' : null;
};

type CompanySettings = Pick<Settings, 'company' | 'token_contracts'>;

export const listOfficialContacts = (
  { company, token_contracts }: CompanySettings,
  origin: string,
): OfficialContact[] => [
  { kind: 'site', name: 'Website', value: new URL(origin).host },
  toOfficialContact('Community', company.communityUrl),
  ...socialSites.flatMap((site): OfficialContact[] => {
    const page = company.social[site];
    return page === null ? [] : [toOfficialContact(socialNames[site], page)];
  }),
  { kind: 'email', name: 'Email', value: company.supportEmail },
  { kind: 'phone', name: 'Phone', value: company.phone },
  ...(company.whatsapp === null ? [] : [{ kind: 'phone' as const, name: 'WhatsApp', value: company.whatsapp }]),
  { kind: 'token', name: 'Mahoni (MHI) on Solana', value: token_contracts.MHI },
  { kind: 'token', name: 'Lignum (LGM) on Solana', value: token_contracts.LGM },
];
