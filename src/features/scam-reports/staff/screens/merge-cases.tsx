import { useState } from 'react';
import { Link } from 'react-router';
import { ActionDialog } from '../../../../ui/admin/action-dialog.tsx';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { JoinCases, SeparateReport } from '../schema.ts';
import { useOutcomeToast } from './case-dialogs.tsx';
import type { MatterCase, MatterReport } from './staff-labels.ts';

type RelatedMatter = MatterCase['related'][number];

function JoinDialog({ matterId, other, onClose }: { matterId: string; other: RelatedMatter; onClose: () => void }) {
  const { field, busy, submit } = useCommandForm(JoinCases, api.scamDesk.join, {
    start: { matterId, otherId: other.id, word: '' },
    ...useOutcomeToast('joined', onClose),
  });
  return (
    <ActionDialog title="Merge cases" says="Merge" busy={busy} submit={submit} onClose={onClose}>
      <p className="ink-2">
        All reports in “{other.name}” will move to this case. You can separate reports again later.
      </p>
      <TextField
        label="Why they belong together"
        hint="Only staff see this."
        rows={3}
        maxLength={500}
        {...field('word')}
      />
    </ActionDialog>
  );
}

export function SeparateDialog({ report, onClose }: { report: MatterReport; onClose: () => void }) {
  const { field, busy, submit } = useCommandForm(SeparateReport, api.scamDesk.separate, {
    start: { reportId: report.id, word: '' },
    ...useOutcomeToast('separated', onClose),
  });
  return (
    <ActionDialog title="Separate report" says="Separate" busy={busy} submit={submit} onClose={onClose}>
      <p className="ink-2">This report will move to its own case, with any indicators that no other report contains.</p>
      <TextField
        label="Why it doesn't belong in this case"
        hint="Only staff see this."
        rows={3}
        maxLength={500}
        {...field('word')}
      />
    </ActionDialog>
  );
}

export function Related({ matter }: { matter: MatterCase }) {
  const [other, setOther] = useState<RelatedMatter | null>(null);
  if (matter.related.length === 0) return null;
  return (
    <PageSection id="related" title="Related cases">
      {matter.related.map((one) => (
        <div key={one.id} className="row between wraps">
          <p>
            <Link to={`/admin/scams/${one.id}`} className="wrap-any">
              {one.name}
            </Link>{' '}
            <span className="ink-2">
              {one.shared === 1 ? '1 indicator in common' : `${one.shared} indicators in common`}
            </span>
          </p>
          {matter.may.judge && (
            <Button variant="line" size="small" label={`Merge: ${one.name}`} onClick={() => setOther(one)}>
              Merge
            </Button>
          )}
        </div>
      ))}
      {other && <JoinDialog matterId={matter.id} other={other} onClose={() => setOther(null)} />}
    </PageSection>
  );
}
