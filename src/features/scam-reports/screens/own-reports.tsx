import { useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { Button } from '../../../ui/button.tsx';
import { api, call } from '../../../ui/client.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { formatDate } from '../../../ui/format.ts';
import { QueryPlaceholder } from '../../../ui/query-placeholder.tsx';
import { toastError } from '../../../ui/toast.ts';
import { scamToasts, statusLabels } from '../page-texts.ts';
import type { OwnReport } from '../types.ts';

type FileLinkProps = { fileId: string; failed: { readonly title: string }; label: string; text: string };

/** Opens a private file through a signed link that is valid for 1800 s. */
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
    <Button variant="line" size="small" busy={busy} label={label} onClick={() => void open()}>
      <FileDown className="ic" aria-hidden="true" />
      {text}
    </Button>
  );
}

/** Shows the status, or a Download link once completed [001 §4 Scam report]. */
function ReportRow({ report }: { report: OwnReport }) {
  const { name, status, reportFile, evidenceFile, createdAt } = report;
  return (
    <li>
      <div>
        <h3 className="any-length">{name}</h3>
        <p className="ink-2 num">{formatDate(jamaicaDay(createdAt))}</p>
      </div>
      <div className="row">
        {evidenceFile && (
          <FileLink
            fileId={evidenceFile}
            failed={scamToasts.evidenceLink}
            label={`Evidence for ${name}`}
            text="Evidence"
          />
        )}
        {status === 'completed' && reportFile ? (
          <FileLink
            fileId={reportFile}
            failed={scamToasts.reportLink}
            label={`Download the report on ${name}`}
            text="Download"
          />
        ) : (
          <span className="b">{statusLabels[status]}</span>
        )}
      </div>
    </li>
  );
}

/** My Submissions [001 §2 Scam Detector page]. */
export function OwnReports() {
  const own = useQuery(api.scamReports.own.queryOptions());
  return (
    <section aria-labelledby="own-scam-reports">
      <h2 id="own-scam-reports" className="ruled">
        My Submissions
      </h2>
      {own.data === undefined && <QueryPlaceholder query={own} text="We couldn't load your submissions." />}
      {own.data?.reports.length === 0 && (
        <EmptyState title="Nothing submitted yet" text="Your reports and our answers will show up here." />
      )}
      {own.data && own.data.reports.length > 0 && (
        <ul className="scam-list">
          {own.data.reports.map((report) => (
            <ReportRow key={report.id} report={report} />
          ))}
        </ul>
      )}
    </section>
  );
}
