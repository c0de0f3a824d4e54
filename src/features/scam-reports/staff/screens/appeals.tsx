import { useState } from 'react';
import { Link } from 'react-router';
import { roleAllows } from '../../../../kernel/permissions.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import '../../../../ui/admin/admin-page.css';
import { adminMeta, useStaffUser } from '../../../../ui/admin/frame.tsx';
import { usePages } from '../../../../ui/admin/use-list.ts';
import { useView, ViewChips } from '../../../../ui/admin/view-chips.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { formatAge } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { NextPage } from '../../../../ui/pager.tsx';
import { serverNow } from '../../../../ui/server-clock.ts';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import { scamPermissions } from '../../permissions.ts';
import { type Appeal, appealLabels } from './staff-labels.ts';

export const meta = () => adminMeta('Appeals against warnings');

const AnswerDialog = lazyPart(() => import('./answer-dialog.tsx').then((parts) => parts.AnswerDialog));

function AppealRow({ appeal, onAnswer }: { appeal: Appeal; onAnswer: () => void }) {
  const { name, email, statement, state, at, answer, title, slug, caseId, mayAnswer, standing } = appeal;
  return (
    <li className="stack">
      <div className="row between wraps">
        <h2 className="part wrap-any">
          <Link to={`/admin/scams/${caseId}`}>{title}</Link>
        </h2>
        <Badge kind={appealLabels[state].kind}>{appealLabels[state].text}</Badge>
      </div>
      <p className="ink-2 wrap-any num">
        {name}, {email}, {formatAge(at, serverNow())}.{' '}
        {standing ? <Link to={`/scams/${slug}`}>Public warning</Link> : 'Withdrawn'}
      </p>
      <p className="as-written wrap-any">{statement}</p>
      {answer && <p className="as-written wrap-any ink-2">{answer}</p>}
      {state === 'open' &&
        (mayAnswer ? (
          <div className="row">
            <Button variant="line" size="small" onClick={onAnswer}>
              Answer
            </Button>
          </div>
        ) : (
          <p className="ink-2">You judged or published this warning, so a colleague has to answer.</p>
        ))}
    </li>
  );
}

const views = [
  { key: 'open', name: 'Open' },
  { key: 'answered', name: 'Answered' },
] as const;

function Appeals() {
  const { view, chips } = useView(views, 'open');
  const { lines = [], ...query } = usePages(api.scamDesk.appeals, (after) => ({ view, after }));
  const [answering, setAnswering] = useState<Appeal | null>(null);
  return (
    <div className="in desk-page">
      <h1 className="title">Appeals against warnings</h1>
      <ViewChips {...chips} uncounted={views.map(({ key }) => key)} />
      {!query.data && <QueryPlaceholder query={query} text="We couldn't load the appeals." lines={[60, 90, 80]} />}
      {query.data && lines.length === 0 && <EmptyState title="No appeals" text="You're all caught up." />}
      <ul className="stack">
        {lines.map((appeal) => (
          <AppealRow key={appeal.id} appeal={appeal} onAnswer={() => setAnswering(appeal)} />
        ))}
      </ul>
      {query.data && <NextPage query={query} shownCount={lines.length} />}
      {answering && <AnswerDialog appeal={answering} onClose={() => setAnswering(null)} />}
    </div>
  );
}

export default function ScamAppealsScreen() {
  const { roles } = useStaffUser();
  if (roleAllows(scamPermissions.judge, roles)) return <Appeals />;
  return (
    <div className="in desk-page">
      <h1 className="title">Appeals against warnings</h1>
      <Notice>Your role can't open appeals. Please ask compliance or an admin.</Notice>
    </div>
  );
}
