import { useState } from 'react';
import { AskDialog } from '../../../../ui/ask-dialog.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useAnswer } from '../use-location-acts.ts';

/** Withdraws the consent, after asking once: what is removed does not come back. */
export function TurnOff() {
  const [asking, setAsking] = useState(false);
  const answer = useAnswer({ done: () => setAsking(false), withdrawn: true });
  return (
    <>
      <Button look="bare" onClick={() => setAsking(true)}>
        Turn off
      </Button>
      <AskDialog
        open={asking}
        onClose={() => setAsking(false)}
        locked={answer.isPending}
        title="Turn off location?"
        keep="Keep it on"
        says="Turn off and remove"
        grave
        busy={answer.isPending}
        onAct={() => answer.mutate({ allow: false })}
      >
        <p>Your stored locations, their history and your location alerts are removed at once.</p>
        <p className="ink-2 under">You can turn it on again at any time; it then starts from nothing.</p>
      </AskDialog>
    </>
  );
}
