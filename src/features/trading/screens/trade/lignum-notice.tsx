import { Link } from '../../../../ui/link.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { tradingMessages } from '../../messages.ts';

/** Replaces the order form for Lignum without a price (decision B11). */
export const LignumNotice = () => (
  <Notice live>
    <b>Lignum is free</b>
    <p>{tradingMessages['trading.lignum_is_free'].text}</p>
    <p>
      <Link className="link" to="/coins">
        Ways to get free Lignum
      </Link>
    </p>
  </Notice>
);
