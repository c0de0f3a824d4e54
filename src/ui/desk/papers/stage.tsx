import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useSteady } from '../use-list.ts';
import { drawnSize, kept, moved, moveStep, type Point, type Size, type View, zoomed } from './view.ts';

type StageProps = {
  label: string;
  /** The paper's own size; null until it is known. */
  paper: Size | null;
  view: View;
  onView: (view: View) => void;
  /** Draws the paper in the size it is given; it lies turned and moved already. */
  children: (drawn: Size) => ReactNode;
};

const nothing: Size = { width: 0, height: 0 };

/** The room there is, kept current while the window changes. */
function useRoom() {
  const frame = useRef<HTMLElement>(null);
  const [room, setRoom] = useState(nothing);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setRoom({ width: element.clientWidth, height: element.clientHeight }));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return { frame, room };
}

/** Ctrl and the wheel enlarge where the pointer is; the wheel alone goes on scrolling the page. */
function useWheel(frame: { readonly current: HTMLElement | null }, onZoom: (factor: number, around: Point) => void) {
  const zoom = useSteady(onZoom);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const { left, top, width, height } = element.getBoundingClientRect();
      zoom(Math.exp(-event.deltaY / 300), {
        x: event.clientX - left - width / 2,
        y: event.clientY - top - height / 2,
      });
    };
    // Told as not passive: otherwise the browser enlarges the whole page as well.
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, [frame, zoom]);
}

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: moveStep, y: 0 },
  ArrowRight: { x: -moveStep, y: 0 },
  ArrowUp: { x: 0, y: moveStep },
  ArrowDown: { x: 0, y: -moveStep },
};

/** The surface a document lies on: pulled with the pointer or the arrow keys, enlarged with Ctrl and the wheel. */
export function Stage({ label, paper, view, onView, children }: StageProps) {
  const { frame, room } = useRoom();
  const pulled = useRef<Point | null>(null);
  const size = paper ?? nothing;
  const held = kept(view, size, room);
  const put = (next: View) => onView(kept(next, size, room));
  useWheel(frame, (factor, around) => put(zoomed(held, factor, around)));
  const pull = (event: PointerEvent) => {
    if (!pulled.current) return;
    const by = { x: event.clientX - pulled.current.x, y: event.clientY - pulled.current.y };
    pulled.current = { x: event.clientX, y: event.clientY };
    put(moved(held, by));
  };
  const take = (event: PointerEvent) => {
    if (event.button !== 0 || held.zoom === 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pulled.current = { x: event.clientX, y: event.clientY };
  };
  const letGo = () => {
    pulled.current = null;
  };
  const press = (event: KeyboardEvent) => {
    const by = arrows[event.key];
    if (!by || held.zoom === 1 || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    put(moved(held, by));
  };
  const drawn = drawnSize(size, room, held);
  return (
    <section
      ref={frame}
      className={held.zoom > 1 ? 'stage pull' : 'stage'}
      aria-label={`Shown: ${label}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an enlarged document is moved by the keyboard too.
      tabIndex={0}
      onPointerDown={take}
      onPointerMove={pull}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onKeyDown={press}
    >
      <div
        className="paper"
        style={{
          width: drawn.width,
          height: drawn.height,
          transform: `translate(-50%, -50%) translate(${held.x}px, ${held.y}px) rotate(${held.turn * 90}deg)`,
        }}
      >
        {children(drawn)}
      </div>
    </section>
  );
}
