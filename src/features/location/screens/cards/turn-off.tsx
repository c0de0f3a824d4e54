import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useAnswerConsent } from '../use-location-commands.ts';

export function TurnOff() {
  const [isConfirming, setIsConfirming] = useState(false);
  const answer = useAnswerConsent({ done: () => setIsConfirming(false), withdrawn: true });
  return (
    <>
      <Button variant="bare" onClick={() => setIsConfirming(true)}>
        Turn off
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        locked={answer.isPending}
        title="Turn off location?"
        cancelLabel="Keep it on"
        says="Turn off and remove"
        grave
        busy={answer.isPending}
        onConfirm={() => answer.mutate({ allow: false })}
      >
        <p>This removes your stored locations, their history and your location alerts right away.</p>
        <p className="ink-2 under">You can turn location on again at any time. Your history will start from scratch.</p>
      </ConfirmDialog>
    </>
  );
}
