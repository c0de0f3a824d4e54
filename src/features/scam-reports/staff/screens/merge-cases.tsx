import { useState } from 'react';
import { Link } from 'react-router';
import { defineAction } from '../../../../ui/admin/define-action.tsx';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { JoinCases, SeparateReport } from '../schema.ts';
import { describeOutcome } from './case-dialogs.tsx';
import type { MatterCase, MatterReport } from './staff-labels.ts';

type RelatedMatter = MatterCase['related'][number];

type JoinProps = { matterId: string; other: RelatedMatter };

const JoinDialog = defineAction(JoinCases, api.scamDesk.join, ({ matterId, other }: JoinProps) => ({
  ...describeOutcome('joined'),
  title: 'Merge cases',
  says: 'Merge',
  start: { matterId, otherId: other.id, word: '' },
  hint: `All reports in “${other.name}” will move to this case. You can separate reports again later.`,
  fields: { word: { label: 'Why they belong together', hint: 'Only staff see this.', rows: 3, maxLength: 500 } },
}));

type SeparateProps = { report: MatterReport };

export const SeparateDialog = defineAction(SeparateReport, api.scamDesk.separate, ({ report }: SeparateProps) => ({
  ...describeOutcome('separated'),
  title: 'Separate report',
  says: 'Separate',
  start: { reportId: report.id, word: '' },
  hint: 'This report will move to its own case, with any indicators that no other report contains.',
  fields: {
    word: { label: "Why it doesn't belong in this case", hint: 'Only staff see this.', rows: 3, maxLength: 500 },
  },
}));

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
