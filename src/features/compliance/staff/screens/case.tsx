import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ActionBar } from '../../../../ui/admin/action-bar.tsx';
import { DetailPage } from '../../../../ui/admin/detail-page.tsx';
import type { DocumentFile } from '../../../../ui/admin/document-viewer/use-document-file.ts';
import { adminMeta, useStaffUser } from '../../../../ui/admin/frame.tsx';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { useShortcuts } from '../../../../ui/admin/shortcuts.tsx';
import { useFormOutcome } from '../../../../ui/admin/use-invalidate.ts';
import { Badge, type BadgeKind } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api, call } from '../../../../ui/client.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { formatBytes, formatDate, formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import type { StoredFile } from '../../../../ui/send-file.ts';
import { Timeline, type TimelineStep } from '../../../../ui/timeline.tsx';
import { Upload } from '../../../../ui/upload.tsx';
import { isNetwork, networks } from '../../../assets/networks.ts';
import { Freezes } from '../../../freezes/staff/screens/freezes.tsx';
import { readReason } from '../../../trading/order/reasons.ts';
import { caseKinds, caseOutcomes } from '../../cases.ts';
import { NoteCase } from '../../schema.ts';
import type { CaseEvent, CaseFile, CaseHit, CaseScreening, CaseView, ReportLine } from '../../views.ts';
import { AlertLines } from './alert-lines.tsx';
import { CaseOrders } from './case-orders.tsx';
import { ReportAge } from './clock.tsx';
import {
  caseKeys,
  caseStateLabels,
  eventLabels,
  formatCode,
  getLabel,
  reportStateLabels,
  stopEvents,
} from './labels.ts';
import { describeOutcome, useAction } from './use-action.ts';

const DocumentViewer = lazyPart(() =>
  import('../../../../ui/admin/document-viewer/viewer.tsx').then((parts) => parts.DocumentViewer),
);

const getFileState = ({ state }: CaseFile): DocumentFile['state'] =>
  state === 'clean' || state === 'refused' ? state : 'being_checked';

const toDocumentFile = (file: CaseFile): DocumentFile => ({
  ...file,
  fileId: file.id,
  title: file.name,
  state: getFileState(file),
});

function AddFile({ caseView }: { caseView: CaseView }) {
  const [sent, setSent] = useState<StoredFile | null>(null);
  const add = useAction({
    send: (fileId: string) => call.compliance.addToCase({ caseId: caseView.id, files: [fileId] }),
    notice: 'caseAdded',
    params: { name: caseView.customer.name },
    onDone: () => setSent(null),
  });
  return (
    <Upload
      label="Add a file"
      purpose="case-file"
      value={sent}
      hint="A statement, letter or screenshot. Only staff who work on cases can open it."
      onUploaded={(file) => {
        setSent(file);
        add.mutate(file.id);
      }}
      onRemoved={() => setSent(null)}
    />
  );
}

/** Files of a case. Opening a file downloads it and writes an audit entry. */
function CaseFiles({ caseView }: { caseView: CaseView }) {
  const [open, setOpen] = useState<CaseFile | null>(null);
  const { files, may } = caseView;
  return (
    <PageSection id="files" title="Files">
      {files.length === 0 && <p className="ink-2">No files attached</p>}
      <ul className="lines num">
        {files.map((file) => (
          <li key={file.id}>
            <Button variant="bare" size="small" label={`Open: ${file.name}`} onClick={() => setOpen(file)}>
              <Eye className="ic" aria-hidden="true" />
              <span className="wrap-any">{file.name}</span>
            </Button>
            <span className="ink-2">
              {formatBytes(file.bytes)}, {file.addedBy}, {formatDateTime(file.addedAt)}
            </span>
            {getFileState(file) !== 'clean' && (
              <Badge kind={getFileState(file) === 'refused' ? 'rejected' : 'pending'}>
                {getFileState(file) === 'refused' ? 'Refused' : 'Being checked'}
              </Badge>
            )}
          </li>
        ))}
      </ul>
      {may.work && <AddFile caseView={caseView} />}
      <Dialog open={open !== null} onClose={() => setOpen(null)} title={open?.name ?? ''} wide>
        {open && <DocumentViewer files={[toDocumentFile(open)]} shown={open.id} onShow={() => {}} />}
      </Dialog>
    </PageSection>
  );
}

