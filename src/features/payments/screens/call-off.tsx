import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AskDialog } from '../../../ui/ask-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { toastRefusal } from '../../../ui/refusal-words.ts';

/** Calls a payment off after asking once. */
export function CallOff({ paymentId, reference }: { paymentId: string; reference: string }) {
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const callOff = useMutation({
    ...api.payments.callOff.mutationOptions(),
    onError: toastRefusal,
    onSettled: () => {
      setAsking(false);
      return queries.invalidateQueries();
    },
  });
  return (
    <div>
      <Button look="line" size="small" onClick={() => setAsking(true)}>
        Call this off
      </Button>
      <p className="t-xs ink-2 under">It is free until you pay.</p>
      <AskDialog
        open={asking}
        onClose={() => setAsking(false)}
        locked={callOff.isPending}
        title={`Call off payment ${reference}?`}
        keep="Keep it"
        says="Call it off"
        grave
        busy={callOff.isPending}
        onAct={() => callOff.mutate({ paymentId })}
      >
        <p>Nothing is taken and you owe nothing.</p>
        <p className="ink-2 under">Have you sent the money already? Then keep it and upload your proof.</p>
      </AskDialog>
    </div>
  );
}
