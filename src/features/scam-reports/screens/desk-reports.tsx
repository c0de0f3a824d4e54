import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { ActDialog } from '../../../ui/desk/act-dialog.tsx';
import { FactList } from '../../../ui/desk/facts.tsx';
import { savePaper } from '../../../ui/desk/papers/use-paper.ts';
import { Part } from '../../../ui/desk/part.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { bytesText, momentText } from '../../../ui/format.ts';
import { later } from '../../../ui/later.tsx';
import { toastRefusal } from '../../../ui/refusal-words.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { Upload } from '../../../ui/upload.tsx';
import { scamDeskNotices } from '../desk/desk-notices.ts';
import { CompleteReport, DeclineReport } from '../desk/desk-schema.ts';
import { declineReasons, reasonIn } from '../desk/reasons.ts';
import { ReasonField, useTold } from './desk-dialogs.tsx';
import { type MatterCase, type MatterReport, reportWord } from './desk-words.ts';

const DocumentViewer = later(() => import('../../../ui/desk/papers/viewer.tsx').then((parts) => parts.DocumentViewer));

type Paper = NonNullable<MatterReport['evidence']>;
const isSeen = ({ mime }: Paper) => mime.startsWith('image/') || mime === 'application/pdf';

/** A file of a report: pictures and PDFs are looked at here, others saved. Each look is written down. */
function PaperButton({ paper, says }: { paper: Paper; says: string }) {
  const [open, setOpen] = useState(false);
  const look = () => (isSeen(paper) ? setOpen(true) : void savePaper({ fileId: paper.id }).catch(toastRefusal));
  return (
    <>
      <Button look="line" size="small" onClick={look}>
        <Eye className="ic" aria-hidden="true" />
        <span className="wrap-any">
          {says}: {paper.name}, {bytesText(paper.bytes)}
        </span>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={paper.name} wide>
        {open && (
          <DocumentViewer
            papers={[{ ...paper, fileId: paper.id, title: paper.name }]}
            shown={paper.id}
            onShow={() => {}}
          />
        )}
      </Dialog>
    </>
  );
}

type DialogProps = { report: MatterReport; onClose: () => void };
type CompleteProps = DialogProps & { verdictId: string };

/** A file made from the facts, or one that is uploaded; then it is sent. */
function CompleteDialog({ report, verdictId, onClose }: CompleteProps) {
  const [says, setSays] = useState('');
  const { form, file, errorOf, busy, submit } = useCommandForm(CompleteReport, api.scamDesk.complete, {
    start: { reportId: report.id, fileId: '', verdictId },
    ...useTold('completed', onClose),
  });
  const [made, setMade] = useState<Paper | null>(null);
  const draw = useMutation(
    api.scamDesk.draw.mutationOptions({
      onSuccess: ({ fileId, verdictId: said, name, bytes }) => {
        form.set('fileId', fileId as never);
        form.set('verdictId', said);
        setMade({ id: fileId, name, bytes, mime: 'application/pdf', state: 'clean' });
        toastSuccess(scamDeskNotices.drawn);
      },
      onError: toastRefusal,
    }),
  );
  const own = file('fileId');
  return (
    <ActDialog title="Complete the report" says="Send it" wide busy={busy} submit={submit} onClose={onClose}>
      <p className="ink-2">Whoever reported can download it and is written to. It says nothing of other reporters.</p>
      <TextField
        label="What you say to them"
        aside="Optional"
        rows={3}
        maxLength={2_000}
        value={says}
        onChange={(event) => setSays(event.target.value)}
      />
      <div className="row wraps">
        <Button look="line" busy={draw.isPending} onClick={() => draw.mutate({ reportId: report.id, says })}>
          Make it from the facts
        </Button>
        {made && <PaperButton paper={made} says="Look at it" />}
      </div>
      <Upload
        label="Or upload your own"
        purpose="scam-report"
        accept="document"
        hint="PDF, Word or text."
        error={errorOf('fileId')}
        onUploaded={(sent) => {
          setMade(null);
          own.onUploaded(sent.id as never);
        }}
        onRemoved={() => form.set('fileId', '' as never)}
      />
    </ActDialog>
  );
}

function DeclineDialog({ report, onClose }: DialogProps) {
  const { form, field, busy, submit } = useCommandForm(DeclineReport, api.scamDesk.decline, {
    start: { reportId: report.id, reasonCode: '' },
    ...useTold('declined', onClose),
  });
  return (
    <ActDialog title="Decline the report" says="Decline" grave busy={busy} submit={submit} onClose={onClose}>
      <ReasonField reasons={declineReasons} chosen={form.values().reasonCode} {...field('reasonCode')} />
    </ActDialog>
  );
}

function Report({ report, may }: { report: MatterReport; may: boolean }) {
  const [act, setAct] = useState<'complete' | 'decline' | null>(null);
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
  const close = () => setAct(null);
  return (
    <article className="stack">
      <p>
        <b className="wrap-any">{report.name}</b>{' '}
        <Badge kind={reportWord[status].kind}>{reportWord[status].text}</Badge>
      </p>
      <FactList
        facts={[
          ['Handed in', momentText(report.createdAt, { year: true })],
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
          ...(reasonCode ? [['Declined', reasonIn(declineReasons, reasonCode)?.staff ?? reasonCode] as const] : []),
        ]}
      />
      <p className="as-written wrap-any">{description}</p>
      {suspiciousNotes && <p className="as-written wrap-any ink-2">{suspiciousNotes}</p>}
      <div className="row wraps">
        {evidence && <PaperButton paper={evidence} says="Evidence" />}
        {answer && <PaperButton paper={answer} says="Report file" />}
        {may && open && verdictId && (
          <Button size="small" label={`Complete: ${report.name}`} onClick={() => setAct('complete')}>
            Complete
          </Button>
        )}
        {may && open && (
          <Button look="bad-line" size="small" label={`Decline: ${report.name}`} onClick={() => setAct('decline')}>
            Decline
          </Button>
        )}
      </div>
      {may && open && !verdictId && <p className="ink-2">Judge the matter before you complete its reports.</p>}
      {act === 'complete' && verdictId && <CompleteDialog report={report} verdictId={verdictId} onClose={close} />}
      {act === 'decline' && <DeclineDialog report={report} onClose={close} />}
    </article>
  );
}

/** What people handed in, the oldest first. */
export const Reports = ({ matter }: { matter: MatterCase }) => (
  <Part id="reports" title="Reports">
    {matter.reports.map((report) => (
      <Report key={report.id} report={report} may={matter.may.judge} />
    ))}
  </Part>
);
