import type { ReactNode } from 'react';
import { ButtonLink } from '../../../../ui/button.tsx';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { momentText } from '../../../../ui/format.ts';
import { moneyWords } from '../../../../ui/money-text.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import type { Waiting } from '../../waiting.ts';
import type { WaitingNow } from './use-waiting.ts';

type Words = { key: string; title: ReactNode; text: ReactNode; to: string; act: string };

const tierNames = { 1: 'Tier 1', 2: 'Tier 2', 3: 'Enhanced KYC' };

function wordsOf(waiting: Waiting): Words {
  if (waiting.kind === 'redo') {
    const title = `Redo a part of ${tierNames[waiting.tier]}`;
    const text = 'One part could not be accepted. Everything else is kept.';
    return { key: `tier ${waiting.tier}`, title, text, to: '#kyc', act: 'See which part' };
  }
  const { id, reference, fiat, coins, placedAt } = waiting.order;
  const facts = { key: id, to: `/orders/${id}`, text: `Order ${reference}, placed ${momentText(placedAt)}.` };
  if (waiting.kind === 'pay')
    return { ...facts, title: `Send ${moneyWords(fiat)} for your ${coins.symbol}`, act: 'Complete Your Payment' };
  return { ...facts, title: `Show us your transfer of ${coins.symbol} once more`, act: 'Give the proof' };
}

/** What waits first: the one next move, large, and the others below it. Without anything there is no sheet. */
export function WaitingSheet({ found, error, retry }: WaitingNow) {
  if (!found && error)
    return (
      <section className="sheet" aria-label="What waits for you">
        <FailedState text="What waits for you could not be loaded." error={error} onRetry={retry} />
      </section>
    );
  if (!found)
    return (
      <section className="sheet" aria-label="What waits for you">
        <Skeleton label="Loading what waits for you" lines={[62, 84]} />
      </section>
    );
  const [first, ...others] = found.map(wordsOf);
  if (!first) return null;
  return (
    <section className="sheet neat waits">
      <p className="turn">Your move</p>
      <div className="row between">
        <div>
          <h2>{first.title}</h2>
          <p className="ink-2">{first.text}</p>
        </div>
        <ButtonLink to={first.to}>{first.act}</ButtonLink>
      </div>
      {others.length > 0 && (
        <ul>
          {others.map(({ key, title, text, to, act }) => (
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
      )}
    </section>
  );
}
