import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import type { KeptDraft } from './keep-draft.ts';

const words = {
  saved: { Icon: CircleCheck, text: 'Saved', look: 'ok' },
  unsaved: { Icon: Clock, text: 'Not saved yet', look: 'ink-3' },
  saving: { Icon: Clock, text: 'Saving', look: 'ink-3' },
  failed: { Icon: CircleAlert, text: 'Not saved, trying again', look: 'bad-ink' },
  conflict: { Icon: CircleAlert, text: 'Not saved, choose a text', look: 'bad-ink' },
} as const;

/** Whether what stands in the fields is kept. */
export function DraftState({ state }: { state: KeptDraft<unknown>['state'] }) {
  const { Icon, text, look } = words[state];
  return (
    <span className={`standing ${look}`} role="status">
      <Icon className="ic" aria-hidden="true" />
      {text}
    </span>
  );
}

type ConflictProps = { theirs: string; onChoose: (which: 'mine' | 'theirs') => void };

/** Somebody else saved meanwhile: both stand until one chooses. */
export const Conflict = ({ theirs, onChoose }: ConflictProps) => (
  <Notice kind="wait" live>
    <p>
      <b>Somebody else saved this draft meanwhile.</b> Yours stands below and is not lost. Their narrative:
    </p>
    <blockquote className="theirs">{theirs || 'Nothing: it is empty.'}</blockquote>
    <div className="row">
      <Button look="line" onClick={() => onChoose('mine')}>
        Save mine
      </Button>
      <Button look="line" onClick={() => onChoose('theirs')}>
        Take theirs
      </Button>
    </div>
  </Notice>
);
