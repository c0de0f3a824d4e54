import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { api } from '../../../ui/client.ts';
import { takeReturnPath } from '../../../ui/return-to.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** Redirects a signed-in user from /auth to the requested page or home [000 §2 Auth, §6]. */
export default function RedirectSignedIn() {
  const { search } = useLocation();
  const navigate = useNavigate();
  // Due agreements are shown here, before the redirect.
  const { data: dueAgreements, isError } = useQuery(
    api.agreements.due.queryOptions({ staleTime: Number.POSITIVE_INFINITY, retry: false }),
  );
  const canContinue = isError || dueAgreements?.length === 0;
  useEffect(() => {
    if (canContinue) void navigate(takeReturnPath(search) ?? '/', { replace: true });
  }, [canContinue, search, navigate]);
  return <Skeleton label="Opening the page" />;
}
