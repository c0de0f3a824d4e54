import { useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { ActDialog } from '../../../ui/desk/act-dialog.tsx';
import { Part } from '../../../ui/desk/part.tsx';
import { Field } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { MarkCommon } from '../desk/desk-schema.ts';
import { kindText, peopleText } from '../warning-words.ts';
import { useTold } from './desk-dialogs.tsx';
import type { MatterCase, MatterThing } from './desk-words.ts';
import { ThingValue } from './thing-value.tsx';

function MarkDialog({ matterId, thing, onClose }: { matterId: string; thing: MatterThing; onClose: () => void }) {
  const common = !thing.common;
  const { field, busy, submit } = useCommandForm(MarkCommon, api.scamDesk.mark, {
    start: { matterId, indicatorId: thing.id, common, word: '' },
    ...useTold(common ? 'common' : 'uncommon', onClose),
  });
  const says = common ? 'Mark as everybody’s' : 'Take the mark off';
  return (
    <ActDialog title={says} says={says} busy={busy} submit={submit} onClose={onClose}>
      <p className="wrap-any">
        <b>
          <ThingValue thing={thing} />
        </b>
      </p>
      <p className="ink-2">
        {common ? 'It joins reports no more, and tells nobody anything.' : 'It joins reports and tells again.'}
      </p>
      <Field label="Why" hint="Such as: the site of a bank." maxLength={500} {...field('word')} />
    </ActDialog>
  );
}

/** What the matter is known by, with how many named each. */
export function Things({ matter }: { matter: MatterCase }) {
  const [marking, setMarking] = useState<MatterThing | null>(null);
  return (
    <Part id="things" title="What is named">
      {matter.indicators.length === 0 && <p className="ink-2">The reports name nothing that can be looked up.</p>}
      <ul className="lines num">
        {matter.indicators.map((thing) => (
          <li key={thing.id}>
            <span className="ink-2">{kindText(thing)}</span>{' '}
            <b>
              <ThingValue thing={thing} />
            </b>
            <span className="ink-2">{peopleText(thing.people)}</span>
            {!thing.common && !thing.verdictId && <Badge kind="pending">Not judged</Badge>}
            {thing.common && <Badge kind="note">Everybody’s: {thing.commonWord}</Badge>}
            {matter.may.judge && (
              <Button
                look="bare"
                size="small"
                label={`${thing.common ? 'Take the mark off' : 'Mark as everybody’s'}: ${thing.value}`}
                onClick={() => setMarking(thing)}
              >
                {thing.common ? 'Take the mark off' : 'Everybody’s'}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {marking && <MarkDialog matterId={matter.id} thing={marking} onClose={() => setMarking(null)} />}
    </Part>
  );
}
