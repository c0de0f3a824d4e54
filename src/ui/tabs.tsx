import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

export type Tab = { key: string; name: ReactNode; panel: ReactNode };

type TabsProps = { label: string; tabs: readonly Tab[]; current: string; onChange: (key: string) => void };

/** Index of the tab that a key selects; arrow keys wrap around. Null for other keys. */
export function getNextTab(key: string, index: number, count: number): number | null {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** Controlled tabs: the parent stores the current tab, for example in the URL. */
export function Tabs({ label, tabs, current, onChange }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const currentIndex = Math.max(
    0,
    tabs.findIndex(({ key }) => key === current),
  );
  const currentTab = tabs[currentIndex];
  const onKeyDown = (event: KeyboardEvent) => {
    const next = getNextTab(event.key, currentIndex, tabs.length);
    const tab = next === null ? undefined : tabs[next];
    if (next === null || !tab) return;
    event.preventDefault();
    onChange(tab.key);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-selected={tab === currentTab}
            aria-controls={`${id}-panel`}
            tabIndex={tab === currentTab ? 0 : -1}
            onClick={() => onChange(tab.key)}
          >
            {tab.name}
          </button>
        ))}
      </div>
      {currentTab && (
        <div className="panel-of" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${currentTab.key}`}>
          {currentTab.panel}
        </div>
      )}
    </>
  );
}
