import { said } from '../../../../kernel/said.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { momentText } from '../../../../ui/format.ts';
import { moneyWords } from '../../../../ui/money-text.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { tierNames } from '../../../identity/screens/cards/tier-words.ts';
import type { Waiting } from '../../waiting.ts';
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
