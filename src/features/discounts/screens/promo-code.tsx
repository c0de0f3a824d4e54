import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { Field } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { discountToasts } from '../customer-messages.ts';
import { EnterCode } from '../schema.ts';

/** Not a form, because it is also shown inside the order form, which the Enter key would send. */
export function CodeField() {
  const queries = useQueryClient();
  const { form, field, submit, busy } = useCommandForm(EnterCode, api.discounts.enterCode, {
    start: { code: '' },
    idPrefix: 'promo',
    done: () => {
      form.reset();
      toastSuccess(discountToasts.entered);
      void queries.invalidateQueries({ queryKey: api.discounts.key() });
      void queries.invalidateQueries({ queryKey: api.trading.key() });
    },
  });
  return (
    <div className="stack">
      <Field
        label="Promo code"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        {...field('code')}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          void submit();
        }}
      />
      <div className="row">
        <Button variant="line" busy={busy} onClick={() => void submit()}>
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
