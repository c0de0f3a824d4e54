import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api, call } from '../../../../ui/client.ts';
import { errorMessage } from '../../../../ui/error-message.ts';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { FactorForm } from '../security/factor-form.tsx';

type SecondStepProps = { onDone: () => void; onRestart: () => void };

export default function SecondStep({ onDone, onRestart }: SecondStepProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  // A challenge works once: load it on every mount, never cache it.
  const methods = useQuery(api.accounts.secondStep.queryOptions({ staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }));
  return (
    <div className="trade">
      <div className="sheet neat stack">
        <h2 className="t-lg" ref={title} tabIndex={-1}>
          One more step
        </h2>
        {methods.isPending && <Skeleton label="Loading" lines={[60, 100]} />}
        {methods.error && (
          <FailedState
            text={errorMessage(methods.error).text}
            error={methods.error}
            onRetry={() => methods.refetch()}
          />
        )}
        {methods.data && (
          <FactorForm
            methods={methods.data}
            onProof={(proof) => call.accounts.confirmSignIn(proof)}
            onDone={onDone}
            onStale={() => void methods.refetch()}
          />
        )}
        <Button variant="bare" full onClick={onRestart}>
          Start again
        </Button>
      </div>
    </div>
  );
}
