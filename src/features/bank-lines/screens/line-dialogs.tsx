import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { ActDialog } from '../../../ui/desk/act-dialog.tsx';
import { FactList } from '../../../ui/desk/facts.tsx';
import { useDone } from '../../../ui/desk/use-reread.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { amountPlain, amountWords } from '../../movements/amount.ts';
import { chosenAsides } from '../asides.ts';
import { asideWords, reasonWords } from '../messages.ts';
import { lineNotices } from '../notices.ts';
import { AskName, BringBack, ConfirmLine, ProposeTwo, SetAside, SplitLine } from '../schema.ts';
import { type Line, type LineMatch, type LineRequest, Match } from './line-item.tsx';
import { sameAsWords } from './line-twin.tsx';
import { untyped } from './use-ticked.ts';

const off = { autoComplete: 'off' } as const;
const { bankLines } = api;
const note = { label: 'Note', aside: 'For staff', rows: 2 };

const stale = [api.bankLines.key(), api.unassigned.key(), api.desk.key(), api.paymentsDesk.key()];
const useOutcome = (act: keyof typeof lineNotices & LineRequest['act'], onClose: () => void) =>
  useDone(stale, { onClose, says: () => toastSuccess(lineNotices[act]) });

type Props = { line: Line; onClose: () => void };
type MatchProps = Props & { match: LineMatch };

const Of = ({ line, match }: { line: Line; match?: LineMatch }) => (
  <FactList
    frozen
    facts={[
      ['Came in', amountWords(line.amount)],
      ['From', [line.payer, line.bank, line.account].filter(Boolean).join(', ') || 'Not said'],
      ['Under', line.reference || 'No reference'],
      ['The bank says', line.details || 'Nothing'],
      ...(match
        ? ([
            ['For', `${match.reference}, ${match.name}, ${amountWords(match.amount)}`],
            ['Because', match.reasons.map((reason) => reasonWords[reason]).join(', ')],
          ] as const)
        : []),
    ]}
  />
);

type Held = (name: 'payerBank' | 'payerAccount' | 'payerHolder') => object;

/** What of the payer the bank did not say in its line. */
const MissingPayer = ({ line, field }: { line: Line; field: Held }) => (
  <>
    {line.payer === '' && (
      <Field
        label="Paid by"
        hint="As the bank shows the holder of the account, not as the words of the transfer say."
        {...off}
        {...field('payerHolder')}
      />
    )}
    {line.bank === '' && <Field label="Payer's bank" {...off} {...field('payerBank')} />}
    {line.account === '' && (
      <Field label="Payer's account" hint="What has to go back goes there alone." {...off} {...field('payerAccount')} />
    )}
  </>
);

function ConfirmDialog({ line, match, onClose }: MatchProps) {
  const start = { lineId: line.id, kind: match.kind, id: match.id, ...untyped };
  const { field, busy, submit } = useCommandForm(ConfirmLine, bankLines.confirm, {
    start,
    ...useOutcome('confirm', onClose),
  });
  return (
    <ActDialog title="Confirm by this line" says="The money is there" {...{ busy, submit, onClose }}>
      <Of line={line} match={match} />
      <MissingPayer line={line} field={field} />
      <TextField {...note} hint="Needed where somebody else paid: why it is theirs." {...field('note')} />
    </ActDialog>
  );
}

function AskDialog({ line, match, onClose }: MatchProps) {
  const start = { lineId: line.id, kind: match.kind, id: match.id, note: '' };
  const { field, busy, submit } = useCommandForm(AskName, bankLines.askName, {
    start,
    ...useOutcome('askName', onClose),
  });
  return (
    <ActDialog title="Ask about the name" says="Ask the customer" {...{ busy, submit, onClose }}>
      <p className="ink-2">
        They read that the name is not theirs, and what to do. The money stays, and the line waits.
      </p>
      <Of line={line} match={match} />
      <TextField {...note} {...field('note')} />
    </ActDialog>
  );
}

type Parts = Record<'firstReference' | 'firstAmount' | 'secondReference' | 'secondAmount', string>;

const partsIn = ({ firstReference, firstAmount, secondReference, secondAmount }: Parts) =>
  [
    { of: 'first', reference: firstReference, amount: firstAmount },
    { of: 'second', reference: secondReference, amount: secondAmount },
  ].filter(({ reference }) => reference.trim() !== '');

/** The rules of the command, with what they say of a part told at its field. */
const splitRules = <Typed extends Parts>(values: Typed, body: (values: Typed) => object) =>
  z.unknown().superRefine((_, context) => {
    for (const { path, message } of SplitLine.safeParse(body(values)).error?.issues ?? []) {
      const [name, at, part] = path;
      const { of } = partsIn(values)[Number(at)] ?? { of: 'first' };
      const field = name === 'parts' ? `${of}${part === 'reference' ? 'Reference' : 'Amount'}` : String(name);
      context.addIssue({ code: 'custom', message, path: [field] });
    }
  });

