import { useCallback, useEffect, useRef, useState } from 'react';
import { worded } from '../../../kernel/worded.ts';
import { Button } from '../../../ui/button.tsx';
import { bytesText } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { isUnanswered, refusalWords, silentFaults } from '../../../ui/refusal-words.ts';
import { dropCourse, type Keeping, keepingOf } from '../offline/cached.ts';
import { aboutBytes, canKeep, keepCourse, openNow, removeCourse } from '../offline/keep-course.ts';
import { keepingTexts } from '../own-messages.ts';
import type { CourseOutline, Progress } from '../shapes.ts';

type State =
  | { readonly at: 'still' | 'keeping' | 'removing' | 'removed' }
  | { readonly at: 'failed'; readonly text: string };

/** What a failure to keep is told by: no room, the words of a refusal, else that the line broke. */
function wordsOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return keepingTexts.full;
  return (isUnanswered(error) ? silentFaults.unreachable : refusalWords(error)).text;
}

function useKeeping(outline: CourseOutline) {
  const courseId = outline.card.id;
  const [kept, setKept] = useState<Keeping | null>(null);
  const [state, setState] = useState<State>({ at: 'still' });
  const under = useRef<AbortController | null>(null);
  const look = useCallback(async () => setKept(await keepingOf(courseId)), [courseId]);
  useEffect(() => {
    // A browser that shows nothing of what it keeps can be asked to keep it, and says then that it cannot.
    look().catch(() => setKept({ units: [], bytes: 0 }));
    return () => under.current?.abort();
  }, [look]);
  const keep = async () => {
    const stop = new AbortController();
    under.current = stop;
    setState({ at: 'keeping' });
    try {
      await keepCourse(outline, stop.signal, () => void look());
      setState({ at: 'still' });
    } catch (error) {
      if (!stop.signal.aborted) setState({ at: 'failed', text: wordsOf(error) });
    }
    await look();
  };
  const remove = async () => {
    setState({ at: 'removing' });
    await removeCourse(courseId);
    await look();
    setState({ at: 'removed' });
  };
  return { kept, state, keep, remove };
}

const unitsIn = ({ sections }: CourseOutline) => sections.flatMap(({ units }) => units);

/** What stands beside the buttons. */
function said(state: State, { units, bytes }: Keeping, outline: CourseOutline): string | null {
  const all = unitsIn(outline);
  const [done, whole, size] = [String(units.length), String(all.length), bytesText(bytes)];
  if (state.at === 'keeping') return worded(keepingTexts.keeping, { all: whole, done });
  if (state.at === 'failed') return null;
  if (units.length >= all.length) return worded(keepingTexts.kept, { all: whole, size });
  if (units.length > 0) return worded(keepingTexts.partly, { all: whole, done, size });
  if (state.at === 'removed') return keepingTexts.removed;
  return worded(keepingTexts.about, {
    size: bytesText(aboutBytes(all.reduce((sum, { minutes }) => sum + minutes, 0))),
  });
}

function OneCourse({ outline }: { outline: CourseOutline }) {
  const { kept, state, keep, remove } = useKeeping(outline);
  if (!kept) return null;
  const all = unitsIn(outline).length;
  const isKeeping = state.at === 'keeping';
  const isWhole = kept.units.length >= all && !isKeeping;
  const begin = kept.units.length > 0 ? 'Keep the rest' : 'Keep for offline reading';
  return (
    <section aria-label="Offline reading" className="stack">
      {state.at === 'failed' && (
        <Notice kind="bad" live>
          {worded(keepingTexts.failed, { all: String(all), done: String(kept.units.length) })} {state.text}
        </Notice>
      )}
      <div className="row">
        {!isWhole && (
          <Button look="line" busy={isKeeping} onClick={() => void keep()}>
            {state.at === 'failed' ? 'Try again' : begin}
          </Button>
        )}
        {kept.units.length > 0 && !isKeeping && (
          <Button look="bare" busy={state.at === 'removing'} onClick={() => void remove()}>
            Remove from this device
          </Button>
        )}
        <p role="status" className="t-xs ink-2">
          {said(state, kept, outline)}
        </p>
      </div>
    </section>
  );
}

type KeepProps = { outline: CourseOutline; progress: Progress };

/** Keeping a course in this browser, for where there is no line. What is not theirs any more is not kept either. */
export function KeepCourse({ outline, progress }: KeepProps) {
  const courseId = outline.card.id;
  const isOpen = progress.state === 'active';
  const can = canKeep();
  useEffect(() => {
    if (can && !isOpen) void dropCourse(courseId);
  }, [can, isOpen, courseId]);
  return can && isOpen ? <OneCourse outline={openNow(outline, progress)} /> : null;
}
