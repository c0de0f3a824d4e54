import { Notice } from '../../../../ui/notice.tsx';
import { identityLocks } from '../../messages.ts';
import type { OwnProfile } from './own-profile.ts';

/** Why name, date of birth and country cannot be changed, where that is so. */
export const LockNotice = ({ locked }: Pick<OwnProfile, 'locked'>) =>
  locked && (
    <div className="under">
      <Notice>{identityLocks[locked]}</Notice>
    </div>
  );
