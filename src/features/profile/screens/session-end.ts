import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { errorMessage } from '../../../ui/error-message.ts';
import { useStoreReturnPath } from '../../../ui/sign-in-required.tsx';
import { clearAuthStorage } from '../../../ui/sign-out.ts';
import { setViewer } from '../../../ui/viewer-state.ts';

/** Clears all user data when the server answers 'sign in required' [000 §4 Auth state, decision A6]. */
export function useSessionEnd(error: unknown): void {
  const queries = useQueryClient();
  const isOver = error !== null && errorMessage(error).code === 'accounts.sign_in_required';
  useEffect(() => {
    if (!isOver) return;
    clearAuthStorage();
    queries.clear();
    setViewer({ session: 'out', staff: 'no' });
  }, [isOver, queries]);
}

/** Sends a signed-out visitor to /auth and back here [000 §2 Dashboard], unless another navigation is under way. */
export function ToSignIn(): null {
  const navigate = useNavigate();
  const isStaying = useNavigation().state === 'idle';
  useStoreReturnPath();
  useEffect(() => {
    if (isStaying) void navigate('/auth', { replace: true });
  }, [navigate, isStaying]);
  return null;
}
