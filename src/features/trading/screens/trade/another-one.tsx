import { Checkbox } from '../../../../ui/checkbox.tsx';
import type { HeldField } from '../../../../ui/fields.ts';
import { ageText } from '../../../../ui/format.ts';
import { serverNow } from '../../../../ui/server-clock.ts';
import { twinTime } from '../../order/order.ts';
import type { OrderLine } from './shapes.ts';

type AnotherOneProps = HeldField & {
  recent: readonly OrderLine[];
  like: (line: OrderLine) => boolean;
};

/** An order like the one placed minutes ago is usually the same one again: here somebody says that it is not. */
export function AnotherOne({ recent, like, ...box }: AnotherOneProps) {
  const now = serverNow();
  const twin = recent.find(
    (line) => line.status !== 'cancelled' && now.getTime() - line.placedAt.getTime() < twinTime && like(line),
  );
  if (!twin) return null;
  return (
    <Checkbox
      label={`You placed ${twin.reference} like this (${ageText(twin.placedAt, now)}). Place another one.`}
      {...box}
    />
  );
}
