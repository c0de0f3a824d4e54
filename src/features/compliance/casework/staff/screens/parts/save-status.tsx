import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { Button } from '../../../../../../ui/button.tsx';
import { Notice } from '../../../../../../ui/notice.tsx';
import type { AutosaveState } from './autosave.ts';

const statusByState = {
  saved: { Icon: CircleCheck, text: 'Saved', look: 'ok' },
  unsaved: { Icon: Clock, text: 'Not saved yet', look: 'ink-3' },
  saving: { Icon: Clock, text: 'Saving', look: 'ink-3' },
  failed: { Icon: CircleAlert, text: 'Not saved, trying again', look: 'bad-ink' },
  conflict: { Icon: CircleAlert, text: 'Not saved, choose a version', look: 'bad-ink' },
} as const;

export function DraftState({ state }: { state: AutosaveState<unknown>['state'] }) {
  const { Icon, text, look } = statusByState[state];
  return (
    <span className={`standing ${look}`} role="status">
      <Icon className="ic" aria-hidden="true" />
      {text}
    </span>
  );
}

type ConflictProps = { theirs: string; onChoose: (which: 'mine' | 'theirs') => void };

export const Conflict = ({ theirs, onChoose }: ConflictProps) => (
  <Notice kind="wait" live>
    <p>
      <b>Someone else saved this draft.</b> Your version is below and isn't lost. Their narrative:
    </p>
    <blockquote className="theirs">{theirs || 'Empty'}</blockquote>
    <div className="row">
      <Button variant="line" onClick={() => onChoose('mine')}>
        Save mine
      </Button>
      <Button variant="line" onClick={() => onChoose('theirs')}>
        Use theirs
      </Button>
    </div>
  </Notice>
);
