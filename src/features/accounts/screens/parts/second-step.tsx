import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api, call } from '../../../../ui/client.ts';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { refusalWords } from '../../../../ui/refusal-words.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { FactorForm } from '../security/factor-form.tsx';

type SecondStepProps = { onDone: () => void; onAgain: () => void };

/** After the right password of an account with a second factor: a code, a recovery code or a passkey. */
export default function SecondStep({ onDone, onAgain }: SecondStepProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  // A challenge is good once: asked anew whenever this stands here, never kept.
  const ways = useQuery(api.accounts.secondStep.queryOptions({ staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }));
  return (
    <div className="trade">
      <div className="sheet neat stack">
        <h2 className="t-lg" ref={title} tabIndex={-1}>
          One more step
        </h2>
        {ways.isPending && <Skeleton label="Loading" lines={[60, 100]} />}
        {ways.error && (
          <FailedState text={refusalWords(ways.error).text} error={ways.error} onRetry={() => ways.refetch()} />
        )}
        {ways.data && (
          <FactorForm
            ways={ways.data}
            act={(proof) => call.accounts.confirmSignIn(proof)}
            onDone={onDone}
            onStale={() => void ways.refetch()}
          />
        )}
        <Button look="bare" full onClick={onAgain}>
          Start again
        </Button>
      </div>
    </div>
  );
}
