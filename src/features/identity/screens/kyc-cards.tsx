import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { roleAllows } from '../../../kernel/permissions.ts';
import { api } from '../../../ui/client.ts';
import { FailedState } from '../../../ui/failed-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { documentActs } from '../../documents/acts.ts';
import { reviewPromise, type TierNumber } from '../tiers.ts';
import type { Own } from '../views.ts';
import { FormPanel } from './cards/form-panel.tsx';
import { Submissions } from './cards/submissions.tsx';
import { describeBenefits } from './cards/tier-labels.ts';
import { TierRow } from './cards/tier-row.tsx';
import { useKyc } from './cards/use-kyc.ts';
import { KycStorageTest } from './storage-test.tsx';
import './identity.css';

/** 'Recent Submissions' on the dashboard [000 §2 Dashboard, §9]. */
const maxOnDashboard = 3;

function KycData({ own, children }: { own: UseQueryResult<Own>; children: (data: Own) => ReactNode }) {
  const { data, error, refetch } = own;
  if (data) return children(data);
  if (error)
    return <FailedState text="We couldn't load your KYC status." error={error} onRetry={() => void refetch()} />;
  return <Skeleton label="Loading your KYC status" lines={[60, 90, 60, 90]} />;
}

function Tiers({ kyc, place, show }: { kyc: ReturnType<typeof useKyc>; place: CardPage; show: readonly TierNumber[] }) {
  const { own, caps, open } = kyc;
  return (
    <KycData own={own}>
      {({ tiers }) => (
        <ol className="tiers">
          {show.map((tier) => (
            <TierRow key={tier} tier={tiers[tier]} caps={caps} place={place} onOpen={open} />
          ))}
        </ol>
      )}
    </KycData>
  );
}
type CardPage = 'dashboard' | 'profile';

export function KycStatusCard() {
  const kyc = useKyc();
  return (
    <div className="kyc">
      <section aria-labelledby="kyc-status">
        <h2 id="kyc-status">KYC status</h2>
        <p className="t-xs ink-2">Review time: {reviewPromise.text}.</p>
        <Tiers kyc={kyc} place="dashboard" show={[1, 2]} />
        <p className="t-xs ink-2 kyc-next">
          <b>Enhanced KYC.</b> {describeBenefits(3, kyc.caps)}{' '}
          <Link className="link" to="/profile#kyc">
            Go to Enhanced KYC in your profile
          </Link>
        </p>
      </section>
      {kyc.own.data && (
        <section aria-labelledby="kyc-recent">
          <h3 className="side-head" id="kyc-recent">
            Recent Submissions
          </h3>
          <Submissions list={kyc.own.data.recent.slice(0, maxOnDashboard)} />
        </section>
      )}
      <FormPanel opened={kyc.opened} onClose={kyc.close} />
    </div>
  );
}

/** KYC section of the profile. Admins also see the storage test [000 §2 Profile]. */
export function KycProfileCards() {
  const kyc = useKyc();
  const { data: me } = useQuery(api.accounts.viewer.queryOptions());
  return (
    <div className="kyc" id="kyc">
      <section aria-labelledby="kyc-title">
        <div className="row between">
          <h2 id="kyc-title">KYC</h2>
          {me && roleAllows(documentActs.testStorage, me.roles) && <KycStorageTest />}
        </div>
        <p className="t-xs ink-2">Review time: {reviewPromise.text}.</p>
        <Tiers kyc={kyc} place="profile" show={[1, 2, 3]} />
      </section>
      <FormPanel opened={kyc.opened} onClose={kyc.close} />
      {kyc.own.data && (
        <section aria-labelledby="kyc-history">
          <h3 className="side-head" id="kyc-history">
            KYC submission history
          </h3>
          <Submissions list={kyc.own.data.recent} />
        </section>
      )}
    </div>
  );
}
