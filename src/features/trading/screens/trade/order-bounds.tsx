import { formatMessage } from '../../../../kernel/message-template.ts';
import { groupThousands } from '../../../../ui/number-format.ts';
import type { Side } from '../../order/order.ts';
import { boundMessages } from '../../order-form-messages.ts';
import type { Limits } from './shapes.ts';

const placeholderBounds: Limits['bounds'] = {
  smallest: { buy: 0, sell: 0 },
  unpaid: { most: 3, now: { buy: 0, sell: 0 } },
  lesson: false,
};

function getSentences({ smallest, unpaid, lesson }: Limits['bounds'], side: Side): string[] {
  const words = boundMessages[side];
  const now = unpaid.now[side];
  return [
    formatMessage(boundMessages.smallest, { smallest: `J$${groupThousands(String(smallest[side]))}` }),
    formatMessage(unpaid.most === 1 ? words.one : words.many, { most: String(unpaid.most) }),
    ...(now > 0 ? [formatMessage(boundMessages.now, { now: String(now) })] : []),
    ...(lesson ? [boundMessages.lesson] : []),
  ];
}

/** Shows minimum order and number of unpaid orders (decision F4). */
export const OrderBounds = ({ side, bounds }: { side: Side; bounds: Limits['bounds'] | undefined }) => (
  <p className="hint">
    <span className={bounds ? undefined : 'unsaid'}>{getSentences(bounds ?? placeholderBounds, side).join(' ')}</span>
  </p>
);
