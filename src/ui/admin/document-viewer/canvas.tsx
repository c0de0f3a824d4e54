import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useEvent } from '../use-list.ts';
import { clampView, getZoomedSize, moveStep, moveView, type Point, type Size, type View, zoomView } from './view.ts';

type DocumentCanvasProps = {
  label: string;
  /** Null until the document has loaded. */
  documentSize: Size | null;
  view: View;
  onView: (view: View) => void;
  children: (shownSize: Size) => ReactNode;
};

const emptySize: Size = { width: 0, height: 0 };

function useFrameSize() {
  const frame = useRef<HTMLElement>(null);
  const [frameSize, setSpace] = useState(emptySize);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setSpace({ width: element.clientWidth, height: element.clientHeight }));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return { frame, frameSize };
}

/** Zooms at the pointer on Ctrl+wheel. The wheel alone scrolls. */
function useWheel(frame: { readonly current: HTMLElement | null }, onZoom: (factor: number, around: Point) => void) {
  const zoom = useEvent(onZoom);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const { left, top, width, height } = element.getBoundingClientRect();
      zoom(Math.exp(-event.deltaY / 300), {
        x: event.clientX - left - width / 2,
        y: event.clientY - top - height / 2,
      });
    };
    // A passive listener could not stop the browser from zooming the whole page.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [frame, zoom]);
}

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: moveStep, y: 0 },
  ArrowRight: { x: -moveStep, y: 0 },
  ArrowUp: { x: 0, y: moveStep },
  ArrowDown: { x: 0, y: -moveStep },
};

/** Frame of a document. Users pan by dragging or with the arrow keys, and zoom with Ctrl+wheel. */
export function DocumentCanvas({ label, documentSize, view, onView, children }: DocumentCanvasProps) {
  const { frame, frameSize } = useFrameSize();
  const dragStart = useRef<Point | null>(null);
  const size = documentSize ?? emptySize;
  const clamped = clampView(view, size, frameSize);
  const update = (next: View) => onView(clampView(next, size, frameSize));
  useWheel(frame, (factor, around) => update(zoomView(clamped, factor, around)));
  const onPointerMove = (event: PointerEvent) => {
    if (!dragStart.current) return;
    const delta = { x: event.clientX - dragStart.current.x, y: event.clientY - dragStart.current.y };
    dragStart.current = { x: event.clientX, y: event.clientY };
    update(moveView(clamped, delta));
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || clamped.zoom === 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    dragStart.current = { x: event.clientX, y: event.clientY };
  };
  const onPointerEnd = () => {
    dragStart.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const delta = arrows[event.key];
    if (!delta || clamped.zoom === 1 || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    update(moveView(clamped, delta));
  };
  const shownSize = getZoomedSize(size, frameSize, clamped);
  return (
    <section
      ref={frame}
      className={clamped.zoom > 1 ? 'stage pull' : 'stage'}
      aria-label={`Document: ${label}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users pan an enlarged document with the arrow keys.
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onKeyDown={onKeyDown}
    >
      <div
        className="paper"
        style={{
          width: shownSize.width,
          height: shownSize.height,
          transform: `translate(-50%, -50%) translate(${clamped.x}px, ${clamped.y}px) rotate(${clamped.turn * 90}deg)`,
        }}
      >
        {children(shownSize)}
      </div>
    </section>
  );
}
