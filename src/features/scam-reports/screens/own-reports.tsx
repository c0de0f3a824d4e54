import { useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { Button } from '../../../ui/button.tsx';
import { api, call } from '../../../ui/client.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { dateText } from '../../../ui/format.ts';
import { NotYet } from '../../../ui/not-yet.tsx';
import { toastError } from '../../../ui/toast.ts';
import { scamNotices, statusWords } from '../own-messages.ts';
import type { OwnReport } from '../shapes.ts';

type FileLinkProps = { fileId: string; failed: { readonly title: string }; label: string; text: string };

/** Opens a private file by a link of its own, asked for when it is wanted (1800 s). */
function FileLink({ fileId, failed, label, text }: FileLinkProps) {
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      const { url } = await call.documents.link({ fileId });
      window.location.assign(url);
    } catch {
      toastError(failed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button look="line" size="small" busy={busy} label={label} onClick={() => void open()}>
      <FileDown className="ic" aria-hidden="true" />
      {text}
    </Button>
  );
}

/** One report: its status as text, or a Download link once it is completed [001 §4 Scam report]. */
function One({ report }: { report: OwnReport }) {
  const { name, status, reportFile, evidenceFile, createdAt } = report;
  return (
    <li>
      <div>
        <h3 className="any-length">{name}</h3>
        <p className="ink-2 num">{dateText(jamaicaDay(createdAt))}</p>
      </div>
      <div className="row">
        {evidenceFile && (
          <FileLink
            fileId={evidenceFile}
            failed={scamNotices.evidenceLink}
            label={`Evidence for ${name}`}
            text="Evidence"
          />
        )}
        {status === 'completed' && reportFile ? (
          <FileLink
            fileId={reportFile}
            failed={scamNotices.reportLink}
            label={`Download the report on ${name}`}
            text="Download"
          />
        ) : (
          <span className="b">{statusWords[status]}</span>
        )}
      </div>
    </li>
  );
}

/** My Submissions: what somebody handed in, and how far each is [001 §2 Scam Detector page]. */
export function OwnReports() {
  const own = useQuery(api.scamReports.own.queryOptions());
  return (
    <section aria-labelledby="own-scam-reports">
      <h2 id="own-scam-reports" className="ruled">
        My Submissions
      </h2>
      {own.data === undefined && <NotYet asked={own} text="Your submissions could not be loaded." />}
      {own.data?.reports.length === 0 && (
        <EmptyState title="Nothing submitted yet" text="What you report stands here, with our answer." />
      )}
      {own.data && own.data.reports.length > 0 && (
        <ul className="scam-list">
          {own.data.reports.map((report) => (
            <One key={report.id} report={report} />
          ))}
        </ul>
      )}
    </section>
  );
}
