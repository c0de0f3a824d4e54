import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { roleAllows } from '../../../../kernel/permissions.ts';
import { DetailsList } from '../../../../ui/admin/details.tsx';
import { api } from '../../../../ui/client.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { serverNow } from '../../../../ui/server-clock.ts';
import { scamPermissions } from '../../../scam-reports/acts.ts';
import { scamQuestionMessages, walletWarningMessages } from '../../../trading/customer-messages.ts';
import { indicatesCoercion, isCoolingOff, questions } from '../../../trading/wallets/scam-questions.ts';
import { formatWarning } from '../../../trading/warning-text.ts';
import type { Case } from '../data.ts';

type WalletWarning = NonNullable<Case['warned']>;

function ScamCaseLink({ id }: { id: string }) {
  const { data } = useQuery(api.accounts.viewer.queryOptions());
  if (!data || !roleAllows(scamPermissions.read, data.roles)) return null;
  return (
    <p>
      <Link className="link" to={`/admin/scams/${id}`}>
        Open the case
      </Link>
    </p>
  );
}

const WarningAnswers = ({ answers }: { answers: NonNullable<WalletWarning['answers']> }) => (
  <DetailsList
    details={questions.map((name) => [
      scamQuestionMessages[name],
      answers[name] ? scamQuestionMessages.yes : scamQuestionMessages.no,
    ])}
  />
);

/** The warning shown when the order was placed, the customer's answers, and the end of the cooling-off period. */
export function WalletWarningNotice({ file: { order, warned } }: { file: Case }) {
  if (!warned) return null;
  const coolsUntil = order.coolsUntil !== null && isCoolingOff(order, serverNow()) ? order.coolsUntil : null;
  return (
    <>
      <Notice kind={warned.answers && indicatesCoercion(warned.answers) ? 'bad' : 'wait'}>
        <p className="b">The customer was warned about this wallet when placing the order.</p>
        <p>{formatWarning(warned) ?? walletWarningMessages.reported}</p>
        {coolsUntil && (
          <p>
            Cooling off until {formatDateTime(coolsUntil)}. Nothing is sent before then, and the customer can cancel.
          </p>
        )}
        {warned.matterId && <ScamCaseLink id={warned.matterId} />}
      </Notice>
      {warned.answers && <WarningAnswers answers={warned.answers} />}
    </>
  );
}
