import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { Dialog } from '../../../ui/dialog.tsx';
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
  const close = () => setAsking(false);
  return (
    <div>
      <Button look="line" size="small" onClick={() => setAsking(true)}>
        Call this off
      </Button>
      <p className="t-xs ink-2 under">It is free until you pay.</p>
      <Dialog
        open={asking}
        onClose={close}
        locked={callOff.isPending}
        title={`Call off payment ${reference}?`}
        acts={
          <>
            <Button look="line" onClick={close} disabled={callOff.isPending}>
              Keep it
            </Button>
            <Button look="bad" busy={callOff.isPending} onClick={() => callOff.mutate({ paymentId })}>
              Call it off
            </Button>
          </>
        }
      >
        <p>Nothing is taken and you owe nothing.</p>
        <p className="ink-2 under">Have you sent the money already? Then keep it and upload your proof.</p>
      </Dialog>
    </div>
  );
}
