import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { refusalWords } from '../../../ui/refusal-words.ts';
import { useRememberedPlace } from '../../../ui/sign-in-needed.tsx';
import { clearAuthLeftovers } from '../../../ui/sign-out.ts';
import { setViewer } from '../../../ui/viewer-marks.ts';

/**
 * When a question is answered with 'nobody is signed in', so that the session is not valid, the page follows: nothing
 * of the person stays [000 §4 Auth state, decision A6].
 */
export function useSessionEnd(error: unknown): void {
  const queries = useQueryClient();
  const over = error !== null && refusalWords(error).code === 'accounts.sign_in_required';
  useEffect(() => {
    if (!over) return;
    clearAuthLeftovers();
    queries.clear();
    setViewer({ session: 'out', staff: 'no' });
  }, [over, queries]);
}

/**
 * Leads whoever is not signed in to the sign-in page, and back here afterwards [000 §2 Dashboard]. Whoever is on
 * their way to another page goes there: it says itself what it needs.
 */
export function ToSignIn(): null {
  const navigate = useNavigate();
  const isStaying = useNavigation().state === 'idle';
  useRememberedPlace();
  useEffect(() => {
    if (isStaying) void navigate('/auth', { replace: true });
  }, [navigate, isStaying]);
  return null;
}
