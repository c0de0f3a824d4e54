import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

const parseToken = (hash: string, name: string): string | null => new URLSearchParams(hash.slice(1)).get(name);

/** Token from the `#` of a mailed link. Removed from URL and history immediately; kept in memory only. */
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
