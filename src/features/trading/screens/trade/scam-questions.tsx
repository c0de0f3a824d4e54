import type { ReactNode } from 'react';
import { formatMessage } from '../../../../kernel/message-template.ts';
import { Choice } from '../../../../ui/choice.tsx';
import type { FormField } from '../../../../ui/form-fields.ts';
import { Link } from '../../../../ui/link.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import type { Known } from '../../../scam-reports/types.ts';
import { formatPeople, verdictTexts } from '../../../scam-reports/warning-texts.ts';
import { scamQuestionMessages, walletWarningMessages } from '../../customer-messages.ts';
import { coolingOffUntil, indicatesCoercion, questions, type SubmittedAnswers } from '../../wallets/scam-questions.ts';

const yesOrNo = [
  { value: 'yes', name: scamQuestionMessages.yes },
  { value: 'no', name: scamQuestionMessages.no },
];

type ScamQuestionsProps = {
  known: Known;
  given: Omit<SubmittedAnswers, 'warningSeen'>;
  coolingHours: number;
  field: (name: (typeof questions)[number]) => FormField;
};

export const ScamQuestions = ({ known, given, coolingHours, field }: ScamQuestionsProps) => (
  <>
    <WalletWarningNotice known={known}>{walletWarningMessages.ask}</WalletWarningNotice>
    <p>{scamQuestionMessages.lead}</p>
    {questions.map((name) => (
      <Choice key={name} legend={scamQuestionMessages[name]} pair options={yesOrNo} {...field(name)} />
    ))}
    {indicatesCoercion(given) && (
      <Notice kind="bad" live>
        {scamQuestionMessages.stop}
      </Notice>
    )}
    {coolingOffUntil(known, new Date(0), coolingHours) && (
      <p className="t-xs ink-2">{formatMessage(scamQuestionMessages.cools, { hours: String(coolingHours) })}</p>
    )}
  </>
);

export const WalletWarningNotice = ({ known, children }: { known: Known; children: ReactNode }) => (
  <Notice kind="bad" live>
    {known.shown === 'reported' ? (
      <p>{walletWarningMessages.reported}</p>
    ) : (
      <p>
        {formatMessage(walletWarningMessages.published, {
          people: formatPeople(known.people),
          judged: verdictTexts[known.verdict].long,
        })}{' '}
        <Link className="link" to={`/scams/${known.slug}`}>
          Read the warning
        </Link>
      </p>
    )}
    <p>{children}</p>
  </Notice>
);
