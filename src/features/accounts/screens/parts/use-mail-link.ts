import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type MailLink, readMailLink } from '../../mail-link.ts';

/**
 * What the address brought behind its `#`. The one-use token is taken out of the address bar and the history at once,
 * and kept only in memory (decision A6). The second part puts another in its place, or none.
 */
export function useMailLink(): [MailLink | null, (link: MailLink | null) => void] {
  const { hash, search, state } = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState(() => readMailLink(hash));
  useEffect(() => {
    const fresh = readMailLink(hash);
    if (!fresh) return;
    setLink(fresh);
    navigate({ search }, { replace: true, state, preventScrollReset: true });
  }, [hash, search, state, navigate]);
  return [link, setLink];
}
