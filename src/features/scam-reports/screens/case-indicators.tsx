import { useState } from 'react';
import { ActionDialog } from '../../../ui/admin/action-dialog.tsx';
import { PageSection } from '../../../ui/admin/section.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { Field } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { MarkCommon } from '../staff/schema.ts';
import { formatKind, formatPeople } from '../warning-texts.ts';
import { useOutcomeToast } from './case-dialogs.tsx';
import { IndicatorValue } from './indicator-value.tsx';
import type { MatterCase, MatterThing } from './staff-labels.ts';

function MarkDialog({ matterId, thing, onClose }: { matterId: string; thing: MatterThing; onClose: () => void }) {
  const common = !thing.common;
  const { field, busy, submit } = useCommandForm(MarkCommon, api.scamDesk.mark, {
    start: { matterId, indicatorId: thing.id, common, word: '' },
    ...useOutcomeToast(common ? 'common' : 'uncommon', onClose),
  });
  const says = common ? 'Mark as shared' : 'Remove “shared” mark';
  return (
    <ActionDialog title={says} says={says} busy={busy} submit={submit} onClose={onClose}>
      <p className="wrap-any">
        <b>
          <IndicatorValue thing={thing} />
        </b>
      </p>
      <p className="ink-2">
        {common
          ? 'This indicator will no longer link reports or show up in lookups.'
          : 'This indicator will link reports and show up in lookups again.'}
      </p>
      <Field label="Reason" hint="For example: a bank's website." maxLength={500} {...field('word')} />
    </ActionDialog>
  );
}

export function Things({ matter }: { matter: MatterCase }) {
  const [marking, setMarking] = useState<MatterThing | null>(null);
  return (
    <PageSection id="things" title="Indicators">
      {matter.indicators.length === 0 && <p className="ink-2">The reports contain no indicators.</p>}
      <ul className="lines num">
        {matter.indicators.map((thing) => (
          <li key={thing.id}>
            <span className="ink-2">{formatKind(thing)}</span>{' '}
            <b>
              <IndicatorValue thing={thing} />
            </b>
            <span className="ink-2">{formatPeople(thing.people)}</span>
            {!thing.common && !thing.verdictId && <Badge kind="pending">Not judged</Badge>}
            {thing.common && <Badge kind="note">Shared: {thing.commonWord}</Badge>}
            {matter.may.judge && (
              <Button
                variant="bare"
                size="small"
                label={`${thing.common ? 'Remove “shared” mark' : 'Mark as shared'}: ${thing.value}`}
                onClick={() => setMarking(thing)}
              >
                {thing.common ? 'Remove mark' : 'Mark as shared'}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {marking && <MarkDialog matterId={matter.id} thing={marking} onClose={() => setMarking(null)} />}
    </PageSection>
  );
}
