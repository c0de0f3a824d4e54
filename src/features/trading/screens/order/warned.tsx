import { worded } from '../../../../kernel/worded.ts';
import { momentText } from '../../../../ui/format.ts';
import { Link } from '../../../../ui/link.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { coercionWords, coolingWords, walletWarningWords } from '../../own-messages.ts';
import { questions } from '../../wallets/coercion.ts';
import { warnedText } from '../../warned-words.ts';
import type { ShownOrder } from './shown-order.ts';

type Warned = NonNullable<ShownOrder['warned']>;

/** Until when nothing of the order leaves, and it can be called off. */
export const Cooling = ({ until }: { until: Date }) => (
  <Notice kind="wait">{worded(coolingWords.until, { until: momentText(until) })}</Notice>
);

/** The warning that was shown when it was placed, and what was answered. */
export const Warned = ({ warned }: { warned: Warned }) => (
  <section>
    <h2 className="ruled">{coolingWords.shown}</h2>
    <p>{warnedText(warned) ?? walletWarningWords.reported}</p>
    {warned.slug && (
      <p className="under">
        <Link className="link" to={`/scams/${warned.slug}`}>
          Read the warning
        </Link>
      </p>
    )}
    {warned.answers && (
      <>
        <h3 className="under">{coolingWords.answered}</h3>
        <dl className="facts">
          {questions.map((name) => (
            <div key={name}>
              <dt>{coercionWords[name]}</dt>
              <dd>{warned.answers?.[name] ? coercionWords.yes : coercionWords.no}</dd>
            </div>
          ))}
        </dl>
      </>
    )}
  </section>
);
