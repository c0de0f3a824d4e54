import { usd, wholeJmd } from '../../../kernel/money.ts';
import { MoneyText } from '../../../ui/money-text.tsx';
import type { CourseCard } from '../shapes.ts';

/** What a course costs, J$ first; that it is free where it is. */
const CoursePrice = ({ card: { priceUsd, priceJmd } }: { card: CourseCard }) =>
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

/** How long a course is, and what it costs. */
export const CourseFacts = ({ card }: { card: CourseCard }) => (
  <>
    <span>
      {card.sections} sections, {card.units} lessons
    </span>
    <span>about {card.minutes} minutes of reading</span>
    <span>
      <CoursePrice card={card} />
    </span>
    {card.priceUsd > 0 && <span>included in every plan</span>}
  </>
);
