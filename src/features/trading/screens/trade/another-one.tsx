import { Checkbox } from '../../../../ui/checkbox.tsx';
import { ageText } from '../../../../ui/format.ts';
import { serverNow } from '../../../../ui/server-clock.ts';
import { twinTime } from '../../order/order.ts';
import type { OrderLine } from './shapes.ts';

type AnotherOneProps = {
  recent: readonly OrderLine[];
  like: (line: OrderLine) => boolean;
  checked: boolean;
  onChange: (another: boolean) => void;
};

/** An order like the one placed minutes ago is usually the same one again: here somebody says that it is not. */
export function AnotherOne({ recent, like, checked, onChange }: AnotherOneProps) {
  const now = serverNow();
  const twin = recent.find(
    (line) => line.status !== 'cancelled' && now.getTime() - line.placedAt.getTime() < twinTime && like(line),
  );
  if (!twin) return null;
  return (
    <Checkbox
      label={`You placed ${twin.reference} like this (${ageText(twin.placedAt, now)}). Place another one.`}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
