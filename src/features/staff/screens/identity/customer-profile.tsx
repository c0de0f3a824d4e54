import type { ReactNode } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { type Fact, FactList } from '../../../../ui/desk/facts.tsx';
import { grouped } from '../../../../ui/figures.ts';
import { dateText, dayText } from '../../../../ui/format.ts';
import { countryNamed } from '../../../accounts/countries.ts';
import { tiers } from '../../../identity/tiers.ts';
import type { CustomerRecord } from './data.ts';
import { riskWords, statusWords, tierWord } from './words.ts';

const Facts = ({ title, facts }: { title: string; facts: readonly Fact[] }) => (
  <section>
    <h2 className="part">{title}</h2>
    <FactList facts={facts} />
  </section>
);

const given = (text: string, otherwise = 'Not given'): ReactNode => text || <span className="ink-3">{otherwise}</span>;

/** Who somebody says they are, and how far that is proved. */
export const CustomerProfile = ({ record: { profile, status } }: { record: CustomerRecord }) => (
  <Facts
    title="Profile"
    facts={[
      ['Name', given(profile.name)],
      ['E-mail', profile.email],
      ['Phone', given(profile.phone)],
      ['Date of birth', profile.dateOfBirth ? dateText(profile.dateOfBirth) : given('')],
      ['Country', given(countryNamed(profile.country))],
      ['Nationality', given(countryNamed(profile.nationality))],
      ['Occupation', given(profile.occupation)],
      ['Customer since', dayText(profile.since, { year: true })],
      ...tiers.map(
        (tier): Fact => [
          tierWord(tier),
          <Badge key={tier} kind={statusWords[status[tier]].kind}>
            {statusWords[status[tier]].text}
          </Badge>,
        ],
      ),
    ]}
  />
);

type Profile = CustomerRecord['profile'];

const incomeWords = { verified: 'verified', pending: 'not verified yet' } as const;

/** What decides how much care this customer asks for. Never shown to the customer (A7). */
export const CustomerRisk = ({ profile }: { profile: Profile }) => (
  <Facts
    title="Risk"
    facts={[
      [
        'Level',
        profile.risk ? (
          <Badge key="level" kind={riskWords[profile.risk].kind}>
            {riskWords[profile.risk].text}
          </Badge>
        ) : (
          given('', 'Not assessed')
        ),
      ],
      ['Politically exposed', profile.pep ? 'Yes' : 'No'],
      ['Enhanced KYC', profile.enhancedCompleted ? 'Completed' : 'Not completed'],
      [
        'Declared income',
        profile.monthlyIncome === null
          ? given('')
          : `J$${grouped(profile.monthlyIncome)} a month${
              profile.incomeVerification ? `, ${incomeWords[profile.incomeVerification]}` : ''
            }`,
      ],
      ['Assessed on', profile.assessedOn ? dayText(profile.assessedOn, { year: true }) : given('')],
    ]}
  />
);