/** Label of a reason code: hold reasons come from trading, closing reasons are outcomes. */
function getReasonLabel({ event, reasonCode }: CaseEvent): string | null {
  if (reasonCode === null) return null;
  if (event === 'order_held') return readReason('hold', reasonCode)?.staff ?? reasonCode;
  return getLabel(caseOutcomes, reasonCode);
}

function getSubjectLabel({ subjectId, subjectType }: CaseEvent, caseView: CaseView): string | null {
  if (subjectId === null) return null;
  const named: Readonly<Record<string, readonly { id: string; text: string }[]>> = {
    order: caseView.orderLines.map(({ id, reference }) => ({ id, text: reference })),
    file: caseView.files.map(({ id, name }) => ({ id, text: name })),
    report: (caseView.reports ?? []).map(({ id, number }) => ({ id, text: `report ${number}` })),
    person: caseView.people.map(({ id, name }) => ({ id, text: name })),
  };
  const lists = subjectType === null ? [] : (named[subjectType] ?? Object.values(named).flat());
  return lists.find(({ id }) => id === subjectId)?.text ?? null;
}

const toTimelineStep = (line: CaseEvent, caseView: CaseView): TimelineStep => {
  const reason = getReasonLabel(line);
  const subject = getSubjectLabel(line, caseView);
  return {
    state: stopEvents.includes(line.event) ? 'stop' : 'done',
    title: subject ? `${eventLabels[line.event]}: ${subject}` : eventLabels[line.event],
    note: (
      <>
        {formatDateTime(line.at)}, {line.person ?? 'automatic'}
        {reason && <span className="why">{reason}</span>}
        {line.note && <span className="why">“{line.note}”</span>}
      </>
    ),
  };
};

const noted = describeOutcome('caseNoted');

function NoteForm({ caseView }: { caseView: CaseView }) {
  const { form, field, busy, submit } = useCommandForm(NoteCase, api.compliance.noteCase, {
    start: { caseId: caseView.id, note: '' },
    ...useFormOutcome(noted.stale, { onClose: () => form.reset(), onSuccess: noted.success }),
  });
  return (
    <form className="stack-s" noValidate onSubmit={(event) => void submit(event)}>
      <TextField label="Note" hint="Only staff who work on cases can read this." rows={3} {...field('note')} />
      <div>
        <Button type="submit" variant="line" busy={busy}>
          Add note
        </Button>
      </div>
    </form>
  );
}

function CaseTimeline({ caseView }: { caseView: CaseView }) {
  const steps = caseView.events.map((line) => toTimelineStep(line, caseView));
  const next: TimelineStep[] = caseView.state === 'closed' ? [] : [{ state: 'now', title: 'Waiting for a decision' }];
  return (
    <PageSection id="story" title="Timeline">
      <Timeline steps={[...steps, ...next]} />
      {caseView.may.work && <NoteForm caseView={caseView} />}
    </PageSection>
  );
}

const resultKinds: Readonly<Record<string, BadgeKind>> = {
  clear: 'approved',
  flagged: 'rejected',
  high_risk: 'rejected',
};
const hitKinds: Readonly<Record<string, BadgeKind>> = { open: 'pending', cleared: 'approved', confirmed: 'rejected' };

const formatScreening = ({ symbol, network, at }: CaseScreening): string =>
  [symbol, isNetwork(network) ? networks[network].name : network, formatDateTime(at, { year: true })].join(', ');

const Screening = ({ screening }: { screening: CaseScreening }) => (
  <li>
    <span>
      <span className="code">{screening.wallet}</span> <CopyButton text={screening.wallet} name="wallet" />
    </span>
    <Badge kind={resultKinds[screening.result] ?? 'pending'}>{formatCode(screening.result)}</Badge>
    <span className="more ink-2">
      {formatScreening(screening)}, by {screening.provider}
      {screening.categories.length > 0 && `: ${screening.categories.join(', ')}`}
      {screening.matches.length > 0 && `. ${screening.matches.join('; ')}`}
    </span>
  </li>
);

