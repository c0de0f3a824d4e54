import { KycStatusCard } from '../../identity/screens/kyc-cards.tsx';

export const meta = () => [{ title: 'Dashboard - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

export default function Dashboard() {
  return (
    <div className="wrap">
      <h1>Dashboard</h1>
      <KycStatusCard />
    </div>
  );
}
