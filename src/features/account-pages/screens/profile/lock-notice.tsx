import { Notice } from '../../../../ui/notice.tsx';
import type { OwnProfile } from './own-profile.ts';

const locks = {
  pending: 'We review your identity check. Until then your name, date of birth and country stay as you gave them.',
  approved:
    'Your name and date of birth are verified, so they and your country stay as they are. Contact us if one of them ' +
    'is wrong, or if you moved.',
};

/** Why name, date of birth and country cannot be changed, where that is so. */
export const LockNotice = ({ locked }: Pick<OwnProfile, 'locked'>) =>
  locked && (
    <div className="under">
      <Notice>{locks[locked]}</Notice>
    </div>
  );
