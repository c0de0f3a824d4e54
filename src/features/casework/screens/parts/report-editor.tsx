import { ORPCError } from '@orpc/client';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { api, call } from '../../../../ui/client.ts';
import { formatDate, formatDateTime } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { ScaleBar } from '../../../../ui/scale-bar.tsx';
import { daysToReport, getReportGaps, type ReportContent } from '../../../compliance/reports.ts';
import type { ReportView } from '../../../compliance/views.ts';
import { reportStateLabels } from './labels.ts';
import { ReportBar } from './report-bar.tsx';
import { formatReportClock, ReportAge } from './report-clock.tsx';
import { ReportFields } from './report-fields.tsx';
import { ReportParties } from './report-parties.tsx';
import { ReportTransactions } from './report-transactions.tsx';
import { ReportVersions } from './report-versions.tsx';
import { Conflict } from './save-status.tsx';
import { type AutosaveHandle, useAutosave } from './use-autosave.ts';

export type EditorProps = {
  report: ReportView;
  content: ReportContent;
  open: boolean;
  onChange: (change: Partial<ReportContent>) => void;
};

function Clock({ report: { clock, state, suspicionFormedOn } }: { report: ReportView }) {
  if (state !== 'draft') return null;
  const elapsedDays = Math.min(daysToReport, Math.max(0, daysToReport - clock.daysLeft));
  const late = clock.state === 'overdue';
  const label = `Day ${elapsedDays} of ${daysToReport}, ${formatReportClock(clock)}`;
  return (
    <div className="report-clock">
      <ScaleBar
        label={label}
        total={BigInt(daysToReport)}
        parts={[{ kind: late ? 'over' : 'used', amount: BigInt(elapsedDays) }]}
        ticks={daysToReport}
        labels={[
          { at: 0, text: `Suspicion formed ${formatDate(suspicionFormedOn)}` },
          { at: 100, text: `Due ${formatDate(clock.dueOn)}` },
        ]}
      />
    </div>
  );
}

function Head({ report }: { report: ReportView }) {
  const { number, state, customer, caseId, caseNumber, createdBy, createdAt, clock } = report;
  const word = reportStateLabels[state];
  return (
    <div>
      <div className="row between">
        <h1 className="title">
          Report {number}: {customer.name}
        </h1>
        <span className="row">
          <ReportAge clock={clock} />
          <Badge kind={word.kind}>{word.text}</Badge>
        </span>
      </div>
      <p className="ink-2 num facts-line">
        <Link className="link b" to={`/admin/aml-compliance/cases/${caseId}`}>
          Case {caseNumber}
        </Link>{' '}
        · {customer.email} · opened {formatDateTime(createdAt)} by {createdBy} · visible to compliance only
      </p>
      <Clock report={report} />
      {report.closedAt && (
        <div className="closing">
          <Notice kind={state === 'filed' ? 'ok' : 'wait'}>
            {state === 'filed' && report.filedOn && (
              <>
                <b>Filed on {formatDate(report.filedOn)}</b> with the FID, reference {report.fidReference}
              </>
            )}
            {state === 'abandoned' && (
              <>
                <b>Report abandoned.</b> “{report.abandonReason}”
              </>
            )}
            <p className="t-2xs ink-2 num">
              {report.closedBy}, {formatDateTime(report.closedAt, { year: true })}
            </p>
          </Notice>
        </div>
      )}
    </div>
  );
}

const isConflict = (error: unknown): boolean =>
  error instanceof ORPCError && String(error.code) === 'compliance.saved_since';

const canRetry = (error: unknown): boolean => !(error instanceof ORPCError) || error.status >= 500;

/** Autosaves the report. A save updates the cache without a refetch, because each view is audited. */
function useReportAutosave(report: ReportView): AutosaveHandle<ReportContent> {
  const queries = useQueryClient();
  const { id, version, content } = report;
  const server = useMemo(() => ({ draft: content, version }), [content, version]);
  const { queryKey } = api.compliance.report.queryOptions({ input: { reportId: id } });
  const save = async (draft: ReportContent, on: number): Promise<number> => {
    const content = { ...draft, reasons: [...draft.reasons], parties: [...draft.parties], orders: [...draft.orders] };
    try {
      const saved = await call.compliance.saveReport({ reportId: id, version: on, content });
      queries.setQueryData(queryKey, (old) => old && { ...old, version: saved.version, content: draft });
      return saved.version;
    } catch (error) {
      void queries.invalidateQueries({ queryKey });
      throw error;
    }
  };
  return useAutosave<ReportContent>({ id: `report ${id}`, server, save, isConflict, canRetry });
}

export function ReportEditor({ report }: { report: ReportView }) {
  const draft = useReportAutosave(report);
  const open = report.state === 'draft';
  const content = open ? draft.current.draft : report.content;
  // Reads the current draft: two changes may happen before the next render.
  const onChange = (change: Partial<ReportContent>) => draft.change({ ...draft.read().draft, ...change });
  const editor: EditorProps = { report, content, open, onChange };
  return (
    <>
      <div className="in">
        <Head report={report} />
        {open && draft.current.theirs && (
          <Conflict theirs={draft.current.theirs.draft.narrative} onChoose={draft.choose} />
        )}
        <div className="cols customer-record report">
          <div className="col">
            <ReportFields {...editor} state={draft.current.state} onLeave={() => void draft.flush()} />
          </div>
          <div className="col">
            <ReportParties {...editor} />
            <ReportTransactions {...editor} />
            <ReportVersions report={report} />
          </div>
        </div>
      </div>
      <ReportBar report={report} draft={draft} gaps={open ? getReportGaps(content) : []} />
    </>
  );
}
