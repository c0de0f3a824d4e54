import { Notice } from '../../../ui/notice.tsx';
import { identityLocks } from '../messages.ts';
import type { Profile } from '../profile-change.ts';

export type OwnProfile = Profile & { readonly email: string; readonly locked: 'pending' | 'approved' | null };

export const LockNotice = ({ locked }: Pick<OwnProfile, 'locked'>) =>
  locked && (
    <div className="under">
      <Notice>{identityLocks[locked]}</Notice>
    </div>
  );
