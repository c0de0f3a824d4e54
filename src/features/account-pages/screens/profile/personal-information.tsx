import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { api } from '../../../../ui/client.ts';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { dateText } from '../../../../ui/format.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { Slip } from '../../../../ui/slip.tsx';
import { countryNames } from '../../../accounts/countries.ts';
import { phoneText } from '../../phone-text.ts';
import { useSessionEnd } from '../session-end.ts';
import { LockNotice } from './lock-notice.tsx';
import type { OwnProfile } from './own-profile.ts';

// Forms and their checks come with the first change.
const EditProfile = lazy(() => import('./edit-profile.tsx'));

const none = <span className="ink-3">Not given</span>;
const long = (text: string) => (text === '' ? none : <span className="long">{text}</span>);

const View = ({ profile }: { profile: OwnProfile }) => (
  <Slip
    rows={[
      { label: 'First name', figure: long(profile.firstName) },
      { label: 'Last name', figure: long(profile.lastName) },
      { label: 'Display name', figure: long(profile.displayName) },
      { label: 'Email', figure: long(profile.email) },
      { label: 'Phone number', figure: long(phoneText(profile.phoneNumber)) },
      { label: 'Date of birth', figure: dateText(profile.dateOfBirth) },
      { label: 'Country of residence', figure: countryNames[profile.declaredCountry] },
      { label: 'Avatar URL', figure: long(profile.avatarUrl) },
    ]}
  />
);

/**
 * Personal information, to read and to change [000 §2 Profile]. The focus goes along: into the form, and back to
 * 'Edit'.
 */
export function PersonalInformation() {
  const { data, error, refetch } = useQuery(api.accountPages.profile.queryOptions());
  useSessionEnd(error);
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const leave = () => {
    flushSync(() => setEditing(false));
    edit.current?.focus();
  };
  if (!data && error)
    return <FailedState text="Your profile could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label="Loading your personal information" lines={[40, 100, 100, 100]} />;
  if (editing)
    return (
      <Suspense fallback={<Skeleton label="Loading the form" lines={[40, 100, 100, 100]} />}>
        <EditProfile profile={data} leave={leave} />
      </Suspense>
    );
  return (
    <>
      <View profile={data} />
      <LockNotice locked={data.locked} />
      <button ref={edit} type="button" className="btn line edit" onClick={() => setEditing(true)}>
        Edit
      </button>
    </>
  );
}
