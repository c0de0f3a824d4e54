import type { AddressFamily, Network } from '../coins/networks.ts';
import { addressFamilies } from '../coins/networks.ts';
import { readDomain } from './indicators/domain.ts';
import { readEmail } from './indicators/email.ts';
import { indicatorsIn } from './indicators/extract.ts';
import { handleIn, handleServices, isHandlePlace, readHandle } from './indicators/handle.ts';
import { distinct, type Indicator } from './indicators/indicator.ts';
import { readName } from './indicators/name.ts';
import { readPhone } from './indicators/phone.ts';
import { readWallet } from './indicators/wallet.ts';
import type { Fact, LookAt } from './schema.ts';

const networkOf: Readonly<Record<AddressFamily, Network>> = {
  bitcoin: 'bitcoin',
  evm: 'erc20',
  tron: 'trc20',
  solana: 'solana',
  xrp: 'xrp',
};
const isFamily = (text: string): text is AddressFamily => (addressFamilies as readonly string[]).includes(text);

type Excluded = ReadonlySet<string>;

/** A fact as it is kept; null where it is none of its kind. `excluded` are our own wallets. */
export function readFact({ kind, scope, value }: Fact, excluded: Excluded): Indicator | null {
  if (kind === 'wallet') return isFamily(scope) ? readWallet(value, networkOf[scope], excluded) : null;
  const [read, within] = readValue({ kind, scope, value });
  return read === null ? null : { kind, scope: within, value: read };
}

function readValue({ kind, scope, value }: Fact): readonly [string | null, string] {
  if (kind === 'handle') return isHandlePlace(scope) ? [readHandleOf(value, scope), scope] : [null, ''];
  if (kind === 'phone') return [readPhone(value), ''];
  return [kind === 'email' ? readEmail(value) : readDomain(value), ''];
}

/** A name on a service, or the link to its page there. */
function readHandleOf(value: string, service: (typeof handleServices)[number]): string | null {
  if (!value.includes('/')) return readHandle(value, service);
  const page = handleIn(value);
  return page?.scope === service ? page.value : null;
}

const one = (kind: 'domain' | 'name', value: string | null): Indicator[] =>
  value === null ? [] : [{ kind, scope: '', value }];

/** A name without its service could be one on any of them. */
const onAnyService = (text: string): Indicator[] =>
  /^@[\p{L}\p{N}_.]{2,64}$/u.test(text)
    ? handleServices.flatMap((scope) => {
        const value = readHandle(text, scope);
        return value === null ? [] : [{ kind: 'handle' as const, scope, value }];
      })
    : [];

/** What the field of the website says, also where its end is one under which we know no registry. */
export const ofWebsite = (website: string): Indicator[] => {
  const found = indicatorsIn(website);
  return found.length > 0 ? found : one('domain', readDomain(website));
};

export const ofName = (name: string): Indicator[] => one('name', readName(name));

/** Everything in what was typed, whether as a fact or in a text. */
export const indicatorsOf = ({ name, website, contactInfo, text, facts }: LookAt, excluded: Excluded): Indicator[] =>
  distinct([
    ...facts.flatMap((fact) => readFact(fact, excluded) ?? []),
    ...ofWebsite(website),
    ...indicatorsIn(contactInfo),
    ...onAnyService(contactInfo),
    ...ofName(name),
    ...indicatorsIn(text),
  ]).filter(({ kind, value }) => kind !== 'wallet' || !excluded.has(value.split('?')[0] ?? ''));
