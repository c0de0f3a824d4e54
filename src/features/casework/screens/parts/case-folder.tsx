import { Link } from 'react-router';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
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
import { CaseTimeline } from './case-timeline.tsx';
import { caseStateLabels, getLabel } from './labels.ts';

export type FolderProps = { folder: CaseView };

function Head({ folder, me }: FolderProps & { me: string }) {
  const { number, title, state, kind, customer, assignee, openedAt, openedBy, closedAt, closedBy } = folder;
  const word = caseStateLabels[state];
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
        · {customer.email} · {caseKinds[kind]} · opened {formatDateTime(openedAt)}
        {openedBy === null ? ' automatically' : ` by ${openedBy}`} · assigned to{' '}
        {assignee ? assignee.id === me ? <b className="ink">you</b> : assignee.name : 'no one yet'}
      </p>
      {closedAt && (
        <div className="closing">
          <Notice kind="ok">
            <b>{getLabel(caseOutcomes, folder.outcome)}</b>
            {folder.outcomeText && <p className="wrap-any">“{folder.outcomeText}”</p>}
            <p className="t-2xs ink-2 num">
              {closedBy}, {formatDateTime(closedAt, { year: true })}
            </p>
          </Notice>
        </div>
      )}
    </div>
  );
}

export function CaseFolder({ folder, me }: FolderProps & { me: string }) {
  return (
    <>
      <div className="in">
        <Head folder={folder} me={me} />
        <div className="cols customer-record">
          <div className="col">
            <Freezes userId={folder.customer.id} />
            <CaseOrders folder={folder} />
            <PageSection id="alerts" title="Alerts">
              {folder.alertLines.length > 0 ? (
                <AlertLines alerts={folder.alertLines} />
              ) : (
                <p className="ink-2">No alerts</p>
              )}
            </PageSection>
            <CaseFindings folder={folder} />
            <CaseFiles folder={folder} />
            {folder.reports !== null && <CaseReports reports={folder.reports} />}
          </div>
          <div className="col">
            <CaseTimeline folder={folder} />
          </div>
        </div>
      </div>
      <CaseBar folder={folder} me={me} />
    </>
  );
}
