import { socialNames, socialSites } from '../../../ui/social.ts';
import type { Settings } from '../../settings/schema.ts';
import { type Known, knownByAddress } from './alike.ts';

type Facts = Pick<Settings, 'company' | 'token_contracts'>;

/** By what we are known, as the page 'Is this really us?' lists it: out of the settings, and where we are reached. */
export const officialKnown = ({ company, token_contracts }: Facts, origin: string): Known[] => [
  { kind: 'site', name: 'Website', value: new URL(origin).host },
  knownByAddress('Community', company.communityUrl),
  ...socialSites.flatMap((site): Known[] => {
    const page = company.social[site];
    return page === null ? [] : [knownByAddress(socialNames[site], page)];
  }),
  { kind: 'email', name: 'Email', value: company.supportEmail },
  { kind: 'phone', name: 'Phone', value: company.phone },
  { kind: 'token', name: 'Mahoni (MHI) on Solana', value: token_contracts.MHI },
  { kind: 'token', name: 'Lignum (LGM) on Solana', value: token_contracts.LGM },
];
