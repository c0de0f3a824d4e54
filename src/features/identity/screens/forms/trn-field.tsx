import type { ChangeEvent, ComponentProps } from 'react';
import { Field } from '../../../../ui/field.tsx';
import { isBusinessTrn, parseTrn } from '../../trn.ts';
import { regroupTrn } from '../trn-text.ts';

type TrnFieldProps = Pick<ComponentProps<typeof Field>, 'id' | 'error' | 'name' | 'onBlur' | 'ref'> & {
  onChange: (event: ChangeEvent<HTMLInputElement>) => unknown;
  text: string;
  before?: string | undefined;
};

function getHint(text: string, before: string | undefined): string {
  const digits = parseTrn(text);
  if (digits && isBusinessTrn(digits))
    return "Personal TRNs usually begin with 1. If yours doesn't, you can still continue.";
  return before ? `Nine digits. Last time you entered ${before}.` : 'Nine digits, as on your TRN card or letter.';
}

export function TrnField({ onChange, text, before, ...field }: TrnFieldProps) {
  return (
    <Field
      {...field}
      label="TRN Number"
      inputMode="numeric"
      autoComplete="off"
      placeholder="123-456-789"
      hint={getHint(text, before)}
      onChange={(event) => {
        const { target } = event;
        const typed = regroupTrn(target.value, target.selectionStart ?? target.value.length);
        target.value = typed.text;
        target.setSelectionRange(typed.caret, typed.caret);
        onChange(event);
      }}
    />
  );
}
