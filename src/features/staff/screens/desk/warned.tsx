import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { isFor } from '../../../../kernel/acts.ts';
import { api } from '../../../../ui/client.ts';
import { FactList } from '../../../../ui/desk/facts.tsx';
import { momentText } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { serverNow } from '../../../../ui/server-clock.ts';
import { scamActs } from '../../../scam-reports/acts.ts';
import { coercionWords, walletWarningWords } from '../../../trading/own-messages.ts';
import { alarming, isCooling, questions } from '../../../trading/wallets/coercion.ts';
import { warnedText } from '../../../trading/warned-words.ts';
import type { Case } from './data.ts';

type Warned = NonNullable<Case['warned']>;

function Matter({ id }: { id: string }) {
  const { data } = useQuery(api.accounts.viewer.queryOptions());
  if (!data || !isFor(scamActs.read, data.roles)) return null;
  return (
    <p>
      <Link className="link" to={`/admin/scams/${id}`}>
        Read the matter
      </Link>
    </p>
  );
}

const Answered = ({ answers }: { answers: NonNullable<Warned['answers']> }) => (
  <FactList
    facts={questions.map((name) => [coercionWords[name], answers[name] ? coercionWords.yes : coercionWords.no])}
  />
);

/** What the customer was shown about the wallet and answered, and until when they may call the order off. */
export function WarnedOf({ file: { order, warned } }: { file: Case }) {
  if (!warned) return null;
  const cools = order.coolsUntil !== null && isCooling(order, serverNow()) ? order.coolsUntil : null;
  return (
    <>
      <Notice kind={warned.answers && alarming(warned.answers) ? 'bad' : 'wait'}>
        <p className="b">The customer was warned of this wallet when they placed the order.</p>
        <p>{warnedText(warned) ?? walletWarningWords.reported}</p>
        {cools && <p>Cools off until {momentText(cools)}: nothing leaves before, and the customer may call it off.</p>}
        {warned.matterId && <Matter id={warned.matterId} />}
      </Notice>
      {warned.answers && <Answered answers={warned.answers} />}
    </>
  );
}
