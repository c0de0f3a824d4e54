import { useQueryClient } from '@tanstack/react-query';
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { FailedState } from '../../../../ui/failed-state.tsx';
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

/** Where the opened form stands. Its input lives in it alone, so news of the tiers above takes nothing away. */
export function FormPlace({ opened, onClose }: { opened: Opened | null; onClose: () => void }) {
  const queries = useQueryClient();
  if (!opened) return null;
  const { tier } = opened.tier;
  const Form = forms[tier];
  const done = () => {
    toastSuccess(submitted[tier]);
    for (const name of ['identity', 'trading']) void queries.invalidateQueries({ queryKey: [[name]] });
    onClose();
  };
  return (
    <Caught key={opened.id} onRetry={() => location.reload()}>
      <Suspense fallback={<Skeleton label="Loading the form" lines={[40, 90, 90, 60]} />}>
        <Form opened={opened} onDone={done} onCancel={onClose} />
      </Suspense>
    </Caught>
  );
}
