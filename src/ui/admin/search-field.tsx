import { Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';

const debounceMs = 300;
/** Delay of a search after pressing a link, ms: writing the URL earlier would cancel the link's navigation. */
const afterLinkMs = 3_000;

type SearchFieldProps = {
  label: string;
  placeholder: string;
  search: string;
  field: RefObject<HTMLInputElement | null>;
  onSearch: (text: string) => void;
};

/** Escape leaves the field and keeps its text, which the browser would clear. */
function leaveOnEscape(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  event.currentTarget.blur();
}

export function SearchField({ label, placeholder, search, field, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(search);
  const sent = useRef(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isNavigating = useNavigation().state !== 'idle';
  useEffect(() => {
    if (search !== sent.current) setTyped(search);
    sent.current = search;
  }, [search]);
  const submitAfter = (delayMs: number) => {
    clearTimeout(timer.current);
    // Writing the URL while another page loads would cancel that navigation.
    if (isNavigating || typed.trim() === search) return;
    timer.current = setTimeout(() => {
      sent.current = typed.trim();
      onSearch(sent.current);
    }, delayMs);
  };
  useEffect(() => {
    submitAfter(debounceMs);
    return () => clearTimeout(timer.current);
  });
  return (
    <div className="ctl find">
      <span className="pre">
        <Search className="ic" aria-hidden="true" />
      </span>
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={80}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={leaveOnEscape}
        // An immediate search would move the pressed link before the click ends.
        onBlur={({ relatedTarget }) => relatedTarget instanceof HTMLAnchorElement && submitAfter(afterLinkMs)}
      />
      <span className="post" aria-hidden="true">
        <kbd>/</kbd>
      </span>
    </div>
  );
}
