import { parsePhone } from '../../kernel/phone-number.ts';
import { stripInvisible } from '../../kernel/strip-invisible.ts';
import type { KnownAddresses } from '../assets/addresses.ts';
import { isAddressFamily } from '../assets/families.ts';
import { familyNetworks } from '../assets/networks.ts';
import { parseDomain, parseEmail } from './indicators/domain.ts';
import { findIndicators } from './indicators/extract.ts';
import { handleServices, isSocialNetwork, parseHandle, parseHandleLink } from './indicators/handle.ts';
import { parseWallet } from './indicators/wallet.ts';
import type { Fact, LookupInput } from './schema.ts';
import { distinct, type Indicator, trimInvisible } from './types.ts';

const foldName = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Removes accents, case and punctuation: `Élite-Trades Ltd.` becomes `elite trades ltd`. Null when too short. */
export function parseName(text: string): string | null {
  const name = foldName(foldName(trimInvisible(text)));
  return name.length >= 2 && name.length <= 200 ? name : null;
}

/** Normalizes a reported fact. Returns null for an invalid fact and for addresses of the company. */
export function parseFact({ kind, scope, value }: Fact, companyAddresses: KnownAddresses): Indicator | null {
  if (kind === 'wallet')
    return isAddressFamily(scope) ? parseWallet(value, familyNetworks[scope], companyAddresses) : null;
  const [read, within] = parseValue({ kind, scope, value });
  return read === null ? null : { kind, scope: within, value: read };
}

function parseValue({ kind, scope, value }: Fact): readonly [string | null, string] {
  if (kind === 'handle') return isSocialNetwork(scope) ? [parseHandleOf(value, scope), scope] : [null, ''];
  if (kind === 'phone') return [parsePhone(value), ''];
  return [kind === 'email' ? parseEmail(value) : parseDomain(value), ''];
}

function parseHandleOf(value: string, service: (typeof handleServices)[number]): string | null {
  if (!value.includes('/')) return parseHandle(value, service);
  const page = parseHandleLink(value);
  return page?.scope === service ? page.value : null;
}

const toIndicators = (kind: 'domain' | 'name', value: string | null): Indicator[] =>
  value === null ? [] : [{ kind, scope: '', value }];

/** Tries `@name` on every service, because the text does not say which service is meant. */
const handlesOnAnyService = (text: string): Indicator[] =>
  /^@[\p{L}\p{N}_.]{2,64}$/u.test(text)
    ? handleServices.flatMap((scope) => {
        const value = parseHandle(text, scope);
        return value === null ? [] : [{ kind: 'handle' as const, scope, value }];
      })
    : [];

/** Parses the website field. Accepts unknown top-level domains too. */
export const parseWebsite = (website: string): Indicator[] => {
  const found = findIndicators(website);
  return found.length > 0 ? found : toIndicators('domain', parseDomain(website));
};

export const parseNameIndicators = (name: string): Indicator[] => toIndicators('name', parseName(name));

export const collectIndicators = (
  { name, website, contactInfo, text, facts }: LookupInput,
  ours: KnownAddresses,
): Indicator[] =>
  distinct([
    ...facts.flatMap((fact) => parseFact(fact, ours) ?? []),
    ...parseWebsite(website),
    ...findIndicators(contactInfo),
    ...handlesOnAnyService(stripInvisible(contactInfo)),
    ...parseNameIndicators(name),
    ...findIndicators(text),
  ]).filter(({ kind, value }) => kind !== 'wallet' || !ours.wallets.has(value.split('?')[0] ?? ''));
