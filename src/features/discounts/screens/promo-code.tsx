import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { errorMessage, getIssues } from '../../../ui/error-message.ts';
import { Field } from '../../../ui/field.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { discountToasts } from '../customer-messages.ts';

/** Not a form: Enter would send the order form around it. The server checks the code; /trading loads no schema. */
export function CodeField() {
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const { mutate, isPending, error, reset } = useMutation(
    api.discounts.enterCode.mutationOptions({
      onSuccess: () => {
        setCode('');
        toastSuccess(discountToasts.entered);
        void queries.invalidateQueries({ queryKey: api.discounts.key() });
        void queries.invalidateQueries({ queryKey: api.trading.key() });
      },
    }),
  );
  return (
    <div className="stack">
      <Field
        id="promo-code"
        label="Promo code"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        value={code}
        error={error ? (getIssues(error)[0]?.message ?? errorMessage(error).text) : undefined}
        onChange={(event) => {
          setCode(event.target.value);
          reset();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          mutate({ code });
        }}
      />
      <div className="row">
        <Button variant="line" busy={isPending} onClick={() => mutate({ code })}>
          Add code
        </Button>
      </div>
    </div>
  );
}

/** Folded in the order form. */
export const PromoCode = () => (
  <details className="all-in">
    <summary>
      <span>Have a promo code?</span>
    </summary>
    <CodeField />
  </details>
);
