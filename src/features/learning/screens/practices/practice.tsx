import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type FormEvent, useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Choice } from '../../../../ui/choice.tsx';
import { api } from '../../../../ui/client.ts';
import { Field } from '../../../../ui/field.tsx';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import type { ShownQuestion } from '../../grading.ts';
import { isPractice, type PracticeId } from '../../practices.ts';
import { Answers } from '../question.tsx';
import { type Case, type Series, series } from './cases.ts';

type PriceTerms = {
  readonly rates: { readonly buy: string; readonly market: { readonly rate: string } | null };
  readonly fee: { readonly basisPoints: number };
};

type Step = { readonly name: string; readonly accepts: (typed: string) => boolean; readonly because: string };

const figureFormat = new Intl.NumberFormat('en-JM', { maximumFractionDigits: 2 });
const parseFigure = (typed: string): number => Number(typed.replace(/J\$|US\$|[,\s]/g, '') || Number.NaN);
const isNear = (target: number, by: number) => (typed: string) => Math.abs(parseFigure(typed) - target) <= by;

/** Uses floating point, because no money moves in an exercise. */
export function getPriceSteps({ rates, fee }: PriceTerms, paid: number): Step[] {
  const cost = (paid * fee.basisPoints) / 10_000;
  const rest = paid - cost;
  const [ourRate, market] = [Number(rates.buy), rates.market && Number(rates.market.rate)];
  const dollars = rest / ourRate;
  const steps: Step[] = [
    {
      name: 'The fee, in J$',
      accepts: isNear(cost, 1),
      because: `${fee.basisPoints / 100}% of J$${figureFormat.format(paid)} is J$${figureFormat.format(cost)}.`,
    },
    {
      name: 'Amount left for coins, in J$',
      accepts: isNear(rest, 1),
      because: `J$${figureFormat.format(paid)} less J$${figureFormat.format(cost)} is J$${figureFormat.format(rest)}.`,
    },
    {
      name: 'Value of the coins, in US$',
      accepts: isNear(dollars, 0.1),
      because: `J$${figureFormat.format(rest)} divided by ${rates.buy} is about US$${figureFormat.format(dollars)}.`,
    },
  ];
  if (!market) return steps;
  const valueJmd = dollars * market;
  const totalCost = paid - valueJmd;
  return [
    ...steps,
    {
      name: 'Total cost, in J$',
      accepts: isNear(totalCost, 25),
      because: `At the market rate of ${market} the coins are worth about J$${figureFormat.format(Math.round(valueJmd))}: J$${figureFormat.format(Math.round(totalCost))} less than she paid, or ${figureFormat.format((totalCost * 100) / paid)}%.`,
    },
  ];
}

/** An invalid address, to which no coins can be sent. */
const tutor = { address: 'LGMpractice7vTuT0rAddre55NotReaLx4Kq9', memo: '4821', amount: '100', most: 500 } as const;

export const findFaults = ({
  network,
  address,
  memo,
  amount,
}: Record<'network' | 'address' | 'memo' | 'amount', string>) => ({
  network: network === 'solana' ? undefined : "Lignum is on Solana. It wouldn't arrive on another network.",
  address:
    address.trim() === tutor.address
      ? undefined
      : "This isn't the tutor's address. Compare the first six and the last six characters.",
  memo: memo.trim() === tutor.memo ? undefined : "Without the memo, the tutor can't tell that the coins come from you.",
  amount: amount.trim() === tutor.amount ? undefined : "This isn't the amount you were asked to send.",
});

const emptyForm = { network: '', address: '', memo: '', amount: '' };

function SendWithTag() {
  const [typed, setTyped] = useState(emptyForm);
  const [step, setStep] = useState<'filling' | 'checked' | 'read' | 'sent'>('filling');
  const faults = findFaults(typed);
  const isRight = Object.values(faults).every((fault) => !fault);
  const field = (name: keyof typeof emptyForm) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: target.value });
      setStep('filling');
    },
    error: step === 'checked' ? faults[name] : undefined,
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setStep(isRight ? 'read' : 'checked');
  };
  return (
    <section className="sheet practice">
      <h3>Send training coins</h3>
      <p className="ink-2">
        The tutor gives you this address on Solana: <code className="code">{tutor.address}</code>, with the memo{' '}
        <b>{tutor.memo}</b>. Send {tutor.amount} of your {tutor.most} LGM. No real coins are sent.
      </p>
      {step === 'sent' && (
        <div className="stack" role="status">
          <p>
            <b>Sent.</b> In a real wallet you would now copy the transaction hash and look it up in an explorer. The
            transfer can't be reversed.
          </p>
          <Button
            variant="line"
            size="small"
            onClick={() => {
              setTyped(emptyForm);
              setStep('filling');
            }}
          >
            Practise again
          </Button>
        </div>
      )}
      {step === 'read' && (
        <div className="stack">
          <p role="status">Check everything once more. You can't change anything after you confirm.</p>
          <dl className="slip">
            {Object.entries(typed).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <div className="row">
            <Button variant="line" size="small" onClick={() => setStep('sent')}>
              Confirm
            </Button>
            <Button variant="bare" size="small" onClick={() => setStep('filling')}>
              Go back
            </Button>
          </div>
        </div>
      )}
      {(step === 'filling' || step === 'checked') && (
        <form className="stack" onSubmit={send} noValidate>
          <Choice
            legend="Network"
            options={[
              { value: 'solana', name: 'Solana' },
              { value: 'bep20', name: 'BEP20' },
              { value: 'erc20', name: 'ERC20' },
            ]}
            {...field('network')}
          />
          <Field label="Address" autoComplete="off" {...field('address')} />
          <Field label="Memo" autoComplete="off" {...field('memo')} />
          <Field label="Amount, LGM" inputMode="numeric" autoComplete="off" {...field('amount')} />
          <Button type="submit" variant="line" size="small">
            Review
          </Button>
        </form>
      )}
    </section>
  );
}

