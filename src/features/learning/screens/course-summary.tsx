import { usd, wholeJmd } from '../../../kernel/money.ts';
import { MoneyText } from '../../../ui/money-text.tsx';
import { formatPlural } from '../../../ui/number-format.ts';
import type { CourseCard } from '../views.ts';

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

export const CourseSummary = ({ card }: { card: CourseCard }) => (
  <>
    <span>
      {formatPlural(card.sections, 'section', 'sections')}, {formatPlural(card.units, 'lesson', 'lessons')}
    </span>
    <span>about {formatPlural(card.minutes, 'minute', 'minutes')} of reading</span>
    <span>
      <CoursePrice card={card} />
    </span>
    {card.priceUsd > 0 && <span>included in every plan</span>}
  </>
);
