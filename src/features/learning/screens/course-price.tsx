import { usd, wholeJmd } from '../../../kernel/money.ts';
import { MoneyText } from '../../../ui/money-text.tsx';
import type { CourseCard } from '../shapes.ts';

/** What a course costs, J$ first; that it is free where it is. */
export const CoursePrice = ({ card: { priceUsd, priceJmd } }: { card: CourseCard }) =>
  priceUsd === 0 ? (
    <span>Free</span>
  ) : (
    <span>
      <MoneyText money={wholeJmd(priceJmd)} cents="whole" />{' '}
      <span className="t-xs ink-2">
        <MoneyText money={usd(BigInt(priceUsd))} size="plain" />
      </span>
    </span>
  );
