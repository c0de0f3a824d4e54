import type { ReactNode } from 'react';
import { type Detail, DetailsList } from '../../../../ui/admin/details.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { formatDate, formatDay } from '../../../../ui/format.ts';
import { groupThousands } from '../../../../ui/number-format.ts';
import { getCountryName } from '../../../accounts/countries.ts';
import { tiers } from '../../../identity/tiers.ts';
import type { CustomerRecord } from './data.ts';
import { getTierLabel, riskLabels, statusLabels } from './review-labels.ts';

const DetailsSection = ({ title, details }: { title: string; details: readonly Detail[] }) => (
  <section>
    <h2 className="part">{title}</h2>
    <DetailsList details={details} />
  </section>
);

const renderValue = (text: string, emptyText = 'Not provided'): ReactNode =>
  text || <span className="ink-3">{emptyText}</span>;

export const CustomerProfile = ({ record: { profile, status } }: { record: CustomerRecord }) => (
  <DetailsSection
    title="Profile"
    details={[
      ['Name', renderValue(profile.name)],
      ['Email', profile.email],
      ['Phone', renderValue(profile.phone)],
      ['Date of birth', profile.dateOfBirth ? formatDate(profile.dateOfBirth) : renderValue('')],
      ['Country', renderValue(getCountryName(profile.country))],
      ['Nationality', renderValue(getCountryName(profile.nationality))],
      ['Occupation', renderValue(profile.occupation)],
      ['Customer since', formatDay(profile.since, { year: true })],
      ...tiers.map(
        (tier): Detail => [
          getTierLabel(tier),
          <Badge key={tier} kind={statusLabels[status[tier]].kind}>
            {statusLabels[status[tier]].text}
          </Badge>,
        ],
      ),
    ]}
  />
);

type Profile = CustomerRecord['profile'];

const incomeLabels = { verified: 'verified', pending: 'not verified yet' } as const;

/** Never shown to the customer (A7). `figure` is the risk score, for staff who may see it (decision F11). */
export const CustomerRisk = ({ profile, figure }: { profile: Profile; figure: ReactNode }) => (
  <DetailsSection
    title="Risk"
    details={[
      ...(figure ? [['Risk', figure] as const] : []),
      ['Politically exposed', profile.pep ? 'Yes' : 'No'],
      [
        'Enhanced KYC',
        `${profile.enhancedCompleted ? 'Completed' : 'Not completed'}${profile.risk ? `, risk: ${riskLabels[profile.risk].text}` : ''}`,
      ],
      [
        'Declared income',
        profile.monthlyIncome === null
          ? renderValue('')
          : `J$${groupThousands(profile.monthlyIncome)} a month${
              profile.incomeVerification ? `, ${incomeLabels[profile.incomeVerification]}` : ''
            }`,
      ],
      [
        'Enhanced KYC assessed on',
        profile.assessedOn ? formatDay(profile.assessedOn, { year: true }) : renderValue(''),
      ],
    ]}
  />
);
