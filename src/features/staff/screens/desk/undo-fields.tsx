import type { ReactNode } from 'react';
import { Field, TextField } from '../../../../ui/field.tsx';
import type { HeldField } from '../../../../ui/fields.ts';
import { momentText } from '../../../../ui/format.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { referenceWords } from '../../../movements/movement.ts';
import type { Rail } from '../../../movements/movement-reference.ts';
import type { Case } from './data.ts';
import { Frozen, frozenFacts } from './order-facts.tsx';
import { noteField } from './step-shell.tsx';
import { WhenFields } from './when-fields.tsx';

const kindWords = { payout: 'Pay-out', return: 'Return' } as const;
const off = { autoComplete: 'off' } as const;

type Leaving = Pick<Case['leaving'][number], 'id' | 'approvedAt' | 'leftId' | 'frozen'> & {
  readonly kind?: keyof typeof kindWords;
};
type Named = 'proposalId' | 'evidence' | 'reference' | 'movedOn' | 'movedTime' | 'note';
type Props = {
  leaving: readonly Leaving[];
  chosen: Leaving | undefined;
  field: (name: Named) => HeldField;
  /** Why: the field of its reasons. */
  reason: ReactNode;
};

/** What is told of an approval that is to be undone: which, why, where that is seen, and with what it came back. */
export const UndoFields = ({ leaving, chosen, field, reason }: Props) => (
  <>
    {leaving.length > 1 && (
      <SelectField
        label="What is undone"
        options={leaving.map(({ id, kind = 'return', approvedAt }) => ({
          value: id,
          name: `${kindWords[kind]}, approved ${momentText(approvedAt)}`,
        }))}
        {...field('proposalId')}
      />
    )}
    {chosen && <Frozen facts={frozenFacts(chosen.frozen)} />}
    {reason}
    <TextField
      label="Where it is seen"
      hint="The bank's line, the explorer's page, the account."
      rows={3}
      {...field('evidence')}
    />
    {chosen?.leftId && (
      <>
        <Field label="Reference under which it came back" aside="If there is one" {...off} {...field('reference')} />
        <WhenFields says="Came back on" fields={{ movedOn: field('movedOn'), movedTime: field('movedTime') }} />
      </>
    )}
    <TextField {...noteField} {...field('note')} />
  </>
);

type SentProps = {
  agreed: Pick<Leaving, 'frozen'> | undefined;
  rail: Rail;
  field: (name: 'reference' | 'movedOn' | 'movedTime' | 'note') => HeldField;
};

/** What is told of what two people agreed on and was sent: under which reference, and when. */
export const SentFields = ({ agreed, rail, field }: SentProps) => (
  <>
    {agreed && <Frozen facts={frozenFacts(agreed.frozen)} />}
    <Field
      label={referenceWords(rail)}
      hint="Each one is recorded once and never again."
      {...off}
      {...field('reference')}
    />
    <WhenFields says="Sent on" fields={{ movedOn: field('movedOn'), movedTime: field('movedTime') }} />
    <TextField {...noteField} {...field('note')} />
  </>
);

/** Nothing is typed yet of an approval that is to be undone: the newest is. */
export const emptyUndo = (leaving: readonly Pick<Leaving, 'id'>[]) => ({
  ...{ proposalId: leaving[0]?.id ?? '', reasonCode: '', evidence: '' },
  ...{ reference: '', movedOn: '', movedTime: '', note: '' },
});
