import { Button } from '../../../ui/button.tsx';
import { cardNotices } from '../own-messages.ts';
import { type ByCard, useCardPage } from './use-card-page.ts';

type CardButtonProps = {
  what: ByCard;
  text?: string;
  look?: 'primary' | 'line';
  full?: boolean;
  onStayed?: () => void;
};

/** The page of the card again, where the browser opened no tab of its own. */
export const CardLink = ({ url }: { url: string | null }) =>
  url && (
    <p className="under">
      {cardNotices.blocked}{' '}
      <a className="link b" href={url} target="_blank" rel="noreferrer">
        Open the card page
      </a>
    </p>
  );

/** Goes to the page on which a card is charged for what is due. */
export function CardButton({
  what,
  text = 'Pay with Card',
  look = 'primary',
  full = false,
  onStayed,
}: CardButtonProps) {
  const { open, opening, blocked } = useCardPage(onStayed);
  return (
    <div>
      <Button look={look} full={full} busy={opening} onClick={() => open(what)}>
        {text}
      </Button>
      <CardLink url={blocked} />
    </div>
  );
}
