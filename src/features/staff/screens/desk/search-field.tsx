import { Search } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';

/** What is typed is looked for after a short rest. */
const rest = 300;

type SearchFieldProps = {
  label: string;
  placeholder: string;
  search: string;
  field: RefObject<HTMLInputElement | null>;
  onSearch: (text: string) => void;
};

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
    if (typed.trim() === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed.trim();
      onSearch(sent.current);
    }, rest);
    return () => clearTimeout(timer);
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
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      <span className="post" aria-hidden="true">
        <kbd>/</kbd>
      </span>
    </div>
  );
}
