import { FileCode } from 'lucide-react';
import { useState } from 'react';
import { ActBar } from '../../../../ui/desk/act-bar.tsx';
import { later } from '../../../../ui/later.tsx';
import type { ReportContent, ReportGap } from '../../../compliance/reports.ts';
import type { ReportView } from '../../../compliance/views.ts';
import type { Kept } from './use-kept-draft.ts';

const AbandonDialog = later(() => import('./report-dialogs.tsx').then((parts) => parts.AbandonDialog));
const FileDialog = later(() => import('./report-dialogs.tsx').then((parts) => parts.FileDialog));
const XmlDialog = later(() => import('./report-dialogs.tsx').then((parts) => parts.XmlDialog));

const gapWords: Readonly<Record<ReportGap, string>> = {
  narrative: 'a narrative of at least 50 characters',
  reasons: 'at least one reason',
  parties: 'our customer among the parties',
};

type ReportBarProps = { report: ReportView; draft: Kept<ReportContent>; gaps: readonly ReportGap[] };

/** Check and export, then mark as filed. Whatever is unsaved is saved first. */
export function ReportBar({ report, draft, gaps }: ReportBarProps) {
  const [open, setOpen] = useState<'xml' | 'file' | 'abandon' | null>(null);
  const isDraft = report.state === 'draft';
  const complete = gaps.length === 0;
  const then = (which: 'xml' | 'file' | 'abandon') => async () => {
    await draft.flush();
    if (!isDraft || draft.read().state === 'saved') setOpen(which);
  };
  const onFile = isDraft && complete ? then('file') : undefined;
  const close = () => setOpen(null);
  return (
    <>
      <ActBar
        acts={[
          { name: 'Mark as filed', key: 'm', on: onFile, look: 'primary' },
          {
            name: 'Check and export',
            key: 'x',
            on: then('xml'),
            look: onFile ? 'line' : 'primary',
            icon: FileCode,
          },
          { name: 'Report nothing', on: isDraft ? then('abandon') : undefined, look: 'bad-line' },
        ]}
      >
        {isDraft && !complete && (
          <p className="t-2xs ink-2">To file it, it needs {gaps.map((gap) => gapWords[gap]).join(', ')}.</p>
        )}
      </ActBar>
      {open === 'xml' && <XmlDialog report={report} onClose={close} />}
      {open === 'file' && <FileDialog report={report} version={draft.read().version} onClose={close} />}
      {open === 'abandon' && <AbandonDialog report={report} onClose={close} />}
    </>
  );
}
