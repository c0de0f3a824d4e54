import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { api } from '../../../../ui/client.ts';
import { takeReturnPath } from '../../../../ui/return-to.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';

/** Whoever is signed in is led away from /auth, to the page first asked for or home [000 §2 Auth, §6]. */
export default function GoOn() {
  const { search } = useLocation();
  const navigate = useNavigate();
  // A new version of our texts is asked for here, before the way leads on to a page that asks nothing.
  const { data: due, isError } = useQuery(
    api.agreements.due.queryOptions({ staleTime: Number.POSITIVE_INFINITY, retry: false }),
  );
  const free = isError || due?.length === 0;
  useEffect(() => {
    if (free) void navigate(takeReturnPath(search) ?? '/', { replace: true });
  }, [free, search, navigate]);
  return <Skeleton label="Opening the page" />;
}
