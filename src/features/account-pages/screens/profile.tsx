import { AccountSecurity, DangerZone } from '../../accounts/screens/account-security.tsx';
import { KycProfileCards } from '../../identity/screens/kyc-cards.tsx';
import { LocationCards } from '../../location/screens/location-cards.tsx';
import { LocationConsent } from '../../location/screens/location-consent.tsx';

export const meta = () => [{ title: 'Profile - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

export default function Profile() {
  return (
    <div className="wrap">
      <h1>Profile</h1>
      <KycProfileCards />
      <AccountSecurity />
      <LocationCards />
      <DangerZone />
      <LocationConsent />
    </div>
  );
}
