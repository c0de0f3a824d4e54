import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import './location.css';
import { atMomentToAsk, leaveQuestion, questionDue } from './moment-to-ask.ts';
import { useAnswer, useDetect } from './use-location-acts.ts';

/** Turns true once, when the question is due after signing in and nobody is typing. */
function useMomentToAsk(wanted: boolean): boolean {
  const [come, setCome] = useState(false);
  useEffect(() => {
    const due = wanted ? questionDue() : null;
    return due === null ? undefined : atMomentToAsk(due, () => setCome(true));
  }, [wanted]);
  return wanted && come;
}

const Question = () => (
  <div className="stack location-question">
    <p>
      With your consent we note the country, the town and the address of the connection that you sign in from, and show
      you when your account is used from another country.
    </p>
    <ul className="ink-2">
      <li>It is found on our own server. No other company is asked or told.</li>
      <li>Its history is kept for a year. Turning it off on your profile removes everything at once.</li>
      <li>Nothing is ever blocked because of it.</li>
    </ul>
  </div>
);

/**
 * Asks whether the location may be kept, 3 seconds after signing in, with 'Allow' and 'Skip for Now' [000 §2 Location
 * consent dialog, §4 Location consent]; the answer is stored on the server. Closing it is no answer: it is asked again
 * after the next sign-in. For those who allowed it detection runs, in each new session and at each new address [000 §4
 * Location consent].
 */
export function LocationConsent() {
  const { data: own } = useQuery(api.location.own.queryOptions());
  const [left, setLeft] = useState(false);
  const { mutate: detect } = useDetect({ quiet: true });
  const leave = () => {
    leaveQuestion();
    setLeft(true);
  };
  const answer = useAnswer({ done: leave });
  const due = own?.due ?? false;
  useEffect(() => {
    if (due) detect(undefined);
  }, [due, detect]);
  const open = useMomentToAsk(own?.asked === false && !left);
  const skip = () => answer.mutate({ allow: false });
  const chosen = answer.isPending ? answer.variables.allow : null;
  return (
    <Dialog
      open={open}
      onClose={leave}
      calm
      locked={answer.isPending}
      title="Use your location to protect your account?"
      acts={
        <>
          <Button look="line" busy={chosen === false} disabled={chosen === true} onClick={skip}>
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
