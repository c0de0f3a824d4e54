import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
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
import { deleteAutosave } from '../../../ui/autosave.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatDateTime } from '../../../ui/format.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { identityNotices } from '../customer-messages.ts';
import type { Opened } from './forms/form-state.ts';
import type { FormProps } from './forms/tier1-form.tsx';

type TierRowProps = {
  tier: OwnTier;
  caps: Caps | null;
  place: 'dashboard' | 'profile';
  onOpen: (tier: TierNumber) => void;
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

function TierButton({ tier, place, onOpen }: Omit<TierRowProps, 'caps'>) {
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
    <Button variant="line" size="small" label={`${name} ${tierNames[tier.tier]}`} onClick={() => onOpen(tier.tier)}>
      {name}
    </Button>
  );
}

/** Tier row with its next step, or 'Complete Tier 1 First' [000 §2 Dashboard, Profile, §4 KYC per tier]. */
function TierRow({ tier, caps, place, onOpen }: TierRowProps) {
  const statusLine = getStatusLine(tier);
  const hasKept = tier.status === 'rejected' && tier.keep.length > 0;
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
        {hasKept && <p className="t-xs ink-2">{identityNotices.standing.kept}</p>}
        <TierButton tier={tier} place={place} onOpen={onOpen} />
        {tier.submissionId && (
          <Link className="link t-xs" to={`/help/new?about=identity:${tier.submissionId}`}>
            Get help <span className="sr">with {tierNames[tier.tier]}</span>
          </Link>
        )}
      </div>
    </li>
  );
}

// Each form loads on demand.
const forms: Readonly<Record<TierNumber, ComponentType<FormProps>>> = {
  1: lazy(() => import('./forms/tier1-form.tsx')),
  2: lazy(() => import('./forms/tier2-form.tsx')),
  3: lazy(() => import('./forms/enhanced-form.tsx')),
};

const submitted = {
  1: identityNotices.tier1Submitted,
  2: identityNotices.tier2Submitted,
  3: identityNotices.enhancedSubmitted,
} as const;

class FormErrorBoundary extends Component<{ onRetry: () => void; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <FailedState
        text="We couldn't load the form. Check your connection and try again."
        onRetry={this.props.onRetry}
      />
    );
  }
}

/** Form behind Start and Resubmit [000 §2 Dashboard]. Typed values survive updates of the tiers. */
function FormPanel({ opened, onClose }: { opened: Opened | null; onClose: () => void }) {
  const queries = useQueryClient();
  const { data: me } = useQuery(api.accounts.viewer.queryOptions());
  if (!opened) return null;
  const loading = <Skeleton label="Loading the form" lines={[40, 90, 90, 60]} />;
  if (!me) return loading;
  const { tier } = opened.tier;
  const keptAs = { form: `kyc-${tier}`, person: me.id };
  const Form = forms[tier];
  const done = () => {
    deleteAutosave(keptAs);
    toastSuccess(submitted[tier]);
    for (const name of ['identity', 'trading']) void queries.invalidateQueries({ queryKey: [[name]] });
    onClose();
  };
  return (
    <FormErrorBoundary key={opened.id} onRetry={() => location.reload()}>
      <Suspense fallback={loading}>
        <Form opened={opened} keptAs={keptAs} onDone={done} onCancel={onClose} />
      </Suspense>
    </FormErrorBoundary>
  );
}

function useKyc() {
  const own = useQuery(api.identity.own.queryOptions());
  const limits = useQuery(api.trading.limits.queryOptions());
  const [opened, setOpened] = useState<Opened | null>(null);
  const opener = useRef<Element | null>(null);
  /** Opens a form with a new submission id, which its uploads and retries reuse. */
  const open = (number: TierNumber) => {
    const tier = own.data?.tiers[number];
    if (!tier) return;
    opener.current = document.activeElement;
    setOpened({ id: crypto.randomUUID(), tier });
  };
  /** Closes the form and returns the focus to the button that opened it. */
  const close = () => {
    const back = opener.current;
    setOpened(null);
    requestAnimationFrame(() => back instanceof HTMLElement && back.isConnected && back.focus());
  };
  return { own, caps: limits.data?.caps ?? null, opened, open, close };
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
          {me && roleAllows(documentPermissions.testStorage, me.roles) && <KycStorageTest />}
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
