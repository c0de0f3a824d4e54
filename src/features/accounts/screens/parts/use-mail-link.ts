import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type MailLink, parseMailLink } from '../../mail-link.ts';

/** Reads the token from the URL fragment, removes it from the address bar and keeps it in memory only (decision A6). */
export function useMailLink(): [MailLink | null, (link: MailLink | null) => void] {
  const { hash, search, state } = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState(() => parseMailLink(hash));
  useEffect(() => {
    const newLink = parseMailLink(hash);
    if (!newLink) return;
    setLink(newLink);
    // A reload of a verification link would otherwise show the verified banner.
    navigate({ search: newLink.type === 'signup' ? '' : search }, { replace: true, state, preventScrollReset: true });
  }, [hash, search, state, navigate]);
  return [link, setLink];
}
