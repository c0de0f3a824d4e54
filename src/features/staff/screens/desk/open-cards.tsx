import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { ageText, momentText } from '../../../../ui/format.ts';
import { later } from '../../../../ui/later.tsx';
import { Link } from '../../../../ui/link.tsx';

const ChargeDialog = later(() => import('./charge-dialog.tsx').then((parts) => parts.ChargeDialog));

export type OpenCard = Awaited<ReturnType<typeof call.cardsDesk.listOpen>>['open'][number];

const fileOf = ({ kind, dueId }: OpenCard): string => `/admin/${kind === 'order' ? 'orders' : 'payments'}/${dueId}`;

function Card({ card, mayRecord, now }: { card: OpenCard; mayRecord: boolean; now: Date }) {
  const [recording, setRecording] = useState(false);
  const { amount, customer, reference, openedAt } = card;
  return (
    <li className="stack-s" aria-label={`${amount}, ${reference}`}>
      <p className="row wraps wrap-any">
        <b className="num">{amount}</b> <span className="age">{ageText(openedAt, now)}</span>
      </p>
      <p className="ink-2 wrap-any">
        Opened {momentText(openedAt, { year: true })} by {customer}, at the provider{' '}
        <span className="code">{reference}</span>.{' '}
        <Link className="link" to={fileOf(card)}>
          What it is for
        </Link>
      </p>
      {mayRecord && (
        <div>
          <Button size="small" look="line" onClick={() => setRecording(true)}>
            Record the charge
          </Button>
        </div>
      )}
      {recording && <ChargeDialog card={card} onClose={() => setRecording(false)} />}
    </li>
  );
}

/**
 * Card pages from which nobody came back, of a provider that tells nothing by itself: whoever closed the window may
 * have paid. Says nothing while there are none.
 */
export function OpenCards() {
  const asked = useQuery(api.cardsDesk.listOpen.queryOptions());
  if (!asked.data || asked.data.open.length === 0) return null;
  const { open, mayRecord, now } = asked.data;
  return (
    <section className="stack">
      <h2>Card pages that nobody came back from</h2>
      <p className="ink-2">Look each up in the provider's list of charges. What is not there was not paid.</p>
      <ul className="notes">
        {open.map((card) => (
          <Card key={card.id} card={card} mayRecord={mayRecord} now={now} />
        ))}
      </ul>
    </section>
  );
}
