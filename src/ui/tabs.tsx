import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

export type Tab = { key: string; name: ReactNode; panel: ReactNode };

type TabsProps = { label: string; tabs: readonly Tab[]; current: string; onChange: (key: string) => void };

/** Which tab a key leads to from one of `count` tabs: arrows go round, Home and End to the ends, others nowhere. */
export function tabAfter(key: string, from: number, count: number): number | null {
  if (key === 'ArrowRight') return (from + 1) % count;
  if (key === 'ArrowLeft') return (from + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** Tabs over one panel. The owner keeps which one is current, so it can stand in the address. */
export function Tabs({ label, tabs, current, onChange }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    tabs.findIndex(({ key }) => key === current),
  );
  const shown = tabs[at];
  const move = (event: KeyboardEvent) => {
    const next = tabAfter(event.key, at, tabs.length);
    const tab = next === null ? undefined : tabs[next];
    if (next === null || !tab) return;
    event.preventDefault();
    onChange(tab.key);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-selected={tab === shown}
            aria-controls={`${id}-panel`}
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => onChange(tab.key)}
          >
            {tab.name}
          </button>
        ))}
      </div>
      {shown && (
        <div className="panel-of" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown.key}`}>
          {shown.panel}
        </div>
      )}
    </>
  );
}
