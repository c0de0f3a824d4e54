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

type CheckWaiting = Extract<Waiting, { parts: number }>;
const counts = ['No parts', 'One part', 'Two parts', 'Three parts', 'Four parts', 'Five parts'];

function checkWords({ kind, tier, parts }: CheckWaiting): Words {
  const count = counts[parts] ?? `${parts} parts`;
  const one = parts === 1;
  const title = {
    redo: one ? `Redo a part of ${tierNames[tier]}` : `Redo ${count.toLowerCase()} of ${tierNames[tier]}`,
    more: `${tierNames[tier]}: we need a little more`,
  };
  const text = {
    redo: `${count} could not be accepted. Everything else is kept.`,
    more: `${count} ${one ? 'is' : 'are'} wanted so that the review goes on. Everything else is kept.`,
  };
  return {
    key: `tier ${tier}`,
    title: title[kind],
    text: text[kind],
    to: '#kyc',
    act: one ? 'See which part' : 'See which parts',
  };
}

function wordsOf(waiting: Waiting): Words {
  if ('tier' in waiting) return checkWords(waiting);
  const { id, reference, fiat, coins, placedAt, chooseUntil } = waiting.order;
  const facts = { key: id, to: `/orders/${id}`, text: `Order ${reference}, placed ${momentText(placedAt)}.` };
  if (waiting.kind === 'choose' && chooseUntil)
    return {
      ...facts,
      title: `The price of your ${coins.symbol} has changed`,
      text: `Order ${reference}. Without your choice before ${momentText(chooseUntil)} we send it back.`,
      act: 'See and choose',
    };
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