/** Name of the listed party, or its reference if the details hold no name. */
function getPartyName({ details, partyRef }: CaseHit): string {
  const { party } = details;
  const name = typeof party === 'object' && party !== null ? (party as { name?: unknown }).name : undefined;
  return typeof name === 'string' && name !== '' ? name : partyRef;
}

const Hit = ({ hit }: { hit: CaseHit }) => (
  <li>
    <b>{getPartyName(hit)}</b>
    <Badge kind={hitKinds[hit.state] ?? 'other'}>{formatCode(hit.state)}</Badge>
    <span className="more ink-2">
      {hit.source.toUpperCase()} {hit.partyRef}, {hit.score} of 100, {formatDateTime(hit.at, { year: true })}
    </span>
  </li>
);

const CaseFindings = ({ caseView: { screenings, hits } }: { caseView: CaseView }) => (
  <>
    <PageSection id="screenings" title="Screened wallets">
      {screenings.length > 0 ? (
        <ul className="lines two num">
          {screenings.map((screening) => (
            <Screening key={screening.id} screening={screening} />
          ))}
        </ul>
      ) : (
        <p className="ink-2">No screenings</p>
      )}
    </PageSection>
    {hits.length > 0 && (
      <PageSection id="hits" title="Names on lists">
        <ul className="lines two num">
          {hits.map((hit) => (
            <Hit key={hit.id} hit={hit} />
          ))}
        </ul>
      </PageSection>
    )}
  </>
);

const dialogs = {
  add: lazyPart(() => import('./case-dialogs.tsx').then((parts) => parts.AddDialog)),
  assign: lazyPart(() => import('./case-dialogs.tsx').then((parts) => parts.AssignCaseDialog)),
  close: lazyPart(() => import('./case-dialogs.tsx').then((parts) => parts.CloseCaseDialog)),
  reopen: lazyPart(() => import('./case-dialogs.tsx').then((parts) => parts.ReopenDialog)),
  report: lazyPart(() => import('./case-dialogs.tsx').then((parts) => parts.OpenReportDialog)),
};
type Open = keyof typeof dialogs;

const focusNote = () => document.querySelector<HTMLElement>('#story ~ form textarea')?.focus();
const openFilePicker = () => document.querySelector<HTMLElement>('#files ~ .field input[type="file"]')?.click();

function CaseBar({ caseView, me }: { caseView: CaseView; me: string }) {
  const [open, setOpen] = useState<Open | null>(null);
  const { id, may, customer, state, assignee } = caseView;
  const review = useAction({
    send: () => call.compliance.startReview({ caseId: id }),
    notice: 'caseReview',
    params: { name: customer.name },
  });
  const dialog = (which: Open, allowed: boolean) => (allowed ? () => setOpen(which) : undefined);
  const onReview = may.startReview ? () => review.mutate(undefined) : undefined;
  const onAdd = dialog('add', may.work && caseView.otherAlerts.length + caseView.otherOrders.length > 0);
  useShortcuts({ n: may.work ? focusNote : undefined, f: may.work ? openFilePicker : undefined });
  // Only one primary button: a release that this user can decide has priority.
  const canDecide = caseView.orderLines.some(({ release }) => release?.mayDecide);
  const Dialog = open && dialogs[open];
  return (
    <>
      <ActionBar
        actions={[
          {
            name: 'Start review',
            key: 's',
            onPress: onReview,
            look: canDecide ? 'line' : 'primary',
            busy: review.isPending,
          },
          {
            name: 'Open a report',
            key: 'r',
            onPress: dialog('report', may.report),
            look: onReview || canDecide ? 'line' : 'primary',
          },
          { name: 'Add to case', key: 'a', onPress: onAdd },
          { name: 'Assign', key: 'g', onPress: dialog('assign', may.work && caseView.people.length > 0) },
          { name: 'Close', key: 'c', onPress: dialog('close', may.close) },
          { name: 'Reopen', key: 'o', onPress: dialog('reopen', may.reopen) },
        ]}
      >
        {state === 'closed' && <p className="t-2xs ink-2">Closed. Reopen the case to add anything.</p>}
        {state !== 'closed' && assignee && assignee.id !== me && (
          <p className="t-2xs ink-2">{assignee.name} is working on this. You can help.</p>
        )}
      </ActionBar>
      {Dialog && <Dialog caseView={caseView} onClose={() => setOpen(null)} />}
    </>
  );
}

