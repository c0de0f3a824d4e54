import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { formatPlural } from '../../../../ui/number-format.ts';
import { reportReasons } from '../../../compliance/reports.ts';
import type { ReportView } from '../../../compliance/views.ts';
import { getPartyName } from './report-parties.tsx';

type Version = ReportView['versions'][number];

const VersionContent = ({ version: { content } }: { version: Version }) => (
  <div className="stack">
    <p className="written">{content.narrative || 'Empty'}</p>
    {content.action && <p className="written">{content.action}</p>}
    <p className="ink-2">
      {content.reasons.map((code) => reportReasons[code]).join(', ') || 'No reasons'}.{' '}
      {content.parties.map(getPartyName).join(', ')}.{' '}
      {formatPlural(content.orders.length, 'transaction', 'transactions')}.
    </p>
  </div>
);

export function ReportVersions({ report: { versions } }: { report: ReportView }) {
  const [open, setOpen] = useState<Version | null>(null);
  if (versions.length === 0) return null;
  return (
    <details className="past">
      <summary>
        Earlier drafts <span className="ink-3 num">{versions.length}</span>
      </summary>
      <ul className="lines num">
        {versions.map((version) => (
          <li key={version.version}>
            <Button
              variant="bare"
              size="small"
              label={`Read draft ${version.version}`}
              onClick={() => setOpen(version)}
            >
              Draft {version.version}
            </Button>
            <span className="ink-2">
              {version.writtenBy}, {formatDateTime(version.writtenAt)}
            </span>
          </li>
        ))}
      </ul>
      <Dialog open={open !== null} onClose={() => setOpen(null)} title={`Draft ${open?.version ?? ''}`} wide>
        {open && <VersionContent version={open} />}
      </Dialog>
    </details>
  );
}
