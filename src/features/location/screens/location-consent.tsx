import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { api, newQueryClient } from '../../../ui/client.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import './location.css';
import { createRoot } from 'react-dom/client';
import { dismissQuestion, getQuestionDueAt, waitUntilIdle } from './consent-timing.ts';
import { useAnswerConsent, useDetectLocation } from './use-location-commands.ts';

export const renderLocation = (element: HTMLElement): void =>
  createRoot(element).render(
    <QueryClientProvider client={newQueryClient()}>
      <LocationConsent />
    </QueryClientProvider>,
  );

function useIsTimeToAsk(isWanted: boolean): boolean {
  const [isTimeUp, setTimeUp] = useState(false);
  useEffect(() => {
    const due = isWanted ? getQuestionDueAt() : null;
    return due === null ? undefined : waitUntilIdle(due, () => setTimeUp(true));
  }, [isWanted]);
  return isWanted && isTimeUp;
}

const Question = () => (
  <div className="stack location-question">
    <p>
      With your consent, we record the country, town and IP address you sign in from. We alert you when your account is
      used from another country.
    </p>
    <ul className="ink-2">
      <li>We find the town from the IP address on our own server. No other company is involved.</li>
      <li>We keep the history for a year. Turning this off in your profile deletes the history right away.</li>
      <li>We never block anything because of your location.</li>
    </ul>
  </div>
);

/** Consent dialog 3 s after sign-in [000 §2 Location consent dialog, §4 Location consent]. Closing stores no answer. */
export function LocationConsent() {
  const { data: own } = useQuery(api.location.own.queryOptions());
  const [isDismissed, setIsDismissed] = useState(false);
  const { mutate: detect } = useDetectLocation({ quiet: true });
  const dismiss = () => {
    dismissQuestion();
    setIsDismissed(true);
  };
  const answer = useAnswerConsent({ done: dismiss });
  const due = own?.due ?? false;
  useEffect(() => {
    if (due) detect(undefined);
  }, [due, detect]);
  const open = useIsTimeToAsk(own?.asked === false && !isDismissed);
  const skip = () => answer.mutate({ allow: false });
  const chosen = answer.isPending ? answer.variables.allow : null;
  return (
    <Dialog
      open={open}
      onClose={dismiss}
      focusHeading
      locked={answer.isPending}
      title="Use your location to protect your account?"
      actions={
        <>
          <Button variant="line" busy={chosen === false} disabled={chosen === true} onClick={skip}>
            Skip for Now
          </Button>
          <Button busy={chosen === true} disabled={chosen === false} onClick={() => answer.mutate({ allow: true })}>
            Allow
          </Button>
        </>
      }
    >
      <Question />
    </Dialog>
  );
}
