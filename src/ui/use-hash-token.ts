import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

const parseToken = (hash: string, name: string): string | null => new URLSearchParams(hash.slice(1)).get(name);

/** Token from the hash of a link in a mail. Removes the token from URL and history and stores it in memory only. */
export function useHashToken(name: string): string | null {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState(() => parseToken(hash, name));
  useEffect(() => {
    if (!hash) return;
    setToken(parseToken(hash, name));
    navigate({ search: '' }, { replace: true, preventScrollReset: true });
  }, [hash, name, navigate]);
  return token;
}
