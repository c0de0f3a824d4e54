import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Field } from '../../../../ui/field.tsx';
import { QueryPlaceholder } from '../../../../ui/query-placeholder.tsx';
import { getPriceSteps, type PriceTerms } from './price-steps.ts';

export function PriceOrder() {
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
