import { useCallback, useEffect, useRef, useState } from 'react';
import { formatMessage } from '../../../kernel/message-template.ts';
import { Button } from '../../../ui/button.tsx';
import { defaultErrors, errorMessage, isUnanswered } from '../../../ui/error-message.ts';
import { formatBytes } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { offlineCourseTexts } from '../learner-messages.ts';
import { deleteCourse, findStoredCourse, type StoredCourse } from '../offline/lesson-cache.ts';
import { canSaveOffline, estimateBytes, getOpenSections, removeCourse, saveCourse } from '../offline/save-course.ts';
import type { CourseOutline, Progress } from '../views.ts';

type State =
  | { readonly at: 'still' | 'keeping' | 'removing' | 'removed' }
  | { readonly at: 'failed'; readonly text: string };

function formatFailure(error: unknown): string {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return offlineCourseTexts.full;
  return (isUnanswered(error) ? defaultErrors.unreachable : errorMessage(error)).text;
}

function useOfflineCourse(outline: CourseOutline) {
  const courseId = outline.card.id;
  const [stored, setStored] = useState<StoredCourse | null>(null);
  const [state, setState] = useState<State>({ at: 'still' });
  const controller = useRef<AbortController | null>(null);
  const refresh = useCallback(async () => setStored(await findStoredCourse(courseId)), [courseId]);
  useEffect(() => {
    // A browser that blocks storage shows an error when the button is used.
    refresh().catch(() => setStored({ units: [], bytes: 0 }));
    return () => controller.current?.abort();
  }, [refresh]);
  const save = async () => {
    const stop = new AbortController();
    controller.current = stop;
    setState({ at: 'keeping' });
    try {
      await saveCourse(outline, stop.signal, () => void refresh());
      setState({ at: 'still' });
    } catch (error) {
      if (!stop.signal.aborted) setState({ at: 'failed', text: formatFailure(error) });
    }
    await refresh();
  };
  const remove = async () => {
    setState({ at: 'removing' });
    await removeCourse(courseId);
    await refresh();
    setState({ at: 'removed' });
  };
  return { stored, state, save, remove };
}

const listUnits = ({ sections }: CourseOutline) => sections.flatMap(({ units }) => units);

function formatStatus(state: State, { units, bytes }: StoredCourse, outline: CourseOutline): string | null {
  const all = listUnits(outline);
  const [done, total, size] = [String(units.length), String(all.length), formatBytes(bytes)];
  if (state.at === 'keeping') return formatMessage(offlineCourseTexts.keeping, { all: total, done });
  if (state.at === 'failed') return null;
  if (units.length >= all.length) return formatMessage(offlineCourseTexts.kept, { all: total, size });
  if (units.length > 0) return formatMessage(offlineCourseTexts.partly, { all: total, done, size });
  if (state.at === 'removed') return offlineCourseTexts.removed;
  return formatMessage(offlineCourseTexts.about, {
    size: formatBytes(estimateBytes(all.reduce((sum, { minutes }) => sum + minutes, 0))),
  });
}

function OfflineCourseSection({ outline }: { outline: CourseOutline }) {
  const { stored, state, save, remove } = useOfflineCourse(outline);
  if (!stored) return null;
  const all = listUnits(outline).length;
  const isSaving = state.at === 'keeping';
  const isComplete = stored.units.length >= all && !isSaving;
  const begin = stored.units.length > 0 ? 'Save the rest' : 'Save for offline';
  return (
    <section aria-label="Offline reading" className="stack">
      {state.at === 'failed' && (
        <Notice kind="bad" live>
          {formatMessage(offlineCourseTexts.failed, { all: String(all), done: String(stored.units.length) })}{' '}
          {state.text}
        </Notice>
      )}
      <div className="row">
        {!isComplete && (
          <Button variant="line" busy={isSaving} onClick={() => void save()}>
            {state.at === 'failed' ? 'Try again' : begin}
          </Button>
        )}
        {stored.units.length > 0 && !isSaving && (
          <Button variant="bare" busy={state.at === 'removing'} onClick={() => void remove()}>
            Remove from this device
          </Button>
        )}
        <p role="status" className="t-xs ink-2">
          {formatStatus(state, stored, outline)}
        </p>
      </div>
    </section>
  );
}

type OfflineCourseProps = { outline: CourseOutline; progress: Progress };

/** Offers offline reading. Deletes the stored course when access ends. */
export function OfflineCourse({ outline, progress }: OfflineCourseProps) {
  const courseId = outline.card.id;
  const isOpen = progress.state === 'active';
  const can = canSaveOffline();
  useEffect(() => {
    if (can && !isOpen) void deleteCourse(courseId);
  }, [can, isOpen, courseId]);
  return can && isOpen ? <OfflineCourseSection outline={getOpenSections(outline, progress)} /> : null;
}