const toQuestion = ({ ask, answers }: Case): ShownQuestion => ({
  id: ask,
  ask,
  several: false,
  answers: answers.map(({ text }) => text),
});

function CaseSeries({ of }: { of: Series }) {
  const [at, setAt] = useState(0);
  const [chosen, setChosen] = useState<number | null>(null);
  const [right, setRight] = useState(0);
  const head = useRef<HTMLHeadingElement>(null);
  const currentCase = of.looks[at];
  const goTo = (to: number) => {
    setAt(to);
    setChosen(null);
    if (to === 0) setRight(0);
    head.current?.focus();
  };
  const choose = (choice: number) => {
    if (chosen !== null) return;
    setChosen(choice);
    if (currentCase?.answers[choice]?.right) setRight(right + 1);
  };
  return (
    <section className="sheet practice">
      <h3 tabIndex={-1} ref={head}>
        {of.title}
      </h3>
      {!currentCase && (
        <div className="stack" role="status">
          <p>
            You got {right} of {of.looks.length} right.{' '}
            {right === of.looks.length ? 'Well done.' : 'Try the others again.'}
          </p>
          <Button variant="line" size="small" onClick={() => goTo(0)}>
            Practise again
          </Button>
        </div>
      )}
      {currentCase && (
        <div className="stack">
          <p className="ink-2">
            {of.lead} {at + 1} of {of.looks.length}.
          </p>
          <dl className="slip">
            {currentCase.seen.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <Answers
            question={toQuestion(currentCase)}
            legend={currentCase.ask}
            chosen={chosen === null ? [] : [chosen]}
            onChoose={([choice]) => choice !== undefined && choose(choice)}
            graded={
              chosen === null
                ? null
                : {
                    right: currentCase.answers[chosen]?.right === true,
                    answers: currentCase.answers.map(({ right: is, because }, choice) => ({
                      chosen: choice === chosen,
                      right: is === true,
                      because,
                    })),
                  }
            }
          />
          <p role="status" className="sr">
            {chosen === null ? '' : currentCase.answers[chosen]?.right ? "That's right." : 'Not quite.'}
          </p>
          {chosen !== null && (
            <Button variant="line" size="small" onClick={() => goTo(at + 1)}>
              {at + 1 < of.looks.length ? 'Next' : 'See your result'}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

function PriceOrder() {
  const terms = useQuery(api.settings.publicTerms.queryOptions());
  return (
    <section className="sheet practice">
      <h3>Work out the full cost of an order</h3>
      {terms.data ? (
        <PriceForm sums={terms.data} />
      ) : (
        <QueryPlaceholder query={terms} text="We couldn't load the rates." />
      )}
    </section>
  );
}

function PriceForm({ sums }: { sums: PriceTerms }) {
  const steps = getPriceSteps(sums, 20_000);
  const [typed, setTyped] = useState<readonly string[]>([]);
  const [isChecked, setIsChecked] = useState(false);
  const isRight = (at: number) => steps[at]?.accepts(typed[at] ?? '') ?? false;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
  };
  const rights = steps.filter((_step, at) => isRight(at)).length;
  return (
    <form className="stack" onSubmit={send} noValidate>
      <p className="ink-2">
        Tricia in Ocho Rios pays J$20,000 for coins. Our fee is {sums.fee.basisPoints / 100}% and our rate J$
        {sums.rates.buy} for one US dollar. Work it out on paper first.
      </p>
      {steps.map(({ name, because }, at) => (
        <Field
          key={name}
          label={name}
          inputMode="decimal"
          value={typed[at] ?? ''}
          onChange={({ target }) => {
            setIsChecked(false);
            setTyped(steps.map((_step, one) => (one === at ? target.value : (typed[one] ?? ''))));
          }}
          hint={isChecked && isRight(at) ? `Right. ${because}` : undefined}
          error={isChecked && !isRight(at) ? because : undefined}
        />
      ))}
      <div className="row">
        <Button type="submit" variant="line" size="small">
          Check
        </Button>
        <p role="status" className="t-xs ink-2">
          {isChecked && `You got ${rights} of ${steps.length} right.`}
        </p>
      </div>
    </form>
  );
}

const createSeries = (of: Series) => () => <CaseSeries of={of} />;

const exercises: Readonly<Record<PracticeId, ComponentType>> = {
  'price-order': PriceOrder,
  'send-with-tag': SendWithTag,
  'read-transaction': createSeries(series['read-transaction']),
  'wrong-network': createSeries(series['wrong-network']),
  'six-scams': createSeries(series['six-scams']),
};

export function Practice({ id }: { id: string }) {
  const Exercise = isPractice(id) ? exercises[id] : null;
  return Exercise && <Exercise />;
}
