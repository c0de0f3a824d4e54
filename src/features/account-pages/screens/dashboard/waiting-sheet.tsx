import { useEffect, useState } from 'react';
import { said } from '../../../../kernel/said.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { momentText } from '../../../../ui/format.ts';
import { moneyWords } from '../../../../ui/money-text.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { tierNames } from '../../../identity/screens/cards/tier-words.ts';
import { moreLine, type Waiting, waitingLine } from '../../waiting.ts';
import { waitingWords } from '../../waiting-messages.ts';
import type { WaitingNow } from './use-waiting.ts';

type Words = { key: string; title: string; text: string; act: string; to: string };

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five'];

function wordsOf(waiting: Waiting): Words {
  if ('tier' in waiting) {
    const { kind, tier, parts } = waiting;
    const count = numbers[parts] ?? String(parts);
    const filling = { tier: tierNames[tier], parts: count.toLowerCase(), Parts: count };
    return {
      ...said(waitingWords[kind !== 'begin' && parts === 1 ? (`${kind}_one` as const) : kind], filling),
      key: `tier ${tier}`,
      to: '#kyc',
    };
  }
  const { id, reference, fiat, coins, placedAt, chooseUntil } = waiting.order;
  const filling = {
    reference,
    amount: moneyWords(fiat),
    symbol: coins.symbol,
    moment: momentText(placedAt),
    until: chooseUntil ? momentText(chooseUntil) : '',
  };
  return { ...said(waitingWords[waiting.kind], filling), key: id, to: `/orders/${id}` };
}

/** What stands below shows itself after a second, whether this is known or not (`unseen` in look/shell.css). */
const hidden = 900;

/** Whether this became known, or is awaited, after what stands below it was shown: from then on nothing may move. */
function useIsLate(isKnown: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (isKnown) return;
    const timer = setTimeout(() => setIsLate(true), hidden);
    return () => clearTimeout(timer);
  }, [isKnown]);
  return isLate;
}

const Others = ({ waiting }: { waiting: readonly Words[] }) => (
  <ul>
    {waiting.map(({ key, title, text, to, act }) => (
      <li key={key} className="row between">
        <div>
          <h3>{title}</h3>
          <p className="t-xs ink-2">{text}</p>
        </div>
        <ButtonLink to={to} look="line" size="small">
          {act}
        </ButtonLink>
      </li>
    ))}
  </ul>
);

/**
 * What waits first: the one next move, large, and the others below it. Without anything there is no sheet. What is told
 * late stands in the height that was kept for it, the others folded up, so that nothing moves under a thumb.
 */
export function WaitingSheet({ found, error, retry }: WaitingNow) {
  const isLate = useIsLate(found !== null || error !== null);
  const label = { 'aria-label': 'What waits for you' };
  if (!found && error)
    return (
      <section className="sheet awaited-sheet" {...label}>
        <FailedState text="What waits for you could not be loaded." error={error} onRetry={retry} />
      </section>
    );
  if (!found)
    return (
      <section className="sheet awaited-sheet" {...label}>
        <Skeleton label="Loading what waits for you" lines={[30, 84, 62, 92]} />
      </section>
    );
  const [first, ...others] = found.map(wordsOf);
  if (!first)
    return isLate ? (
      <section className="sheet awaited-sheet" {...label}>
        <p className="ink-2">{waitingLine(0)}</p>
      </section>
    ) : null;
  return (
    <section className={`sheet neat waits ${isLate ? 'awaited-sheet' : ''}`} {...label}>
      <p className="turn">Your move</p>
      <div className="row between">
        <div>
          <h2>{first.title}</h2>
          <p className="ink-2">{first.text}</p>
        </div>
        <ButtonLink to={first.to}>{first.act}</ButtonLink>
      </div>
      {others.length > 0 &&
        (isLate ? (
          <details>
            <summary>{moreLine(others.length)}</summary>
            <Others waiting={others} />
          </details>
        ) : (
          <Others waiting={others} />
        ))}
    </section>
  );
}
