import { worded } from '../../../../kernel/worded.ts';
import { momentText } from '../../../../ui/format.ts';
import { Link } from '../../../../ui/link.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Slip } from '../../../../ui/slip.tsx';
import { coercionWords, coolingWords, walletWarningWords } from '../../own-messages.ts';
import { questions } from '../../wallets/coercion.ts';
import { warnedText } from '../../warned-words.ts';
import type { ShownOrder } from './shown-order.ts';

type Warned = NonNullable<ShownOrder['warned']>;

/** Until when nothing of the order leaves, and it can be called off. */
export const Cooling = ({ until }: { until: Date }) => (
  <Notice kind="wait">{worded(coolingWords.until, { until: momentText(until) })}</Notice>
);

/** What its customer reads once more before they pay an order to a wallet that was warned of. */
export const BeforePaying = ({ warned, cooling }: { warned: Warned; cooling: Date | null }) => (
  <Notice kind="bad">
    <div className="stack">
      <p>
        <b>{coolingWords.shown}.</b> {warnedText(warned) ?? walletWarningWords.reported}
      </p>
      {cooling && <p>{worded(coolingWords.free, { until: momentText(cooling) })}</p>}
    </div>
  </Notice>
);

/** The warning that was shown when it was placed, and what was answered. */
export const Warned = ({ warned }: { warned: Warned }) => (
  <section>
    <h2 className="ruled">{coolingWords.shown}</h2>
    <p className="under">{warnedText(warned) ?? walletWarningWords.reported}</p>
    {warned.slug && (
      <div className="under">
        <Link className="link" to={`/scams/${warned.slug}`}>
          Read the warning
        </Link>
      </div>
    )}
    {warned.answers && (
      <>
        <h3 className="part under">{coolingWords.answered}</h3>
        <Slip
          rows={questions.map((name) => ({
            label: coercionWords[name],
            figure: warned.answers?.[name] ? coercionWords.yes : coercionWords.no,
          }))}
        />
      </>
    )}
  </section>
);
