import { Button } from '../../../../ui/button.tsx';
import { cardMessages } from '../customer-messages.ts';
import { type CardTarget, useCardPage } from './use-card-page.ts';

type CardButtonProps = {
  target: CardTarget;
  text?: string;
  look?: 'primary' | 'line';
  full?: boolean;
  onStayed?: () => void;
};

/** Shown if the browser blocked the new tab. */
export const CardLink = ({ url }: { url: string | null }) =>
  url && (
    <p className="under">
      {cardMessages.blocked}{' '}
      <a className="link b" href={url} target="_blank" rel="noreferrer">
        Open the card page
      </a>
    </p>
  );

export function CardButton({
  target,
  text = 'Pay with Card',
  look = 'primary',
  full = false,
  onStayed,
}: CardButtonProps) {
  const { open, opening, blocked } = useCardPage(onStayed);
  return (
    <div>
      <Button variant={look} full={full} busy={opening} onClick={() => open(target)}>
        {text}
      </Button>
      <CardLink url={blocked} />
    </div>
  );
}
