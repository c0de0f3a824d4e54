import { FileCode } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useKeys } from '../../../../ui/desk/keys.ts';
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
  const onXml = then('xml');
  const onFile = isDraft && complete ? then('file') : undefined;
  useKeys({ x: () => void onXml(), m: onFile && (() => void onFile()) });
  const close = () => setOpen(null);
  return (
    <>
      <div className="decide">
        <div className="steps-row">
          {onFile && (
            <Button onClick={() => void onFile()}>
              Mark as filed <kbd>M</kbd>
            </Button>
          )}
          <Button look={onFile ? 'line' : 'primary'} onClick={() => void onXml()}>
            <FileCode className="ic" aria-hidden="true" />
            Check and export <kbd>X</kbd>
          </Button>
          {isDraft && (
            <Button look="bad-line" onClick={() => void then('abandon')()}>
              Report nothing
            </Button>
          )}
        </div>
        {isDraft && !complete && (
          <p className="t-2xs ink-2">To file it, it needs {gaps.map((gap) => gapWords[gap]).join(', ')}.</p>
        )}
      </div>
      {open === 'xml' && <XmlDialog report={report} onClose={close} />}
      {open === 'file' && <FileDialog report={report} version={draft.read().version} onClose={close} />}
      {open === 'abandon' && <AbandonDialog report={report} onClose={close} />}
    </>
  );
}