/** The whole stands as unassigned money; up to two parts go on at once, and further ones from there. */
function SplitDialog({ line, onClose }: Props) {
  const start = {
    ...{ lineId: line.id, firstReference: '', firstAmount: amountPlain(line.amount) },
    ...{ secondReference: '', secondAmount: '', ...untyped },
  };
  type Typed = typeof start;
  const body = ({ lineId, payerBank, payerAccount, payerHolder, note: word, ...parts }: Typed) => ({
    ...{ lineId, payerBank, payerAccount, payerHolder, note: word },
    parts: partsIn(parts).map(({ reference, amount }) => ({ reference, amount })),
  });
  const { field, busy, submit } = useCommandForm((values: Typed) => splitRules(values, body), bankLines.split, {
    ...{ start, body },
    ...useOutcome('split', onClose),
  });
  return (
    <ActDialog title="Split or leave unassigned" says="Take it in" {...{ busy, submit, onClose }}>
      <p className="ink-2">
        Without a reference all of it stands as unassigned money. What is left of it goes there too.
      </p>
      <Of line={line} />
      <div className="pair">
        <Field label="Order or payment" aside="If known" {...off} {...field('firstReference')} />
        <Field label="Its part" inputMode="decimal" suffix={line.amount.currency} {...off} {...field('firstAmount')} />
      </div>
      <div className="pair">
        <Field label="Another one" aside="If there is one" {...off} {...field('secondReference')} />
        <Field label="Its part" inputMode="decimal" suffix={line.amount.currency} {...off} {...field('secondAmount')} />
      </div>
      <MissingPayer line={line} field={field} />
      <TextField {...note} {...field('note')} />
    </ActDialog>
  );
}

/** What it most likely is: what came in by hand is named by what was typed; what bounced is for nobody. */
function likelyAside({ sameAs }: Line): { reason: (typeof chosenAsides)[number]; reference: string } {
  if (!sameAs?.byHand) return { reason: sameAs ? 'same_line' : 'bank_matter', reference: '' };
  return { reason: sameAs.byHand === 'in' ? 'recorded' : 'bounced', reference: sameAs.reference };
}

function AsideDialog({ line, onClose }: Props) {
  const start = { lineId: line.id, ...likelyAside(line), note: '' };
  const { field, form, busy, submit } = useCommandForm(SetAside, bankLines.setAside, {
    start,
    ...useOutcome('setAside', onClose),
  });
  const options = chosenAsides.map((value) => ({ value, name: asideWords[value] }));
  return (
    <ActDialog title="Set aside" says="Set aside" {...{ busy, submit, onClose }}>
      <Of line={line} />
      <SelectField label="Why nobody waits for it" options={options} {...field('reason')} />
      {form.get('reason') === 'recorded' && (
        <Field
          label="Recorded under"
          hint="The reference that was typed. It stands on the order or payment."
          {...off}
          {...field('reference')}
        />
      )}
      <TextField {...note} {...field('note')} />
    </ActDialog>
  );
}

function BackDialog({ line, onClose }: Props) {
  const { busy, submit } = useCommandForm(BringBack, bankLines.bringBack, {
    start: { lineId: line.id },
    ...useOutcome('bringBack', onClose),
  });
  return (
    <ActDialog title="Bring back" says="Let it wait again" {...{ busy, submit, onClose }}>
      <Of line={line} />
    </ActDialog>
  );
}

function TwoDialog({ line, onClose }: Props) {
  const { field, busy, submit } = useCommandForm(ProposeTwo, bankLines.proposeTwo, {
    start: { lineId: line.id, note: '' },
    ...useOutcome('proposeTwo', onClose),
  });
  return (
    <ActDialog title="It is another line" says="Ask a second person" {...{ busy, submit, onClose }}>
      {line.sameAs && <p>{sameAsWords(line.sameAs)}</p>}
      <Of line={line} />
      <TextField {...note} hint="How the bank itself tells the two apart." {...field('note')} />
    </ActDialog>
  );
}

/** Looks for what a line is for, by what somebody knows of it. */
function FindDialog({ line, onClose, onAsk }: Props & { onAsk: (asked: LineRequest) => void }) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const query = useQuery(
    api.bankLines.find.queryOptions({ input: { lineId: line.id, search }, enabled: search.length > 1 }),
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Find what it is for"
      acts={
        <Button look="line" onClick={onClose}>
          Back
        </Button>
      }
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          setSearch(typed.trim());
        }}
      >
        <Of line={line} />
        <Field
          id="find-awaited"
          label="Reference, name or amount"
          {...off}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit">Find</Button>
      </form>
      {search.length > 1 && !query.data && <NotYet asked={query} text="It could not be looked for." lines={[60, 90]} />}
      {query.data?.matches.length === 0 && <p role="status">Nothing that is awaited fits.</p>}
      <ul className="notes">
        {query.data?.matches.map((match) => (
          <Match key={match.id} match={match} line={line} onAsk={onAsk} />
        ))}
      </ul>
    </Dialog>
  );
}

type DialogProps = { asked: LineRequest; onAsk: (asked: LineRequest) => void; onClose: () => void };

/** The form of what is asked about a line. */
export function LineDialog({ asked, onAsk, onClose }: DialogProps) {
  const { line } = asked;
  if (asked.act === 'confirm') return <ConfirmDialog line={line} match={asked.match} onClose={onClose} />;
  if (asked.act === 'askName') return <AskDialog line={line} match={asked.match} onClose={onClose} />;
  if (asked.act === 'find') return <FindDialog line={line} onAsk={onAsk} onClose={onClose} />;
  if (asked.act === 'split') return <SplitDialog line={line} onClose={onClose} />;
  if (asked.act === 'proposeTwo') return <TwoDialog line={line} onClose={onClose} />;
  return asked.act === 'setAside' ? (
    <AsideDialog line={line} onClose={onClose} />
  ) : (
    <BackDialog line={line} onClose={onClose} />
  );
}
