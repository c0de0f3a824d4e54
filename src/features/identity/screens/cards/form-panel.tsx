import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { deleteAutosave } from '../../../../ui/autosave.ts';
import { api } from '../../../../ui/client.ts';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { identityNotices } from '../../messages.ts';
import type { TierNumber } from '../../tiers.ts';
import type { Opened } from '../forms/form-state.ts';
import type { FormProps } from '../forms/tier1-form.tsx';

// Each form loads on demand.
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
export function FormPanel({ opened, onClose }: { opened: Opened | null; onClose: () => void }) {
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
