import { PageSection } from '../../../ui/admin/section.tsx';
import { formatBytes, formatDateTime } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useFileLink } from '../../documents/screens/file-link.ts';
import type { StaffLaunch } from '../shapes.ts';

/** Link to download the whitepaper, without a preview. Audited. */
export function Whitepaper({ paper: { id, name, bytes, state } }: Pick<StaffLaunch, 'paper'>) {
  const { url, failed } = useFileLink(state === 'clean' ? id : undefined);
  return (
    <PageSection id="paper" title="Whitepaper">
      {state === 'refused' && <Notice kind="bad">The virus scan blocked this file. It can't be opened.</Notice>}
      {state === 'being_checked' && (
        <Notice kind="wait">We're scanning this file. You can open it in a few minutes.</Notice>
      )}
      {failed && <Notice kind="bad">This file can't be opened right now. Please try again.</Notice>}
      {state === 'clean' && (
        <p className="wrap-any">
          <a className="link" href={url} download>
            Download {name}
          </a>{' '}
          <span className="ink-3 num">{formatBytes(bytes)}</span>
        </p>
      )}
      <p className="t-2xs ink-3">Open it in protected view and don't follow its links. Each download is logged.</p>
    </PageSection>
  );
}

export const Questions = ({ questions }: Pick<StaffLaunch, 'questions'>) => (
  <PageSection id="questions" title="Questions">
    {questions.length === 0 && <p className="ink-2">No questions yet.</p>}
    <ol className="launch-parts">
      {questions.map(({ id, question, by, askedAt, answer, answeredAt }) => (
        <li key={id}>
          <p className="ink-3 num">
            {by}, {formatDateTime(askedAt, { year: true })}
          </p>
          <p className="as-written wrap-any">{question}</p>
          {answer === null ? (
            <p className="ink-2">Not answered yet.</p>
          ) : (
            <>
              <p className="ink-3 num">Answered {answeredAt && formatDateTime(answeredAt, { year: true })}</p>
              <p className="as-written wrap-any">{answer}</p>
            </>
          )}
        </li>
      ))}
    </ol>
  </PageSection>
);
