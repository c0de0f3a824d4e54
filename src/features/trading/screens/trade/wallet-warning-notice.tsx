import type { ReactNode } from 'react';
import { worded } from '../../../../kernel/worded.ts';
import { Link } from '../../../../ui/link.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import type { Known } from '../../../scam-reports/shapes.ts';
import { peopleText, verdictWords } from '../../../scam-reports/warning-words.ts';
import { walletWarningWords } from '../../own-messages.ts';

/** Said beside the address, before anything is ordered to it or sold from it. It stops nobody. */
export const WalletWarning = ({ known, children }: { known: Known; children: ReactNode }) => (
  <Notice kind="bad" live>
    {known.told === 'reported' ? (
      <p>{walletWarningWords.reported}</p>
    ) : (
      <p>
        {worded(walletWarningWords.published, {
          people: peopleText(known.people),
          judged: verdictWords[known.verdict].long,
        })}{' '}
        <Link className="link" to={`/scams/${known.slug}`}>
          Read the warning
        </Link>
      </p>
    )}
    <p>{children}</p>
  </Notice>
);