const CaseReports = ({ reports }: { reports: readonly ReportLine[] }) => (
  <PageSection id="reports" title="Suspicious-transaction reports">
    {reports.length > 0 ? (
      <ul className="lines two num">
        {reports.map(({ id, number, state, suspicionFormedOn, clock, fidReference }) => (
          <li key={id}>
            <Link className="link b" to={`/admin/aml-compliance/reports/${id}`}>
              Report {number}
            </Link>
            <span className="marks">
              <ReportAge clock={clock} />
              <Badge kind={reportStateLabels[state].kind}>{reportStateLabels[state].text}</Badge>
            </span>
            <span className="more ink-2">
              Suspicion formed {formatDate(suspicionFormedOn)}
              {fidReference && `, FID ${fidReference}`}
            </span>
          </li>
        ))}
      </ul>
    ) : (
      <p className="ink-2">No reports</p>
    )}
  </PageSection>
);

type CaseProps = { caseView: CaseView };

function Head({ caseView, me }: CaseProps & { me: string }) {
  const { number, title, state, kind, customer, assignee, openedAt, openedBy, closedAt, closedBy } = caseView;
  const label = caseStateLabels[state];
  return (
    <div>
      <div className="row between">
        <h1 className="title">
          Case {number}: {title}
        </h1>
        <Badge kind={label.kind}>{label.text}</Badge>
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
            <b>{getLabel(caseOutcomes, caseView.outcome)}</b>
            {caseView.outcomeText && <p className="wrap-any">“{caseView.outcomeText}”</p>}
            <p className="t-2xs ink-2 num">
              {closedBy}, {formatDateTime(closedAt, { year: true })}
            </p>
          </Notice>
        </div>
      )}
    </div>
  );
}

function CaseContent({ caseView, me }: CaseProps & { me: string }) {
  return (
    <>
      <div className="in">
        <Head caseView={caseView} me={me} />
        <div className="cols customer-record">
          <div className="col">
            <Freezes userId={caseView.customer.id} />
            <CaseOrders caseView={caseView} />
            <PageSection id="alerts" title="Alerts">
              {caseView.alertLines.length > 0 ? (
                <AlertLines alerts={caseView.alertLines} />
              ) : (
                <p className="ink-2">No alerts</p>
              )}
            </PageSection>
            <CaseFindings caseView={caseView} />
            <CaseFiles caseView={caseView} />
            {caseView.reports !== null && <CaseReports reports={caseView.reports} />}
          </div>
          <div className="col">
            <CaseTimeline caseView={caseView} />
          </div>
        </div>
      </div>
      <CaseBar caseView={caseView} me={me} />
    </>
  );
}

export const meta = () => adminMeta('Case');

export default function CaseScreen() {
  const { caseId = '' } = useParams();
  const person = useStaffUser();
  return <OneCase key={caseId} caseId={caseId} me={person.id} />;
}

function OneCase({ caseId, me }: { caseId: string; me: string }) {
  const query = useQuery(api.compliance.case.queryOptions({ input: { caseId } }));
  const back = { to: `/admin/aml-compliance/cases?at=${caseId}`, name: 'Cases' };
  return (
    <DetailPage query={query} back={back} keys={caseKeys} failed="We couldn't load the case.">
      {(caseView) => <CaseContent caseView={caseView} me={me} />}
    </DetailPage>
  );
}
