import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { formatAge, formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { Link } from '../../../../ui/link.tsx';
import type { OpenCard } from './charge-dialog.tsx';

const ChargeDialog = lazyPart(() => import('./charge-dialog.tsx').then((parts) => parts.ChargeDialog));

const getDueUrl = ({ kind, dueId }: OpenCard): string => `/admin/${kind === 'order' ? 'orders' : 'payments'}/${dueId}`;

function OpenCardItem({ card, mayRecord, now }: { card: OpenCard; mayRecord: boolean; now: Date }) {
  const [isRecording, setIsRecording] = useState(false);
  const { amount, customer, reference, openedAt } = card;
  return (
    <li className="stack-s" aria-label={`${amount}, ${reference}`}>
      <p className="row wraps wrap-any">
        <b className="num">{amount}</b> <span className="age">{formatAge(openedAt, now)}</span>
      </p>
      <p className="ink-2 wrap-any">
        Opened {formatDateTime(openedAt, { year: true })} by {customer}, provider reference{' '}
        <span className="code">{reference}</span>.{' '}
        <Link className="link" to={getDueUrl(card)}>
          Order or payment
        </Link>
      </p>
      {mayRecord && (
        <div>
          <Button size="small" variant="line" onClick={() => setIsRecording(true)}>
            Record charge
          </Button>
        </div>
      )}
      {isRecording && <ChargeDialog card={card} onClose={() => setIsRecording(false)} />}
    </li>
  );
}

/** Card pages without a result, from a provider that sends no callbacks. The customer may have paid. */
export function OpenCards() {
  const query = useQuery(api.cardsDesk.listOpen.queryOptions());
  if (!query.data || query.data.open.length === 0) return null;
  const { open, mayRecord, now } = query.data;
  return (
    <section className="stack">
      <h2>Open card pages</h2>
      <p className="ink-2">Check each one in the provider's list of charges. If it isn't listed, it wasn't paid.</p>
      <ul className="notes">
        {open.map((card) => (
          <OpenCardItem key={card.id} card={card} mayRecord={mayRecord} now={now} />
        ))}
      </ul>
    </section>
  );
}
