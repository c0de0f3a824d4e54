import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { roleAllows } from '../../../kernel/permissions.ts';
import { api } from '../../../ui/client.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FailedState } from '../../../ui/states.tsx';
import { documentPermissions } from '../../documents/permissions.ts';
import { reviewPromise, type TierNumber } from '../tiers.ts';
import type { Own, OwnTier, RecentSubmission } from '../views.ts';
import { KycStorageTest } from './storage-test.tsx';
import { type Caps, describeBenefits, getButton, getOpenItems, getStatusLine, tierNames } from './tier-labels.ts';
import './identity.css';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { formatDateTime } from '../../../ui/format.ts';
import { identityNotices } from '../customer-messages.ts';

type TierRowProps = {
  tier: OwnTier;
  caps: Caps | null;
  place: CardPage;
};

function OpenItems({ tier }: { tier: OwnTier }) {
  const open = getOpenItems(tier);
  if (open.length === 0) return null;
  return (
    <ul className="open-items" aria-label={`Items to send for ${tierNames[tier.tier]}`}>
      {open.map(({ name, text }) => (
        <li key={name}>
          <b>{name}.</b> {text}
        </li>
      ))}
    </ul>
  );
}

function TierButton({ tier, place }: Omit<TierRowProps, 'caps'>) {
  const id = useId();
  const name = getButton(tier, place);
  if (!name) return null;
  if (tier.obstacle === 'tier1_first')
    return (
      <>
        <Button variant="line" size="small" disabled aria-describedby={id}>
          Complete Tier 1 First
        </Button>
        <p className="t-xs ink-2" id={id}>
          {identityNotices.tier1First}
        </p>
      </>
    );
  return (
    <Link
      className={buttonClass({ variant: 'line', size: 'small' })}
      to={`/verify-identity?tier=${tier.tier}`}
      state={{ from: `/${place}` }}
      aria-label={`${name} ${tierNames[tier.tier]}`}
    >
      {name}
    </Link>
  );
}

/** Tier row with its next step, or 'Complete Tier 1 First' [000 §2 Dashboard, Profile, §4 KYC per tier]. */
function TierRow({ tier, caps, place }: TierRowProps) {
  const statusLine = getStatusLine(tier);
  const hasKeptItems = tier.status === 'rejected' && tier.keep.length > 0;
  return (
    <li>
      <span className="no" aria-hidden="true">
        {tier.tier}
      </span>
      <h3>{tierNames[tier.tier]}</h3>
      <StatusBadge status={tier.status} />
      <div className="more kyc-more">
        <p className="t-xs ink-2">{describeBenefits(tier.tier, caps)}</p>
        {statusLine && <p className="t-xs ink-2 num">{statusLine}</p>}
        <OpenItems tier={tier} />
        {hasKeptItems && <p className="t-xs ink-2">{identityNotices.standing.kept}</p>}
        {tier.hasDraft && <p className="t-xs ink-2">{identityNotices.draft}</p>}
        <TierButton tier={tier} place={place} />
        {tier.submissionId && (
          <Link className="link t-xs" to={`/help/new?about=identity:${tier.submissionId}`}>
            Get help <span className="sr">with {tierNames[tier.tier]}</span>
          </Link>
        )}
      </div>
    </li>
  );
}

function useKyc() {
  const own = useQuery(api.identity.own.queryOptions());
  const limits = useQuery(api.trading.limits.queryOptions());
  return { own, caps: limits.data?.caps ?? null };
}

const Submissions = ({ list }: { list: readonly RecentSubmission[] }) =>
  list.length === 0 ? (
    <p className="ink-2">{identityNotices.standing.none}</p>
  ) : (
    <ul className="moves">
      {list.map(({ id, tier, status, submittedAt }) => (
        <li key={id}>
          <span>
            <b>{tierNames[tier]}</b> <span className="sub">{formatDateTime(submittedAt, { year: true })}</span>
          </span>
          <StatusBadge status={status} />
        </li>
      ))}
    </ul>
  );

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
  const { own, caps } = kyc;
  return (
    <KycData own={own}>
      {({ tiers }) => (
        <ol className="tiers">
          {show.map((tier) => (
            <TierRow key={tier} tier={tiers[tier]} caps={caps} place={place} />
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
          {me && roleAllows(documentPermissions.testStorage, me.roles) && <KycStorageTest />}
        </div>
        <p className="t-xs ink-2">Review time: {reviewPromise.text}.</p>
        <Tiers kyc={kyc} place="profile" show={[1, 2, 3]} />
      </section>
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
