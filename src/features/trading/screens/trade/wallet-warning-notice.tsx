import type { ReactNode } from 'react';
import { formatMessage } from '../../../../kernel/message-template.ts';
import { Link } from '../../../../ui/link.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import type { Known } from '../../../scam-reports/types.ts';
import { formatPeople, verdictTexts } from '../../../scam-reports/warning-texts.ts';
import { walletWarningMessages } from '../../customer-messages.ts';

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
