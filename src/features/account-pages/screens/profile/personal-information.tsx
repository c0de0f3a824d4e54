import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { api } from '../../../../ui/client.ts';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { formatDate } from '../../../../ui/format.ts';
import { PriceBreakdown } from '../../../../ui/price-breakdown.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { countryNames } from '../../../accounts/countries.ts';
import { formatPhoneNumber } from '../../format-phone.ts';
import { useSessionEnd } from '../session-end.ts';
import { LockNotice } from './lock-notice.tsx';
import type { OwnProfile } from './own-profile.ts';

const EditProfile = lazy(() => import('./edit-profile.tsx'));

const notProvided = <span className="ink-3">Not provided</span>;
const formatLongText = (text: string) => (text === '' ? notProvided : <span className="long">{text}</span>);

const ProfileDetails = ({ profile }: { profile: OwnProfile }) => (
  <PriceBreakdown
    rows={[
      { label: 'First name', figure: formatLongText(profile.firstName) },
      { label: 'Last name', figure: formatLongText(profile.lastName) },
      { label: 'Display name', figure: formatLongText(profile.displayName) },
      { label: 'Email', figure: formatLongText(profile.email) },
      { label: 'Phone number', figure: formatLongText(formatPhoneNumber(profile.phoneNumber)) },
      { label: 'Date of birth', figure: formatDate(profile.dateOfBirth) },
      { label: 'Country of residence', figure: countryNames[profile.declaredCountry] },
      { label: 'Avatar URL', figure: formatLongText(profile.avatarUrl) },
    ]}
  />
);

/** Personal information [000 §2 Profile]. Focus moves into the form and back to 'Edit'. */
export function PersonalInformation() {
  const { data, error, refetch } = useQuery(api.accountPages.profile.queryOptions());
  useSessionEnd(error);
  const [isEditing, setIsEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const stopEditing = () => {
    flushSync(() => setIsEditing(false));
    editButton.current?.focus();
  };
  if (!data && error)
    return <FailedState text="We couldn't load your profile." error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label="Loading your personal information" lines={[40, 100, 100, 100]} />;
  if (isEditing)
    return (
      <Suspense fallback={<Skeleton label="Loading the form" lines={[40, 100, 100, 100]} />}>
        <EditProfile profile={data} leave={stopEditing} />
      </Suspense>
    );
  return (
    <>
      <ProfileDetails profile={data} />
      <LockNotice locked={data.locked} />
      <button ref={editButton} type="button" className="btn line edit" onClick={() => setIsEditing(true)}>
        Edit
      </button>
    </>
  );
}
