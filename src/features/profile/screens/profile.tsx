import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation } from 'react-router';
import { ButtonLink } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { formatDate } from '../../../ui/format.ts';
import { PriceBreakdown } from '../../../ui/price-breakdown.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FailedState } from '../../../ui/states.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { countryNames } from '../../accounts/countries.ts';
import { KycProfileCards } from '../../kyc/screens/kyc-cards.tsx';
import { formatPhoneNumber } from '../profile-change.ts';
import { LockNotice, type OwnProfile } from './lock-notice.tsx';
import { useSessionEnd } from './session-end.ts';
import { useHashSection } from './use-hash-section.ts';

/** Sections of the profile in display order, by URL fragment [000 §2 Profile]. */
const sections = {
  kyc: 'KYC',
  personal: 'Personal information',
  payees: 'Wallets and bank accounts',
  security: 'Account security',
  location: 'Security & Location',
  notices: 'Notices and emails',
  programs: 'API access',
  danger: 'Danger zone',
} as const;

type SectionId = keyof typeof sections;
const sectionIds = Object.keys(sections) as readonly SectionId[];

const EditProfile = lazy(() => import('./edit-profile.tsx'));

const notProvided = <span className="ink-3">Not provided</span>;
const formatLongText = (text: string) => (text === '' ? notProvided : <span className="long">{text}</span>);

const ProfileDetails = ({ profile }: { profile: OwnProfile }) => (
  <PriceBreakdown
    rows={[
      { label: 'First name', figure: formatLongText(profile.firstName) },
      { label: 'Last name', figure: formatLongText(profile.lastName) },
      { label: 'Display name', figure: formatLongText(profile.displayName) },
      { label: 'Email', figure: formatLongText(profile.email) },
      { label: 'Phone number', figure: formatLongText(formatPhoneNumber(profile.phoneNumber)) },
      { label: 'Date of birth', figure: formatDate(profile.dateOfBirth) },
      { label: 'Country of residence', figure: countryNames[profile.declaredCountry] ?? formatLongText('') },
      { label: 'Avatar URL', figure: formatLongText(profile.avatarUrl) },
    ]}
  />
);

/** Personal information [000 §2 Profile]. Focus moves into the form and back to 'Edit'. */
function PersonalInformation() {
  const { data, error, refetch } = useQuery(api.accountPages.profile.queryOptions());
  useSessionEnd(error);
  const [isEditing, setIsEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const stopEditing = () => {
    flushSync(() => setIsEditing(false));
    editButton.current?.focus();
  };
  if (!data && error)
    return <FailedState text="We couldn't load your profile." error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label="Loading your personal information" lines={[40, 100, 100, 100]} />;
  if (isEditing)
    return (
      <Suspense fallback={<Skeleton label="Loading the form" lines={[40, 100, 100, 100]} />}>
        <EditProfile profile={data} leave={stopEditing} />
      </Suspense>
    );
  return (
    <>
      <ProfileDetails profile={data} />
      <LockNotice locked={data.locked} />
      <button ref={editButton} type="button" className="btn line edit" onClick={() => setIsEditing(true)}>
        Edit
      </button>
    </>
  );
}

function SectionLinks() {
  const { hash } = useLocation();
  return (
    <nav className="contents" aria-label="On this page">
      <ul>
        {sectionIds.map((id) => (
          <li key={id}>
            <Link to={`#${id}`} aria-current={hash === `#${id}` ? 'location' : undefined}>
              {sections[id]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export const meta = () => [{ title: 'Profile - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

const security = () => import('../../accounts/screens/account-security.tsx');
const AccountSecurity = lazy(() => security().then(({ AccountSecurity: view }) => ({ default: view })));
const DangerZone = lazy(() => security().then(({ DangerZone: view }) => ({ default: view })));
const SavedPayees = lazy(() =>
  import('../../trading/screens/payees/saved-payees.tsx').then(({ SavedPayees: view }) => ({ default: view })),
);
const LocationCards = lazy(() =>
  import('../../location/screens/location-cards.tsx').then(({ LocationCards: view }) => ({ default: view })),
);
/** /profile: identity checks, personal information, security and location [000 §2 Profile]. */
export default function Profile() {
  const { session } = useViewer();
  return session === 'out' ? <SignInRequired title="Please log in to view your profile." text="" /> : <Sections />;
}

function Section({ id, children }: { id: Exclude<SectionId, 'kyc'>; children: ReactNode }) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{sections[id]}</h2>
      <Suspense fallback={<Skeleton label={`Loading ${sections[id]}`} lines={[40, 100, 80]} />}>{children}</Suspense>
    </section>
  );
}

function Sections() {
  useHashSection();
  return (
    <div className="wrap">
      <ScreenHead title="Profile" text="Your details, and how to keep your account safe." />
      <div className="profile">
        <SectionLinks />
        <div className="parts">
          {/* Has its own heading and `#kyc` anchor. */}
          <div tabIndex={-1}>
            <KycProfileCards />
          </div>
          <Section id="personal">
            <PersonalInformation />
          </Section>
          <Section id="payees">
            <SavedPayees />
            <div className="row">
              <ButtonLink variant="line" to="/discounts">
                Fee discounts
              </ButtonLink>
            </div>
          </Section>
          <Section id="security">
            <AccountSecurity />
          </Section>
          <Section id="location">
            <LocationCards />
          </Section>
          <Section id="notices">
            <div className="stack">
              <p>Updates appear on your notices page. Choose which ones you also get by email, and when.</p>
              <div className="row">
                <ButtonLink variant="line" to="/notices/settings">
                  Notice settings
                </ButtonLink>
                <ButtonLink variant="line" to="/price-alerts">
                  Price alerts
                </ButtonLink>
              </div>
            </div>
          </Section>
          <Section id="programs">
            <div className="stack">
              <p>Connect your own programs to get prices, place orders and receive order updates.</p>
              <ButtonLink variant="line" to="/profile/programs">
                Keys and webhooks
              </ButtonLink>
            </div>
          </Section>
          <Section id="danger">
            <DangerZone />
          </Section>
        </div>
      </div>
    </div>
  );
}
