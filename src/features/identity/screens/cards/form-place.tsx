import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { api } from '../../../../ui/client.ts';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { forgetTyped } from '../../../../ui/kept-typed.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { identityNotices } from '../../messages.ts';
import type { TierNumber } from '../../tiers.ts';
import type { Opened } from '../forms/giving.ts';
import type { FormProps } from '../forms/tier1-form.tsx';

// The forms come when they are opened: the pages themselves stay light.
const forms: Readonly<Record<TierNumber, ComponentType<FormProps>>> = {
  1: lazy(() => import('../forms/tier1-form.tsx')),
  2: lazy(() => import('../forms/tier2-form.tsx')),
  3: lazy(() => import('../forms/enhanced-form.tsx')),
};

const submitted = {
  1: identityNotices.tier1Submitted,
  2: identityNotices.tier2Submitted,
  3: identityNotices.enhancedSubmitted,
} as const;

/** A form whose code could not be fetched takes only its own place with it. */
class Caught extends Component<{ onRetry: () => void; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <FailedState
        text="The form could not be loaded. Check your connection and try again."
        onRetry={this.props.onRetry}
      />
    );
  }
}

/**
 * Where the form stands that Start or Resubmit opened [000 §2 Dashboard]. Its input lives in it and in this tab: news
 * of the tiers above takes nothing away.
 */
export function FormPlace({ opened, onClose }: { opened: Opened | null; onClose: () => void }) {
  const queries = useQueryClient();
  const { data: me } = useQuery(api.accounts.viewer.queryOptions());
  if (!opened) return null;
  const waits = <Skeleton label="Loading the form" lines={[40, 90, 90, 60]} />;
  if (!me) return waits;
  const { tier } = opened.tier;
  const keptAs = { form: `kyc-${tier}`, person: me.id };
  const Form = forms[tier];
  const done = () => {
    forgetTyped(keptAs);
    toastSuccess(submitted[tier]);
    for (const name of ['identity', 'trading']) void queries.invalidateQueries({ queryKey: [[name]] });
    onClose();
  };
  return (
    <Caught key={opened.id} onRetry={() => location.reload()}>
      <Suspense fallback={waits}>
        <Form opened={opened} keptAs={keptAs} onDone={done} onCancel={onClose} />
      </Suspense>
    </Caught>
  );
}
