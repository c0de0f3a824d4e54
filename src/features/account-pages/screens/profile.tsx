import { lazy, type ReactNode, Suspense } from 'react';
import { ButtonLink } from '../../../ui/button.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { KycProfileCards } from '../../identity/screens/kyc-cards.tsx';
import { PersonalInformation } from './profile/personal-information.tsx';
import { SectionLinks } from './profile/section-links.tsx';
import { type SectionId, sections } from './profile/sections.ts';
import { useHashSection } from './use-hash-section.ts';

export const meta = () => [{ title: 'Profile - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

const security = () => import('../../accounts/screens/account-security.tsx');
const AccountSecurity = lazy(() => security().then(({ AccountSecurity: view }) => ({ default: view })));
const DangerZone = lazy(() => security().then(({ DangerZone: view }) => ({ default: view })));
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
          <Section id="security">
            <AccountSecurity />
          </Section>
          <Section id="location">
            <LocationCards />
          </Section>
          <Section id="notices">
            <div className="stack">
              <p>Updates appear on your notices page. Choose which ones you also get by email, and when.</p>
              <ButtonLink variant="line" to="/notices/settings">
                Notice settings
              </ButtonLink>
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
