import { socialNames, socialSites } from '../../../ui/social.ts';
import type { Settings } from '../../settings/schema.ts';
import { type OfficialContact, toOfficialContact } from './brand-match.ts';

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
  { kind: 'token', name: 'Mahoni (MHI) on Solana', value: token_contracts.MHI },
  { kind: 'token', name: 'Lignum (LGM) on Solana', value: token_contracts.LGM },
];
