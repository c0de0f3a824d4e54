import { useQuery } from '@tanstack/react-query';
import { api } from '../../../ui/client.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { KycStatusCard } from '../../identity/screens/kyc-cards.tsx';
import { AccountCard } from './dashboard/account-card.tsx';
import { DashboardHead } from './dashboard/dashboard-head.tsx';
import { Learning } from './dashboard/learning.tsx';
import { LimitNotice } from './dashboard/limit-notice.tsx';
import { NextStepsCard } from './dashboard/next-steps-card.tsx';
import { SubscriptionCard } from './dashboard/subscription-card.tsx';
import { useNextSteps } from './dashboard/use-next-steps.ts';
import { ToSignIn, useSessionEnd } from './session-end.ts';
import { useHashSection } from './use-hash-section.ts';

export const meta = () => [{ title: 'Dashboard - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

/** /dashboard: next steps, limits, plan and account [000 §2 Dashboard]. */
export default function Dashboard() {
  const { session } = useViewer();
  return session === 'out' ? <ToSignIn /> : <Overview />;
}

function Overview() {
  const account = useQuery(api.accountPages.overview.queryOptions());
  useSessionEnd(account.error);
  useHashSection();
  const nextSteps = useNextSteps();
  return (
    <div className="wrap">
      <DashboardHead name={account.data?.firstName ?? ''} stepCount={nextSteps.found?.length ?? null} />
      <div className="dash">
        <div className="stack">
          <NextStepsCard {...nextSteps} />
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
