import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { deleteAutosave } from '../../../ui/autosave.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { Link } from '../../../ui/link.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FailedState } from '../../../ui/states.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { identityNotices } from '../customer-messages.ts';
import { itemCodes } from '../items.ts';
import { type TierNumber, tiers } from '../tiers.ts';
import type { OwnTier } from '../views.ts';
import type { FormProps } from './forms/tier1-form.tsx';
import { getStatusLine, tierNames } from './tier-labels.ts';

export const meta = () => [{ title: 'Verify your identity - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

const forms: Readonly<Record<TierNumber, ComponentType<FormProps>>> = {
  1: lazy(() => import('./forms/tier1-form.tsx')),
  2: lazy(() => import('./forms/tier2-form.tsx')),
  3: lazy(() => import('./forms/enhanced-form.tsx')),
};
const ProfileSteps = lazy(() => import('../../accounts/screens/profile-steps.tsx'));

const submitted = {
  1: identityNotices.tier1Submitted,
  2: identityNotices.tier2Submitted,
  3: identityNotices.enhancedSubmitted,
} as const;

/** Page that opened the flow, to return to. */
function useFrom(): string {
  const { state } = useLocation();
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return from === '/profile' ? from : '/dashboard';
}

const Loading = () => (
  <div className="wrap head">
    <Skeleton label="Loading the form" lines={[40, 90, 90, 60]} />
  </div>
);

/** No form for a tier that is in review or verified, unless its button was pressed. */
function Settled({ tier, to }: { tier: OwnTier; to: string }) {
  return (
    <div className="wrap">
      <ScreenHead title={tierNames[tier.tier]} text={getStatusLine(tier) ?? identityNotices.settled} />
      <div className="row">
        <ButtonLink to={to}>Back to your account</ButtonLink>
      </div>
    </div>
  );
}

/** The form of a tier. It keeps the tier and the draft of the moment when it was opened. */
function TierForm({ tier, person, from }: { tier: OwnTier; person: string; from: string }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [opened] = useState(tier);
  const { tier: number } = opened;
  const draft = useQuery({
    ...api.identity.draft.queryOptions({ input: { tier: number } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    gcTime: 0,
  });
  const close = () => {
    for (const name of ['identity', 'trading', 'accountPages']) void queries.invalidateQueries({ queryKey: [[name]] });
    void navigate(from);
  };
  const finish = () => {
    deleteAutosave({ form: `kyc-${number}`, person });
    toastSuccess(submitted[number]);
    close();
  };
  // Live updates fetch the draft again, also a new one after a submission. The open form must not start over.
  const [openedDraft, setOpenedDraft] = useState<typeof draft.data>();
  if (!openedDraft && draft.data && !draft.isFetching) setOpenedDraft(draft.data);
  // Sent on another device, such as the phone that took the photo.
  const isSentElsewhere = openedDraft !== undefined && tier.submissionId === openedDraft.id;
  useEffect(() => {
    if (isSentElsewhere) void navigate(from);
  }, [isSentElsewhere, navigate, from]);
  if (draft.error && !openedDraft)
    return <FailedState text="We couldn't load the form." error={draft.error} onRetry={() => void draft.refetch()} />;
  if (!openedDraft) return <Loading />;
  const Form = forms[number];
  const linked = itemCodes.find((item) => item === search.get('item')) ?? null;
  return (
    <Form
      opened={{ id: openedDraft.id, tier: opened }}
      draft={openedDraft}
      person={person}
      linked={linked}
      onDone={finish}
      onClose={close}
    />
  );
}

function Flow() {
  const from = useFrom();
  const { state } = useLocation();
  const [search] = useSearchParams();
  const started = useQuery(api.accounts.startedProfile.queryOptions());
  const me = useQuery(api.accounts.viewer.queryOptions());
  const own = useQuery(api.identity.own.queryOptions());
  const error = started.error ?? me.error ?? own.error;
  const retry = () => void Promise.all([started.refetch(), me.refetch(), own.refetch()]);
  if (error && !(started.data && me.data && own.data))
    return <FailedState text="We couldn't load your identity check." error={error} onRetry={retry} />;
  if (!started.data || !me.data || !own.data) return <Loading />;
  const number = tiers.find((tier) => String(tier) === search.get('tier')) ?? 1;
  const tier = own.data.tiers[number];
  const canSubmit = tier.status === 'not_submitted' || tier.status === 'rejected' || tier.waitsFor === 'customer';
  return (
    <Suspense fallback={<Loading />}>
      {!started.data.isComplete ? (
        <ProfileSteps
          profile={started.data.profile}
          person={me.data.id}
          closeButton={
            <Link className="btn bare sm" to={from}>
              Save and close
            </Link>
          }
        />
      ) : tier.obstacle !== null || !(canSubmit || tier.hasDraft || state) ? (
        <Settled tier={tier} to={from} />
      ) : (
        <TierForm tier={tier} person={me.data.id} from={from} />
      )}
    </Suspense>
  );
}

/** /verify-identity: profile, then the form of a tier, one step at a time over the whole screen. */
export default function VerifyIdentity() {
  const { session } = useViewer();
  return session === 'out' ? <SignInRequired /> : <Flow />;
}
