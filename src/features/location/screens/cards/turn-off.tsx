import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useAnswer } from '../use-location-acts.ts';

/** Withdraws the consent, after asking once: what is removed does not come back. */
export function TurnOff() {
  const [asking, setAsking] = useState(false);
  const answer = useAnswer({ done: () => setAsking(false), withdrawn: true });
  const close = () => setAsking(false);
  return (
    <>
      <Button look="bare" onClick={() => setAsking(true)}>
        Turn off
      </Button>
      <Dialog
        open={asking}
        onClose={close}
        locked={answer.isPending}
        title="Turn off location?"
        acts={
          <>
            <Button look="line" onClick={close} disabled={answer.isPending}>
              Keep it on
            </Button>
            <Button look="bad" busy={answer.isPending} onClick={() => answer.mutate({ allow: false })}>
              Turn off and remove
            </Button>
          </>
        }
      >
        <p>Your stored locations, their history and your location alerts are removed at once.</p>
        <p className="ink-2 under">You can turn it on again at any time; it then starts from nothing.</p>
      </Dialog>
    </>
  );
}
