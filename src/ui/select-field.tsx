import type { ComponentProps } from 'react';
import { FieldFrame, type FieldTexts } from './field.tsx';

export type Option = { value: string; name: string; disabled?: boolean };

type SelectProps = FieldTexts &
  Omit<ComponentProps<'select'>, 'children'> & {
    options: readonly Option[];
    emptyLabel?: string;
  };

export function SelectField({ label, labelNote, hint, error, options, emptyLabel, ...select }: SelectProps) {
  return (
    <FieldFrame id={select.id} label={label} labelNote={labelNote} hint={hint} error={error}>
      {(ids) => (
        <div className="ctl">
          <select {...select} {...ids}>
            {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
            {options.map(({ value, name, disabled }) => (
              <option key={value} value={value} disabled={disabled}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
    </FieldFrame>
  );
}
