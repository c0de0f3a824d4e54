import { Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** What is typed is looked for after a short rest. */
const rest = 300;
/** What was said and is not in the address is said again after so long. */
const again = 3_000;

type SearchFieldProps = {
  label: string;
  placeholder: string;
  search: string;
  field: RefObject<HTMLInputElement | null>;
  onSearch: (text: string) => void;
};

/** Leaves the field and keeps what was typed: by itself a browser would empty it. */
function leaveOnEscape(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  event.currentTarget.blur();
}

/** What is looked for stands in the address; the field follows when a link changes it. */
export function SearchField({ label, placeholder, search, field, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(search);
  const sent = useRef(search);
  useEffect(() => {
    // The address was changed elsewhere, by a link: the field follows.
    if (search !== sent.current) setTyped(search);
    sent.current = search;
  }, [search]);
  useEffect(() => {
    if (typed.trim() === search) return;
    // Said until the address has it: while another screen is being fetched nothing is written there.
    const soon = setTimeout(() => typed.trim() !== sent.current && say(), rest);
    const later = setInterval(say, again);
    return () => {
      clearTimeout(soon);
      clearInterval(later);
    };
  });
  const say = () => {
    if (typed.trim() === search) return;
    sent.current = typed.trim();
    onSearch(sent.current);
  };
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
        // Before whoever presses a link is on the way: written then, by the timer above, it would call them back.
        onBlur={say}
      />
      <span className="post" aria-hidden="true">
        <kbd>/</kbd>
      </span>
    </div>
  );
}
