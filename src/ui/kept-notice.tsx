import { Button } from './button.tsx';
import { momentText } from './format.ts';
import { Notice } from './notice.tsx';

type KeptProps = { restoredAt: Date | null; startOver: () => void };

/** Says that a form holds what was typed before, and since when it was kept. */
export const KeptNotice = ({ restoredAt, startOver }: KeptProps) =>
  restoredAt && (
    <Notice>
      We kept what you typed on {momentText(restoredAt)}.{' '}
      <Button look="bare" size="small" onClick={startOver}>
        Start over
      </Button>
    </Notice>
  );
