import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Field } from '../../../../ui/field.tsx';
import { NotYet } from '../../../../ui/not-yet.tsx';
import { type Sums, stepsOf } from './price-sums.ts';

/** Prices an order all in, with the rates and the fee that are in force: each step is typed and explained. */
export function PriceOrder() {
  const terms = useQuery(api.settings.publicTerms.queryOptions());
  return (
    <section className="sheet practice">
      <h3>Price an order, all in</h3>
      {terms.data ? <Sheet sums={terms.data} /> : <NotYet asked={terms} text="The rates could not be loaded." />}
    </section>
  );
}

function Sheet({ sums }: { sums: Sums }) {
  const steps = stepsOf(sums, 20_000);
  const [typed, setTyped] = useState<readonly string[]>([]);
  const [told, setTold] = useState(false);
  const isRight = (at: number) => steps[at]?.accepts(typed[at] ?? '') ?? false;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTold(true);
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
            setTold(false);
            setTyped(steps.map((_step, one) => (one === at ? target.value : (typed[one] ?? ''))));
          }}
          hint={told && isRight(at) ? `Right. ${because}` : undefined}
          error={told && !isRight(at) ? because : undefined}
        />
      ))}
      <div className="row">
        <Button type="submit" look="line" size="small">
          Check
        </Button>
        <p role="status" className="t-xs ink-2">
          {told && `${rights} of ${steps.length} are right.`}
        </p>
      </div>
    </form>
  );
}
