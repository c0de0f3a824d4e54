import type { ChangeEvent, ComponentProps } from 'react';
import { Field } from '../../../../ui/field.tsx';
import { oddForPerson, readTrn } from '../../trn.ts';
import { regrouped } from '../trn-text.ts';

type TrnFieldProps = Pick<ComponentProps<typeof Field>, 'id' | 'error' | 'name' | 'onBlur' | 'ref'> & {
  onChange: (event: ChangeEvent<HTMLInputElement>) => unknown;
  /** What stands in it now, for the remark below. */
  text: string;
  /** The last signs of the TRN that was given before. */
  before?: string | undefined;
};

function hintOf(text: string, before: string | undefined): string {
  const digits = readTrn(text);
  if (digits && oddForPerson(digits))
    return 'TRNs of people usually begin with 1. Check yours; you can go on if it is right.';
  return before ? `Nine digits. Last time you gave ${before}.` : 'Nine digits, as on your TRN card or letter.';
}

/** 'TRN Number': grouped NNN-NNN-NNN while it is typed, the caret staying where it is. */
export function TrnField({ onChange, text, before, ...field }: TrnFieldProps) {
  return (
    <Field
      {...field}
      label="TRN Number"
      inputMode="numeric"
      autoComplete="off"
      placeholder="123-456-789"
      hint={hintOf(text, before)}
      onChange={(event) => {
        const { target } = event;
        const typed = regrouped(target.value, target.selectionStart ?? target.value.length);
        target.value = typed.text;
        target.setSelectionRange(typed.caret, typed.caret);
        onChange(event);
      }}
    />
  );
}
