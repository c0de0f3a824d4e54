import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { Part } from '../../../../ui/desk/part.tsx';
import { momentText } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { caseKinds, caseOutcomes } from '../../../compliance/cases.ts';
import type { CaseView } from '../../../compliance/views.ts';
import { Freezes } from '../../../freezes/screens/freezes.tsx';
import { AlertLines } from './alert-lines.tsx';
import { CaseBar } from './case-bar.tsx';
import { CaseFiles } from './case-files.tsx';
import { CaseFindings } from './case-findings.tsx';
import { CaseOrders } from './case-orders.tsx';
import { CaseReports } from './case-reports.tsx';
import { CaseStory } from './case-story.tsx';
import { caseStateWords, meaningOf } from './words.ts';

export type FolderProps = { folder: CaseView };

function Head({ folder, me }: FolderProps & { me: string }) {
  const { number, title, state, kind, customer, assignee, openedAt, openedBy, closedAt, closedBy } = folder;
  const word = caseStateWords[state];
  return (
    <div>
      <div className="row between">
        <h1 className="title">
          Case {number}: {title}
        </h1>
        <Badge kind={word.kind}>{word.text}</Badge>
      </div>
      <p className="ink-2 num facts-line">
        <Link className="link b" to={`/admin/customers/${customer.id}`}>
          {customer.name}
        </Link>{' '}
        · {customer.email} · {caseKinds[kind]} · opened {momentText(openedAt)}
        {openedBy === null ? ' by itself' : ` by ${openedBy}`} · with{' '}
        {assignee ? assignee.id === me ? <b className="ink">you</b> : assignee.name : 'nobody yet'}
      </p>
      {closedAt && (
        <div className="closing">
          <Notice kind="ok">
            <b>{meaningOf(caseOutcomes, folder.outcome)}</b>
            {folder.outcomeText && <p className="wrap-any">“{folder.outcomeText}”</p>}
            <p className="t-2xs ink-2 num">
              {closedBy}, {momentText(closedAt, { year: true })}
            </p>
          </Notice>
        </div>
      )}
    </div>
  );
}

/** All of a case on one page: what was gathered on the left, what happened on the right, what may be done below. */
export function CaseFolder({ folder, me }: FolderProps & { me: string }) {
  return (
    <>
      <div className="in">
        <Head folder={folder} me={me} />
        <div className="cols customer-record">
          <div className="col">
            <Freezes userId={folder.customer.id} />
            <CaseOrders folder={folder} />
            <Part id="alerts" title="Alerts">
              {folder.alertLines.length > 0 ? (
                <AlertLines alerts={folder.alertLines} />
              ) : (
                <p className="ink-2">No alert stands in this case.</p>
              )}
            </Part>
            <CaseFindings folder={folder} />
            <CaseFiles folder={folder} />
            {folder.reports !== null && <CaseReports reports={folder.reports} />}
          </div>
          <div className="col">
            <CaseStory folder={folder} />
          </div>
        </div>
      </div>
      <CaseBar folder={folder} me={me} />
    </>
  );
}
