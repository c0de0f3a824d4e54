import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import './location.css';
import { useAnswer, useDetect } from './use-location-acts.ts';

/** From signing in until the question, in ms [000 §9]. */
const patience = 3_000;
/** Between looks whether the dialog that was open has gone, in ms. */
const pause = 1_000;

/** Turns true once, `patience` after it is wanted; while another dialog is open it waits. */
function useMomentToAsk(wanted: boolean): boolean {
  const [come, setCome] = useState(false);
  useEffect(() => {
    if (!wanted) return;
    let timer = setTimeout(look, patience);
    function look() {
      if (document.querySelector('dialog[open]')) timer = setTimeout(look, pause);
      else setCome(true);
    }
    return () => clearTimeout(timer);
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
 * Asks once whether the location may be kept, 3 seconds after signing in; the answer is stored on the server. Closing
 * it is skipping. For those who allowed it, finds the place again in each new session and at each new address.
 */
export function LocationConsent() {
  const { data: own } = useQuery(api.location.own.queryOptions());
  const [left, setLeft] = useState(false);
  const { mutate: detect } = useDetect({ quiet: true });
  const answer = useAnswer({ done: () => setLeft(true) });
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
      onClose={skip}
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
