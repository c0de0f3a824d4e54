import { useQuery } from '@tanstack/react-query';
import { api } from '../../../ui/client.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { KycStatusCard } from '../../identity/screens/kyc-cards.tsx';
import { AccountCard } from './dashboard/account-card.tsx';
import { DashboardHead } from './dashboard/dashboard-head.tsx';
import { Learning } from './dashboard/learning.tsx';
import { LimitNotice } from './dashboard/limit-notice.tsx';
import { SubscriptionCard } from './dashboard/subscription-card.tsx';
import { useWaiting } from './dashboard/use-waiting.ts';
import { WaitingSheet } from './dashboard/waiting-sheet.tsx';
import { ToSignIn, useSessionEnd } from './session-end.ts';
import { useSectionOfAddress } from './use-section-of-address.ts';

export const meta = () => [{ title: 'Dashboard - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

/** /dashboard: what waits for you first, then what you may do, your plan and your account [000 §2 Dashboard]. */
export default function Dashboard() {
  const { session } = useViewer();
  return session === 'out' ? <ToSignIn /> : <Overview />;
}

function Overview() {
  const account = useQuery(api.accountPages.overview.queryOptions());
  useSessionEnd(account.error);
  useSectionOfAddress();
  const waiting = useWaiting();
  return (
    <div className="wrap">
      <DashboardHead name={account.data?.firstName ?? ''} waiting={waiting.found?.length ?? null} />
      <div className="dash">
        <div className="stack">
          <WaitingSheet {...waiting} />
          <LimitNotice />
          <div id="kyc" tabIndex={-1}>
            <KycStatusCard />
          </div>
        </div>
        <div className="stack">
          <SubscriptionCard />
          <AccountCard {...account} />
        </div>
      </div>
      <Learning />
    </div>
  );
}
