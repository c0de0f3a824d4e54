import { ORPCError } from '@orpc/client';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { api, call } from '../../../../ui/client.ts';
import { dateText, momentText } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { ScaleBar } from '../../../../ui/scale-bar.tsx';
import { daysToReport, gapsOf, type ReportContent } from '../../../compliance/reports.ts';
import type { ReportView } from '../../../compliance/views.ts';
import { ReportBar } from './report-bar.tsx';
import { ReportFields } from './report-fields.tsx';
import { clockWords, ReportAge } from './report-lines.tsx';
import { ReportParties } from './report-parties.tsx';
import { ReportTransactions } from './report-transactions.tsx';
import { ReportVersions } from './report-versions.tsx';
import { Conflict } from './standing.tsx';
import { type Kept, useKeptDraft } from './use-kept-draft.ts';
import { reportStateWords } from './words.ts';

/** What the parts of a report work on: the draft as it stands in the fields, and how to change it. */
export type Writing = {
  report: ReportView;
  content: ReportContent;
  /** Whether it may be written at all: only a draft. */
  open: boolean;
  onChange: (change: Partial<ReportContent>) => void;
};

function Clock({ report: { clock, state, suspicionFormedOn } }: { report: ReportView }) {
  if (state !== 'draft') return null;
  const gone = Math.min(daysToReport, Math.max(0, daysToReport - clock.daysLeft));
  const late = clock.state === 'overdue';
  const label = `Day ${gone} of ${daysToReport}, ${clockWords(clock)}`;
  return (
    <div className="report-clock">
      <ScaleBar
        label={label}
        whole={BigInt(daysToReport)}
        parts={[{ kind: late ? 'over' : 'used', amount: BigInt(gone) }]}
        ticks={daysToReport}
        marks={[
          { at: 0, text: `Suspicion, ${dateText(suspicionFormedOn)}` },
          { at: 100, text: `Due ${dateText(clock.dueOn)}` },
        ]}
      />
    </div>
  );
}

function Head({ report }: { report: ReportView }) {
  const { number, state, customer, caseId, caseNumber, createdBy, createdAt, clock } = report;
  const word = reportStateWords[state];
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
        · {customer.email} · opened {momentText(createdAt)} by {createdBy} · seen by the role compliance alone
      </p>
      <Clock report={report} />
      {report.closedAt && (
        <div className="closing">
          <Notice kind={state === 'filed' ? 'ok' : 'wait'}>
            {state === 'filed' && report.filedOn && (
              <>
                <b>Filed on {dateText(report.filedOn)}</b> with the FID under {report.fidReference}
              </>
            )}
            {state === 'abandoned' && (
              <>
                <b>Nothing is reported.</b> “{report.abandonReason}”
              </>
            )}
            <p className="t-2xs ink-2 num">
              {report.closedBy}, {momentText(report.closedAt, { year: true })}
            </p>
          </Notice>
        </div>
      )}
    </div>
  );
}

const savedSince = (error: unknown): boolean =>
  error instanceof ORPCError && String(error.code) === 'compliance.saved_since';

const isPassing = (error: unknown): boolean => !(error instanceof ORPCError) || error.status >= 500;

/**
 * The draft of this report, kept while it is written. What was saved is known here and not read again, since every look
 * is on record; after a refusal it is.
 */
function useReportDraft(report: ReportView): Kept<ReportContent> {
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
  return useKeptDraft<ReportContent>({ id: `report ${id}`, server, save, isConflict: savedSince, isPassing });
}

/** A report on one page: the story left, who and what right, what may be done below. */
export function ReportSheet({ report }: { report: ReportView }) {
  const draft = useReportDraft(report);
  const open = report.state === 'draft';
  const content = open ? draft.kept.draft : report.content;
  // What stands in the fields now, not what was last drawn: two changes may follow each other at once.
  const onChange = (change: Partial<ReportContent>) => draft.change({ ...draft.read().draft, ...change });
  const writing: Writing = { report, content, open, onChange };
  return (
    <>
      <div className="in">
        <Head report={report} />
        {open && draft.kept.theirs && <Conflict theirs={draft.kept.theirs.draft.narrative} onChoose={draft.choose} />}
        <div className="cols customer-record report">
          <div className="col">
            <ReportFields {...writing} state={draft.kept.state} onLeave={() => void draft.flush()} />
          </div>
          <div className="col">
            <ReportParties {...writing} />
            <ReportTransactions {...writing} />
            <ReportVersions report={report} />
          </div>
        </div>
      </div>
      <ReportBar report={report} draft={draft} gaps={open ? gapsOf(content) : []} />
    </>
  );
}
