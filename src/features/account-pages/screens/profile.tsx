import { lazy, type ReactNode, Suspense } from 'react';
import { ButtonLink } from '../../../ui/button.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { SignInNeeded } from '../../../ui/sign-in-needed.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { KycProfileCards } from '../../identity/screens/kyc-cards.tsx';
import { PersonalInformation } from './profile/personal-information.tsx';
import { SectionLinks } from './profile/section-links.tsx';
import { type SectionId, sections } from './profile/sections.ts';
import { useSectionOfAddress } from './use-section-of-address.ts';

export const meta = () => [{ title: 'Profile - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

// What stands further down comes after what one sees first.
const security = () => import('../../accounts/screens/account-security.tsx');
const AccountSecurity = lazy(() => security().then(({ AccountSecurity: view }) => ({ default: view })));
const DangerZone = lazy(() => security().then(({ DangerZone: view }) => ({ default: view })));
const LocationCards = lazy(() =>
  import('../../location/screens/location-cards.tsx').then(({ LocationCards: view }) => ({ default: view })),
);
/**
 * /profile: identity checks, personal information, the account's locks, where it is used from [000 §2 Profile]. Signed
 * out it asks to log in.
 */
export default function Profile() {
  const { session } = useViewer();
  return session === 'out' ? <SignInNeeded title="Please log in to view your profile." text="" /> : <Sections />;
}

/** A part of the page that an address can name: `#kyc`. Focus may be put on it, so that reading goes on there. */
function Section({ id, children }: { id: Exclude<SectionId, 'kyc'>; children: ReactNode }) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{sections[id]}</h2>
      <Suspense fallback={<Skeleton label={`Loading ${sections[id]}`} lines={[40, 100, 80]} />}>{children}</Suspense>
    </section>
  );
}

function Sections() {
  useSectionOfAddress();
  return (
    <div className="wrap">
      <ScreenHead title="Profile" text="Who you are to us, and what keeps your account yours." />
      <div className="profile">
        <SectionLinks />
        <div className="parts">
          {/* Brings its own heading and the place that `#kyc` names. */}
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
              <p>What happens stands on your page of notices. You choose what comes by mail, too, and when.</p>
              <ButtonLink look="line" to="/notices/settings">
                What we tell you, and how
              </ButtonLink>
            </div>
          </Section>
          <Section id="programs">
            <div className="stack">
              <p>A program of yours may ask for prices, place orders and be told when they move, by a key.</p>
              <ButtonLink look="line" to="/profile/programs">
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
