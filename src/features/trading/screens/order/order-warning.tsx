import { formatMessage } from '../../../../kernel/message-template.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { Link } from '../../../../ui/link.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { PriceBreakdown } from '../../../../ui/price-breakdown.tsx';
import { coolingMessages, scamQuestionMessages, walletWarningMessages } from '../../customer-messages.ts';
import { questions } from '../../wallets/scam-questions.ts';
import { formatWarning } from '../../warning-text.ts';
import type { ShownOrder } from './shown-order.ts';

type Warning = NonNullable<ShownOrder['warned']>;

export const CoolingOffNotice = ({ until }: { until: Date }) => (
  <Notice kind="wait">{formatMessage(coolingMessages.until, { until: formatDateTime(until) })}</Notice>
);

export const WarningBeforePaying = ({ warned, cooling }: { warned: Warning; cooling: Date | null }) => (
  <Notice kind="bad">
    <div className="stack">
      <p>
        <b>{coolingMessages.shown}.</b> {formatWarning(warned) ?? walletWarningMessages.reported}
      </p>
      {cooling && <p>{formatMessage(coolingMessages.free, { until: formatDateTime(cooling) })}</p>}
    </div>
  </Notice>
);

export const ShownWarning = ({ warned }: { warned: Warning }) => (
  <section>
    <h2 className="ruled">{coolingMessages.shown}</h2>
    <p className="under">{formatWarning(warned) ?? walletWarningMessages.reported}</p>
    {warned.slug && (
      <div className="under">
        <Link className="link" to={`/scams/${warned.slug}`}>
          Read the warning
        </Link>
      </div>
    )}
    {warned.answers && (
      <>
        <h3 className="part under">{coolingMessages.answered}</h3>
        <PriceBreakdown
          rows={questions.map((name) => ({
            label: scamQuestionMessages[name],
            figure: warned.answers?.[name] ? scamQuestionMessages.yes : scamQuestionMessages.no,
          }))}
        />
      </>
    )}
  </section>
);
