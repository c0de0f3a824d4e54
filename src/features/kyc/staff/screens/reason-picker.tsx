import { formatStatus } from '../../../../ui/format.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import type { ReviewItem } from './data.ts';

type Reason = ReviewItem['reasons']['reject'][number];

type ReasonPickerProps = {
  label: string;
  reasons: readonly Reason[];
  code: string;
  onCode: (code: string) => void;
  error?: string | undefined;
  empty?: string;
};

/** Shows the text that the customer will see (decision D4). */
export function ReasonPicker({ label, reasons, code, onCode, error, empty = 'Choose a reason' }: ReasonPickerProps) {
  const chosen = reasons.find((reason) => reason.code === code);
  return (
    <div>
      <SelectField
        label={label}
        emptyLabel={empty}
        options={reasons.map((reason) => ({ value: reason.code, name: formatStatus(reason.code) }))}
        value={code}
        error={error}
        onChange={(event) => onCode(event.target.value)}
      />
      {chosen && (
        <div className="reads" role="status">
          <p>
            <b>Customer sees:</b> {chosen.customer}
          </p>
          <p className="ink-2">
            <b>Staff:</b> {chosen.staff}
          </p>
        </div>
      )}
    </div>
  );
}
