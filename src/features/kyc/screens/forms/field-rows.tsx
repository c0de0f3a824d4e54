import { Fragment, type ReactNode } from 'react';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Field, TextField } from '../../../../ui/field.tsx';
import type { FormField } from '../../../../ui/form-fields.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import type { FieldRow } from '../../field-row.ts';
import { type FieldItem, isAsked, listFields } from '../../fields.ts';
import { toOptions } from './form-state.ts';

type Own = { readonly [name: string]: (field: FormField) => ReactNode };

function FieldControl({ row, field }: { row: FieldRow; field: FormField }) {
  const { label, hint, autoComplete, placeholder } = row;
  const shared = { ...field, label, ...(hint !== undefined && { hint }), ...(autoComplete && { autoComplete }) };
  const line = { ...shared, ...(placeholder && { placeholder }) };
  if (row.control === 'checkbox') return <Checkbox {...field} label={label} />;
  if (row.control === 'lines') return <TextField {...shared} rows={3} />;
  if (row.control === 'date') return <Field {...line} type="date" />;
  if (row.control === 'phone') return <Field {...line} type="tel" inputMode="tel" />;
  if (row.control === 'money')
    return <Field {...shared} inputMode="decimal" amount autoComplete="off" prefix="J$" placeholder="0.00" />;
  if (row.control === 'line') return <Field {...line} />;
  const choice = row.initial === undefined ? { emptyLabel: 'Choose' } : {};
  return <SelectField {...field} label={label} options={toOptions(row.options ?? {})} {...choice} />;
}

type FieldRowsProps = {
  item: FieldItem;
  /** Values of the item, on which other fields can depend. */
  group: object | null | undefined;
  field: (name: never) => FormField;
  /** Fields that are drawn by the form itself. */
  own?: Own;
};

/** The fields of an item. Two neighbours that are halves share a line. */
export function FieldRows({ item, group, field, own = {} }: FieldRowsProps) {
  const asked = listFields(item).filter(([, row]) => isAsked(row, { ...group }));
  const lines: (typeof asked)[] = [];
  for (const entry of asked) {
    const last = lines.at(-1);
    const isSecondHalf = entry[1].isHalf && last?.length === 1 && last[0]?.[1].isHalf;
    if (isSecondHalf) lines[lines.length - 1] = [...last, entry];
    else lines.push([entry]);
  }
  const toControl = ([name, row]: (typeof asked)[number]) => {
    const registered = field(`${item}.${name}` as never);
    const draw = own[name];
    return draw ? (
      <Fragment key={name}>{draw(registered)}</Fragment>
    ) : (
      <FieldControl key={name} row={row} field={registered} />
    );
  };
  return lines.map((line) =>
    line.length === 1 ? (
      line.map(toControl)
    ) : (
      <div key={line[0]?.[0]} className="two">
        {line.map(toControl)}
      </div>
    ),
  );
}
