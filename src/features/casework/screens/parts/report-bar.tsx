import { FileCode } from 'lucide-react';
import { useState } from 'react';
import { ActionBar } from '../../../../ui/admin/action-bar.tsx';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import type { ReportContent, ReportGap } from '../../../compliance/reports.ts';
import type { ReportView } from '../../../compliance/views.ts';
import type { AutosaveHandle } from './use-autosave.ts';

const AbandonDialog = lazyPart(() => import('./report-dialogs.tsx').then((parts) => parts.AbandonDialog));
const FileDialog = lazyPart(() => import('./report-dialogs.tsx').then((parts) => parts.FileDialog));
const XmlDialog = lazyPart(() => import('./report-dialogs.tsx').then((parts) => parts.XmlDialog));

const gapLabels: Readonly<Record<ReportGap, string>> = {
  narrative: 'a narrative of at least 50 characters',
  reasons: 'at least one reason',
  parties: 'our customer among the parties',
};

type ReportBarProps = { report: ReportView; draft: AutosaveHandle<ReportContent>; gaps: readonly ReportGap[] };

export function ReportBar({ report, draft, gaps }: ReportBarProps) {
  const [open, setOpen] = useState<'xml' | 'file' | 'abandon' | null>(null);
  const isDraft = report.state === 'draft';
  const complete = gaps.length === 0;
  const openAfterSave = (which: 'xml' | 'file' | 'abandon') => async () => {
    await draft.flush();
    if (!isDraft || draft.read().state === 'saved') setOpen(which);
  };
  const onFile = isDraft && complete ? openAfterSave('file') : undefined;
  const close = () => setOpen(null);
  return (
    <>
      <ActionBar
        actions={[
          { name: 'Mark as filed', key: 'm', onPress: onFile, look: 'primary' },
          {
            name: 'Check and export',
            key: 'x',
            onPress: openAfterSave('xml'),
            look: onFile ? 'line' : 'primary',
            icon: FileCode,
          },
          { name: 'Abandon report', onPress: isDraft ? openAfterSave('abandon') : undefined, look: 'bad-line' },
        ]}
      >
        {isDraft && !complete && (
          <p className="t-2xs ink-2">Before filing, add {gaps.map((gap) => gapLabels[gap]).join(', ')}.</p>
        )}
      </ActionBar>
      {open === 'xml' && <XmlDialog report={report} onClose={close} />}
      {open === 'file' && <FileDialog report={report} version={draft.read().version} onClose={close} />}
      {open === 'abandon' && <AbandonDialog report={report} onClose={close} />}
    </>
  );
}
