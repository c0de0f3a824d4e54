import { Notice } from '../../../../ui/notice.tsx';
import { identityLocks } from '../../messages.ts';
import type { OwnProfile } from './own-profile.ts';

export const LockNotice = ({ locked }: Pick<OwnProfile, 'locked'>) =>
  locked && (
    <div className="under">
      <Notice>{identityLocks[locked]}</Notice>
    </div>
  );
