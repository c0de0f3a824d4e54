import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { ActionDialog } from '../../../../ui/admin/action-dialog.tsx';
import { defineAction } from '../../../../ui/admin/define-action.tsx';
import { DetailsList } from '../../../../ui/admin/details.tsx';
import { downloadDocument } from '../../../../ui/admin/document-viewer/use-document-file.ts';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { useFormOutcome } from '../../../../ui/admin/use-invalidate.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { toastRefusal } from '../../../../ui/error-message.ts';
import { TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { formatBytes, formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { Upload } from '../../../../ui/upload.tsx';
import { declineReasons, findReason } from '../reasons.ts';
import { CompleteReport, DeclineReport, JoinCases, SeparateReport } from '../schema.ts';
import { describeOutcome, ReasonField } from './case-dialogs.tsx';
import { type CaseDetails, type CaseReport, reportLabels, scamStaffNotices } from './staff-labels.ts';

type RelatedCase = CaseDetails['related'][number];

type JoinProps = { caseId: string; other: RelatedCase };

const JoinDialog = defineAction(JoinCases, api.scamDesk.mergeCases, ({ caseId, other }: JoinProps) => ({
  ...describeOutcome('joined'),
  title: 'Merge cases',
  confirmLabel: 'Merge',
  start: { caseId, otherId: other.id, word: '' },
  hint: `All reports in “${other.name}” will move to this case. You can separate reports again later.`,
  fields: { word: { label: 'Why they belong together', hint: 'Only staff see this.', rows: 3, maxLength: 500 } },
}));

type SeparateProps = { report: CaseReport };

const SeparateDialog = defineAction(SeparateReport, api.scamDesk.separate, ({ report }: SeparateProps) => ({
  ...describeOutcome('separated'),
  title: 'Separate report',
  confirmLabel: 'Separate',
  start: { reportId: report.id, word: '' },
  hint: 'This report will move to its own case, with any indicators that no other report contains.',
  fields: {
    word: { label: "Why it doesn't belong in this case", hint: 'Only staff see this.', rows: 3, maxLength: 500 },
  },
}));

export function Related({ scamCase }: { scamCase: CaseDetails }) {
  const [other, setOther] = useState<RelatedCase | null>(null);
  if (scamCase.related.length === 0) return null;
  return (
    <PageSection id="related" title="Related cases">
      {scamCase.related.map((one) => (
        <div key={one.id} className="row between wraps">
          <p>
            <Link to={`/admin/scams/${one.id}`} className="wrap-any">
              {one.name}
            </Link>{' '}
            <span className="ink-2">
              {one.shared === 1 ? '1 indicator in common' : `${one.shared} indicators in common`}
            </span>
          </p>
          {scamCase.may.judge && (
            <Button variant="line" size="small" label={`Merge: ${one.name}`} onClick={() => setOther(one)}>
              Merge
            </Button>
          )}
        </div>
      ))}
      {other && <JoinDialog caseId={scamCase.id} other={other} onClose={() => setOther(null)} />}
    </PageSection>
  );
}

const DocumentViewer = lazyPart(() =>
  import('../../../../ui/admin/document-viewer/viewer.tsx').then((parts) => parts.DocumentViewer),
);

type ReportFile = NonNullable<CaseReport['evidence']>;
const isViewable = ({ mime }: ReportFile) => mime.startsWith('image/') || mime === 'application/pdf';

/** Opens images and PDFs in a dialog and downloads other files. The server audits each view. */
function FileButton({ file, label }: { file: ReportFile; label: string }) {
  const [open, setOpen] = useState(false);
  const openFile = () =>
    isViewable(file) ? setOpen(true) : void downloadDocument({ fileId: file.id }).catch(toastRefusal);
  return (
    <>
      <Button variant="line" size="small" onClick={openFile}>
        <Eye className="ic" aria-hidden="true" />
        <span className="wrap-any">
          {label}: {file.name}, {formatBytes(file.bytes)}
        </span>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={file.name} wide>
        {open && (
          <DocumentViewer files={[{ ...file, fileId: file.id, title: file.name }]} shown={file.id} onShow={() => {}} />
        )}
      </Dialog>
    </>
  );
}

const completed = describeOutcome('completed');

type CompleteProps = { report: CaseReport; verdictId: string; onClose: () => void };

function CompleteDialog({ report, verdictId, onClose }: CompleteProps) {
  const [message, setMessage] = useState('');
  const { form, file, getError, busy, submit } = useCommandForm(CompleteReport, api.scamDesk.complete, {
    start: { reportId: report.id, fileId: '', verdictId },
    ...useFormOutcome(completed.stale, { onClose, onSuccess: completed.success }),
  });
  const [generated, setGenerated] = useState<ReportFile | null>(null);
  const generate = useMutation(
    api.scamDesk.generateReport.mutationOptions({
      onSuccess: ({ fileId, verdictId: newVerdictId, name, bytes }) => {
        form.set('fileId', fileId as never);
        form.set('verdictId', newVerdictId);
        setGenerated({ id: fileId, name, bytes, mime: 'application/pdf', state: 'clean' });
        toastSuccess(scamStaffNotices.drawn);
      },
      onError: toastRefusal,
    }),
  );
  const own = file('fileId');
  return (
    <ActionDialog title="Complete report" confirmLabel="Send report" wide busy={busy} submit={submit} onClose={onClose}>
      <p className="ink-2">
        We'll email the reporter a download link. The report file doesn't mention other reporters.
      </p>
      <TextField
        label="Message to the reporter"
        labelNote="Optional"
        rows={3}
        maxLength={2_000}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <div className="row wraps">
        <Button
          variant="line"
          busy={generate.isPending}
          onClick={() => generate.mutate({ reportId: report.id, message })}
        >
          Generate a PDF
        </Button>
        {generated && <FileButton file={generated} label="Preview" />}
      </div>
      <Upload
        label="Or upload your own"
        purpose="scam-report"
        accept="document"
        hint="PDF, Word or text."
        error={getError('fileId')}
        onUploaded={(sent) => {
          setGenerated(null);
          own.onUploaded(sent.id as never);
        }}
        onRemoved={() => form.set('fileId', '' as never)}
      />
    </ActionDialog>
  );
}

const DeclineDialog = defineAction(DeclineReport, api.scamDesk.decline, ({ report }: { report: CaseReport }) => ({
  ...describeOutcome('declined'),
  title: 'Decline report',
  confirmLabel: 'Decline',
  grave: true,
  start: { reportId: report.id, reasonCode: '' },
  fields: ({ form, field }) => (
    <ReasonField reasons={declineReasons} chosen={form.values().reasonCode} {...field('reasonCode')} />
  ),
}));

type ReportProps = { report: CaseReport; may: boolean; isAlone: boolean };
function Report({ report, may, isAlone }: ReportProps) {
  const [dialog, setDialog] = useState<'complete' | 'decline' | 'separate' | null>(null);
  const {
    reporter,
    website,
    contactInfo,
    description,
    suspiciousNotes,
    evidence,
    answer,
    status,
    reasonCode,
    verdictId,
  } = report;
  const open = status === 'submitted' || status === 'in_review';
  const close = () => setDialog(null);
  return (
    <article className="stack">
      <p>
        <b className="wrap-any">{report.name}</b>{' '}
        <Badge kind={reportLabels[status].kind}>{reportLabels[status].text}</Badge>
      </p>
      <DetailsList
        details={[
          ['Submitted', formatDateTime(report.createdAt, { year: true })],
          [
            'Reported by',
            reporter ? (
              <Link key={reporter.id} to={`/admin/customers/${reporter.id}`}>
                {reporter.name}
              </Link>
            ) : (
              'A customer'
            ),
          ],
          ...(website ? [['Website', website] as const] : []),
          ...(contactInfo ? [['Contact', contactInfo] as const] : []),
          ...(reasonCode ? [['Declined', findReason(declineReasons, reasonCode)?.staff ?? reasonCode] as const] : []),
        ]}
      />
      <p className="as-written wrap-any">{description}</p>
      {suspiciousNotes && <p className="as-written wrap-any ink-2">{suspiciousNotes}</p>}
      <div className="row wraps">
        {evidence && <FileButton file={evidence} label="Evidence" />}
        {answer && <FileButton file={answer} label="Report file" />}
        {may && open && verdictId && (
          <Button size="small" label={`Complete: ${report.name}`} onClick={() => setDialog('complete')}>
            Complete
          </Button>
        )}
        {may && !isAlone && (
          <Button variant="line" size="small" label={`Separate: ${report.name}`} onClick={() => setDialog('separate')}>
            Separate
          </Button>
        )}
        {may && open && (
          <Button
            variant="bad-line"
            size="small"
            label={`Decline: ${report.name}`}
            onClick={() => setDialog('decline')}
          >
            Decline
          </Button>
        )}
      </div>
      {may && open && !verdictId && <p className="ink-2">Judge the case before you complete its reports.</p>}
      {dialog === 'complete' && verdictId && <CompleteDialog report={report} verdictId={verdictId} onClose={close} />}
      {dialog === 'separate' && <SeparateDialog report={report} onClose={close} />}
      {dialog === 'decline' && <DeclineDialog report={report} onClose={close} />}
    </article>
  );
}

export const Reports = ({ scamCase }: { scamCase: CaseDetails }) => (
  <PageSection id="reports" title="Reports">
    {scamCase.reports.map((report) => (
      <Report key={report.id} report={report} may={scamCase.may.judge} isAlone={scamCase.reports.length === 1} />
    ))}
  </PageSection>
);
