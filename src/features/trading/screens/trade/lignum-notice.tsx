import { screens } from '../../../../screens.ts';
import { Link } from '../../../../ui/link.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { tradingMessages } from '../../messages.ts';

/** Lignum is given away, so the form explains it instead of selling it (decision B11). */
export const LignumNotice = () => (
  <Notice live>
    <b>Lignum is free</b>
    <p>{tradingMessages['trading.lignum_is_free'].text}</p>
    {screens.includes('/coins') ? (
      <p>
        <Link className="link" to="/coins">
          Ways to get free Lignum
        </Link>
      </p>
    ) : (
      <p>Attending a workshop earns 5,000 Lignum, joining a community channel 2,500.</p>
    )}
  </Notice>
);
